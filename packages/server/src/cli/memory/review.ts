import type { Command } from 'commander';
import type { Observation } from '@inkling/engine';
import type { Talk } from '@inkling/engine/types';
import { newCommand } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { CommandMemory } from '../../client/command-memory.ts';
import { withMemory } from '../open-memory.ts';
import { printableLine } from '../../base/printable-text.ts';
import { runCommand, type CommandContext } from '../run-command.ts';
import { countOf } from '../../base/figures.ts';

interface ReviewOptions {
  readonly session?: string;
  readonly release?: boolean;
}

/** Longer lines are cut: a review reads `inkling export` for the whole text. */
const MAX_LINE_CHARACTERS = 160;

/** Rows shown at once; the rest comes up when these are dealt with. */
const MOST_ROWS = 100;

export function reviewCommand(): Command {
  return newCommand(
    'review',
    'list the quarantine and the sessions with a remembered conversation, or release from quarantine',
    [
      'inkling review',
      'inkling review 0197c0de-1111-7222-8333-944455566677 --release',
      'inkling review --session 4f1c2a',
    ],
  )
    .argument('[id]', 'the observation to release')
    .option('--release', 'let it be recalled like any other')
    .option('--session <id>', 'show the conversation of this session')
    .action((id: string | undefined, options: ReviewOptions, command: Command) => {
      const { session, release: decides = false } = options;
      if (decides !== (id !== undefined)) command.error('error: name an <id> together with --release');
      if (session !== undefined && decides) command.error('error: use --session alone');
      return runCommand(command, (context) => run(context, id, session));
    });
}

function run(context: CommandContext, id: string | undefined, session: string | undefined): Promise<ExitCode> {
  if (id !== undefined) return release(context, id);
  return withMemory(context, (memory) =>
    session === undefined ? list(context, memory) : showTalk(context, memory, session),
  );
}

async function list(context: CommandContext, memory: CommandMemory): Promise<ExitCode> {
  const { terminal, namedProject } = context;
  const { rows, nextCursor } = await memory.observations.list({
    status: 'quarantined',
    limit: MOST_ROWS,
    ...(namedProject === undefined ? {} : { projectId: namedProject }),
  });
  const { lines, ...talks } = await describeTalks(context, memory);
  terminal.result({ rows, hasMore: nextCursor !== null, ...talks }, () =>
    [...rows.map(describeRow), ...lines].join('\n'),
  );
  if (terminal.json) return EXIT.ok;
  terminal.note(
    rows.length === 0 ? 'Nothing waits for a review.' : `${rows.length}${nextCursor ? '+' : ''} to review.`,
  );
  if (lines.length > 0) {
    terminal.note(
      `${talks.hasMoreTalks ? `${lines.length}+ sessions` : countOf(lines.length, 'session')}: inkling review --session <id> shows one.`,
    );
  }
  return EXIT.ok;
}

function describeRow({ id, projectId, quarantineReason, content }: Observation): string {
  const head = printableLine(`[${id}]  ${projectId ?? 'no project'}  ${quarantineReason ?? ''}`, 400);
  return `${head}\n   ${printableLine(content, MAX_LINE_CHARACTERS)}`;
}

function release(context: CommandContext, id: string): Promise<ExitCode> {
  return withMemory(context, async ({ observations }) => {
    const { released } = await observations.release(id, { actor: 'cli' });
    context.terminal.result({ id, released }, () => (released ? 'Released.' : 'It was not in quarantine.'));
    return EXIT.ok;
  });
}

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
