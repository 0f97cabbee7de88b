import { InklingError } from '@inkling/engine';
import { issueInspectorCodeEndpoint, openInspectorEndpoint } from '../../contract/inspector.ts';
import { noSuchCode } from '../../state/inspector-access.ts';
import type { Caller } from '../caller.ts';
import { route, type Route } from '../route.ts';
import { MACHINE } from '../token-access.ts';

/** How a browser gets into the web app. */
export const inspectorRoutes: readonly Route[] = [
  route(issueInspectorCodeEndpoint, async ({ caller, services: { inspectorAccess } }) => {
    requireMachine(caller);
    const { secret, expiresAt } = inspectorAccess.issueCode(caller.orgId);
    return { code: secret, expiresAt };
  }),
  route(openInspectorEndpoint, async ({ caller, services: { inspectorAccess } }) => {
    // Whoever comes with something else has what a pass gives, and a pass would outlive a key that is revoked.
    if (!caller.operations?.has(openInspectorEndpoint.id)) throw noSuchCode();
    return { ...inspectorAccess.createPass(caller.orgId), orgId: caller.orgId };
  }),
];

/** A pass that could make codes could prolong itself for ever, and a key's code would outlive the key. */
function requireMachine({ actor }: Caller): void {
  if (actor === MACHINE) return;
  throw new InklingError('unauthorized', 'Codes are made with the token of the machine only.', {
    wayOut: 'Print an address with `inkling inspect` on the machine where the daemon runs.',
  });
}
