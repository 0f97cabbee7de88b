import { InklingError } from '../../base/errors.ts';
import type { SessionStatus } from './session.ts';

/** The error for what a session in this status cannot do. */
export function transitionRefused(sessionId: string, status: SessionStatus, verb: string): InklingError {
  return new InklingError('session-transition-refused', `Session ${sessionId} is ${status}: it cannot be ${verb}.`, {
    wayOut: 'An ended session stays ended; create another, with this one as its parent.',
    details: { sessionId, status, verb },
  });
}
