import type { Observation } from '../memory/observations/observation.ts';
import { decidingLines } from '../memory/talk/deciding-lines.ts';
import { readExchange } from '../memory/talk/exchange.ts';
import { authorizeCandidates } from './authorize-candidates.ts';
import type { RecallRequest, RecalledObservation, RecalledTalk } from './memory-store.ts';
import type { RecallPorts } from './recall.ts';
import type { ResolvedRecall } from './resolve-request.ts';

/** What stands behind an exchange that was found: the talk it is part of, as far as the viewer may read it. Other rows stay as they are. */
export async function expandTalks(
  ports: Pick<RecallPorts, 'rows' | 'authorizer' | 'onError'>,
  request: RecallRequest,
  { scope }: ResolvedRecall,
  rows: readonly RecalledObservation[],
  signal: AbortSignal,
): Promise<readonly RecalledObservation[]> {
  const sessionIds = [...new Set(rows.flatMap(({ observation }) => talkOf(observation) ?? []))];
  if (sessionIds.length === 0) return rows;
  const exchanges = await ports.rows(request.orgId).listTalks({ ...scope, sessionIds }, signal);
  const hit = { id: '', relevance: 0, score: 0 };
  const candidates = exchanges.map((observation) => ({ hit, observation }));
  const { allowed } = await authorizeCandidates(ports, request, candidates, signal);
  const talks = new Map<string, Observation[]>();
  for (const { observation } of allowed) {
    const known = talks.get(observation.sessionId ?? '');
    if (known) known.push(observation);
    else talks.set(observation.sessionId ?? '', [observation]);
  }
  return rows.map((row) => {
    const talk = talks.get(talkOf(row.observation) ?? '');
    return talk === undefined ? row : { ...row, talk: recalledTalk(talk) };
  });
}

/** The session of an exchange; null = it is none. */
function talkOf({ kind, sessionId }: Observation): string | null {
  return kind === 'exchange' ? sessionId : null;
}

function recalledTalk(exchanges: readonly Observation[]): RecalledTalk {
  const [first] = exchanges;
  const opening = first === undefined ? { user: '', agent: '' } : readExchange(first.content);
  return {
    title: opening.user || opening.agent,
    replaces: null,
    exchangeIds: exchanges.map(({ id }) => id),
    lines: decidingLines(exchanges),
  };
}
