import { InklingError } from './errors.ts';

/** The error for an id that no observation of the organisation has. */
export function observationNotFound(id: string): InklingError {
  return new InklingError('observation-not-found', `No observation ${id} exists.`, {
    wayOut: 'Take an id as recall or an export names it; what was forgotten is gone.',
    details: { id },
  });
}

/** The error for an experiment that there is not. */
export function experimentNotFound(what: string): InklingError {
  return new InklingError('experiment-not-found', `There is no experiment ${what}.`, {
    wayOut: 'inkling experiment status lists those of a project; inkling experiment start begins one.',
  });
}

/** The error for an id that no session of the organisation has. */
export function sessionNotFound(sessionId: string): InklingError {
  return new InklingError('session-not-found', `No session ${sessionId} exists.`, {
    wayOut: 'Take an id as the list of sessions names it, or create the session first.',
    details: { sessionId },
  });
}
