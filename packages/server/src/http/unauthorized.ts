import { InklingError } from '@inkling/engine';

/** The refusal of a credential. Which part of it was wrong is not told. */
export function unauthorized(): InklingError {
  return new InklingError('unauthorized', 'The request carries no token or key that is valid here.', {
    wayOut: "Send authorization: Bearer with the data directory's token (file daemon-token), or an API key.",
  });
}
