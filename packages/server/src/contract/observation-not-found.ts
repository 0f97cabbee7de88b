import { InklingError } from '@inkling/engine/errors';

/** The error for an id that no observation of the organisation has, in the engine's words. */
export function observationNotFound(id: string): InklingError {
  return new InklingError('observation-not-found', `No observation ${id} exists.`, {
    wayOut: 'Take an id as recall or an export names it; what was forgotten is gone.',
    details: { id },
  });
}
