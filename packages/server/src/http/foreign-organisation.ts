import { InklingError } from '@inkling/engine';

/** The refusal of a credential that is one organisation's, in a request that names another. */
export function foreignOrganisation(credential: 'key' | 'pass'): InklingError {
  return new InklingError('forbidden', `The ${credential} belongs to another organisation than the request names.`, {
    wayOut: `Leave the header inkling-org out: the ${credential} says the organisation.`,
  });
}
