import { addToList } from '../../base/lists.ts';
import type { Observation } from '../../memory/observations/observation.ts';
import type { Authorizer } from '../../memory/policy/authorizer.ts';
import { decidingLines } from '../../memory/talk/deciding-lines.ts';
import { readExchange } from '../../memory/talk/exchange.ts';
import { authorizeCandidates } from './authorize-candidates.ts';
import type { RecallRequest, RecalledObservation, RecalledTalk } from '../memory-store.ts';
import type { TalkSource } from '../scopes/scope-entry.ts';
import type { ResolvedRecall } from '../resolve-request.ts';

/** What the talks of rows are read from, and who decides on them. */
export interface TalkPorts {
  readonly talks?: (orgId: string) => TalkSource;
  readonly authorizer: Authorizer;
  readonly onError: (error: unknown) => void;
}

/** A block has room for two, and a session has had some. Each costs a tool call a millisecond. */
const MOST_TALKS = 4;

/**
 * What stands behind an exchange that was found: the talk it is part of, as far as the viewer may read it. Where a later talk changed what it
 * settled, that one stands in its place, once. Other rows stay as they are, and so do the exchanges of talks behind the best four.
 */
export async function expandTalks(
  ports: TalkPorts,
  request: RecallRequest,
  { scope }: ResolvedRecall,
  rows: readonly RecalledObservation[],
  signal: AbortSignal,
): Promise<readonly RecalledObservation[]> {
  const found = [...new Set(rows.flatMap(({ observation }) => talkOf(observation) ?? []))];
  const source = found.length === 0 ? undefined : ports.talks?.(request.orgId);
  if (!source) return rows;
  const ahead = found.slice(0, MOST_TALKS);
  const talksOf = (sessionIds: readonly string[]) => source.getTalks({ ...scope, sessionIds }, signal);
  // Mostly nothing was amended: asked for together, they wait for the database once.
  const [latest, own] = await Promise.all([source.amendments.latest(found, signal), talksOf(ahead)]);
  const later = [...new Set(ahead.map((id) => latest.get(id) ?? id))].filter((id) => !ahead.includes(id));
  const exchanges = later.length === 0 ? own : [...own, ...(await talksOf(later))];
  const hit = { id: '', relevance: 0, score: 0 };
  const { allowed } = await authorizeCandidates(
    ports,
    request,
    exchanges.map((observation) => ({ hit, observation })),
    signal,
  );
  return inPlace(rows, bySession(allowed.map(({ observation }) => observation)), latest);
}

function bySession(exchanges: readonly Observation[]): ReadonlyMap<string, readonly Observation[]> {
  const talks = new Map<string, Observation[]>();
  for (const exchange of exchanges) {
    addToList(talks, exchange.sessionId ?? '', exchange);
  }
  return talks;
}

function inPlace(
  rows: readonly RecalledObservation[],
  talks: ReadonlyMap<string, readonly Observation[]>,
  latest: ReadonlyMap<string, string>,
): RecalledObservation[] {
  const shown = new Set<string>();
  return rows.flatMap((row): RecalledObservation[] => {
    const own = talkOf(row.observation);
    if (own === null) return [row];
    const amending = talks.get(latest.get(own) ?? '');
    const sessionId = amending === undefined ? own : latest.get(own)!;
    // What was amended by a talk that the viewer may not read is not shown as if it held.
    if (amending === undefined && latest.has(own)) return [];
    if (shown.has(sessionId)) return [];
    shown.add(sessionId);
    const talk = amending ?? talks.get(own);
    if (talk === undefined) return [row];
    const replaces = amending === undefined ? null : row.observation.createdAt;
    const observation = amending?.at(-1) ?? row.observation;
    return [{ ...row, observation, talk: recalledTalk(talk, replaces) }];
  });
}

/** The session of an exchange; null = it is none. */
function talkOf({ kind, sessionId }: Observation): string | null {
  return kind === 'exchange' ? sessionId : null;
}

function recalledTalk(exchanges: readonly Observation[], replaces: string | null): RecalledTalk {
  const [first] = exchanges;
  const opening = first === undefined ? { user: '', agent: '' } : readExchange(first.content);
  return {
    title: opening.user || opening.agent,
    replaces,
    exchangeIds: exchanges.map(({ id }) => id),
    lines: decidingLines(exchanges),
  };
}
