import { captureSessionEndpoint, captureStatementEndpoint } from '../../contract/captures.ts';
import { route, type Route } from '../route.ts';
import { requireWriteRights } from '../write-rights.ts';

/** What sessions learn. */
export const captureRoutes: readonly Route[] = [
  route(captureStatementEndpoint, async ({ body, ...call }) => {
    const [statement = body] = await requireWriteRights(call, [body]);
    return call.memory.capture.remember(statement);
  }),
  route(captureSessionEndpoint, ({ memory, params: { sessionId } }) => memory.capture.session(sessionId)),
];
