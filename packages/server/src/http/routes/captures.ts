import { captureSessionEndpoint, captureStatementEndpoint } from '../../contract/captures.ts';
import { route, type Route } from '../route.ts';

/** What sessions learn. */
export const captureRoutes: readonly Route[] = [
  route(captureStatementEndpoint, ({ memory, body }) => memory.capture.remember(body)),
  route(captureSessionEndpoint, ({ memory, params: { sessionId } }) => memory.capture.session(sessionId)),
];
