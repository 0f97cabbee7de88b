import type { Observation } from '@inkling/engine';
import type { Talk } from '@inkling/engine/types';
import type { CommandMemory } from '../../client/command-memory.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { printableLine } from '../../base/printable-text.ts';
import type { CommandContext } from '../run-command.ts';

const MOST_TALKS = 20;
/** More than a session keeps, unless its project says otherwise. */
const MOST_EXCHANGES = 1000;

/** The newest sessions whose talk is remembered, in lines. */
export async function describeTalks(
  { namedProject }: CommandContext,
  { observations }: CommandMemory,
): Promise<{ readonly talks: readonly Talk[]; readonly hasMoreTalks: boolean; readonly lines: readonly string[] }> {
  const project = namedProject === undefined ? {} : { projectId: namedProject };
  const { rows, nextCursor } = await observations.talks({ limit: MOST_TALKS, ...project });
  return { talks: rows, hasMoreTalks: nextCursor !== null, lines: rows.map(describeTalk) };
}

function describeTalk({ sessionId, projectId, exchanges, lastAt, opening }: Talk): string {
  const counted = `${exchanges} ${exchanges === 1 ? 'exchange' : 'exchanges'}`;
  const head = printableLine(`${dayOf(lastAt)} ${sessionId} ${projectId ?? 'no project'} ${counted}`, 400);
  return `${head}\n   ${printableLine(opening.content, 160)}`;
}

/** Shows what was said in a session, in its order. */
export async function showTalk(
  { terminal }: CommandContext,
  { observations }: CommandMemory,
  sessionId: string,
): Promise<ExitCode> {
  const { rows, nextCursor } = await observations.list({ kind: 'exchange', sessionId, limit: MOST_EXCHANGES });
  const exchanges = rows.toReversed();
  terminal.result({ sessionId, exchanges, hasMore: nextCursor !== null }, () =>
    exchanges.map(describeExchange).join('\n\n'),
  );
  if (exchanges.length === 0) terminal.note('Nothing that was said in this session is remembered.');
  return EXIT.ok;
}

function describeExchange({ id, createdAt, content }: Observation): string {
  return `${dayOf(createdAt)} ${createdAt.slice(11, 16)}  [${id}]\n${content}`;
}

function dayOf(moment: string): string {
  return moment.slice(0, 10);
}
