import type { Command } from 'commander';
import type { RecalledObservation, RecallResult } from '@inkling/engine';
import { excerptOfTalk, shortRevertOf } from '@inkling/engine/operator';
import type { LeftOut } from '@inkling/engine/types';
import { newCommand, repeatable, share, wholeNumber } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { withMemory } from '../open-memory.ts';
import { printableLine, printableText } from '../../base/printable-text.ts';
import { acting, type CommandContext } from '../run-command.ts';

interface RecallOptions {
  readonly path: readonly string[];
  readonly limit: number;
  readonly minRelevance: number;
  readonly deadline: number;
  readonly explain?: boolean;
}

const MAX_LINE_CHARACTERS = 160;
/** Of a talk, below its title. */
const MAX_TALK_CHARACTERS = 300;

export function recallCommand(): Command {
  return newCommand('recall', 'search the memory', [
    'inkling recall "retry with backoff"',
    'inkling recall "what did we decide about the cache last week?"',
    'inkling recall "null pointer" --path src/auth.ts --explain',
    'inkling recall timeouts --json | jq ".rows[].observation.id"',
  ])
    .argument('<query>', 'what to look for, in plain words')
    .addOption(repeatable('-p, --path <path>', 'a file that is being worked on; may be repeated'))
    .option('-n, --limit <n>', 'maximum number of results', wholeNumber(1, 200), 10)
    .option('--min-relevance <share>', 'leave out what is less relevant, 0 to 1', share, 0.25)
    .option('--deadline <ms>', 'longest wait', wholeNumber(1, 600_000), 5_000)
    .option('--explain', 'explain the rank of each row, and what was left out')
    .action(acting(run));
}

async function run(context: CommandContext, query: string, options: RecallOptions): Promise<ExitCode> {
  const [projectId, paths] = await Promise.all([context.project(), context.paths(options.path)]);
  return withMemory(context, async (memory) => {
    await memory.warm({ projectId });
    const result = await memory.recall({
      projectId,
      queryText: query,
      paths,
      limit: options.limit,
      minRelevance: options.minRelevance,
      deadlineMs: options.deadline,
      explain: options.explain === true,
    });
    context.terminal.result({ projectId, ...result }, () => result.rows.map(describeRow).join('\n'));
    const { minRelevance, explain = false } = options;
    if (!context.terminal.json)
      context.terminal.note(describeRecallEnd(result, { query, projectId, minRelevance, explain }));
    return result.outcome === 'ok' ? EXIT.ok : EXIT.deadline;
  });
}

/** A row of the list, numbered by its place in it. */
export function describeRow(row: RecalledObservation, index: number): string {
  const { id, kind, createdAt, content } = row.observation;
  const revertedBy = shortRevertOf(row.observation);
  const mark = revertedBy === null ? '' : `  (reverted by ${revertedBy})`;
  const head = `${index + 1}. ${row.relevance.toFixed(2)}  ${kind}  ${createdAt.slice(0, 10)}  [${id}]${mark}`;
  const text = excerptOfTalk(row, MAX_TALK_CHARACTERS) ?? printableLine(content, MAX_LINE_CHARACTERS);
  const lines = [
    head,
    ...printableText(text)
      .split('\n')
      .map((line) => `   ${line}`),
  ];
  if (row.explanation) lines.push(`   ${describeReasons(row)}`);
  return lines.join('\n');
}

function describeReasons({ explanation, score }: RecalledObservation): string {
  if (!explanation) return '';
  const figures = Object.entries(explanation)
    .filter((entry): entry is [string, number] => typeof entry[1] === 'number' && entry[1] !== 0)
    .map(([name, value]) => `${name} ${Number(value.toPrecision(3))}`);
  const words = explanation.terms.slice(0, 8).join(' ');
  const parts = [
    `score ${Number(score.toPrecision(3))}`,
    ...figures,
    `in ${explanation.fields.join('+') || 'no field'}`,
  ];
  return printableLine(`${parts.join(', ')}; words: ${words || 'none'}; policy: ${explanation.policy}`, 400);
}

/** What the last line about a recall has to know beside its result. */
interface RecallQuestion {
  readonly query: string;
  readonly projectId: string;
  readonly minRelevance: number;
  readonly explain: boolean;
}

/** How a recall ended, in one line: how much was found, where, in what time, and, when it was to explain, what was left out and why. */
export function describeRecallEnd(result: RecallResult, question: RecallQuestion): string {
  const { query, projectId, minRelevance, explain } = question;
  if (result.namesNothing) return `"${printableLine(query, 80)}" names nothing to look for.`;
  const elapsed = `${result.elapsedMs.toFixed(1)} ms`;
  if (result.outcome !== 'ok') return `No answer within the deadline (${elapsed}).`;
  const degraded = result.degraded ? `, ${result.degraded}` : '';
  const place = `in ${printableLine(projectId, 200)} (${elapsed}${degraded})`;
  const leftOut = describeLeftOut(result.leftOut, minRelevance);
  const behind = leftOut === '' ? '' : `; left out: ${leftOut}`;
  if (result.rows.length > 0) return `${result.rows.length} found ${place}${behind}`;
  if (leftOut !== '') return `Everything that was found was left out ${place}${behind}`;
  return `Nothing relevant is remembered ${place}${explain ? '' : '; --explain says whether anything was left out'}`;
}

/** By reason, the one first that keeps something back from somebody. */
function describeLeftOut(rows: readonly LeftOut[], minRelevance: number): string {
  const of = (reason: LeftOut['reason']): readonly LeftOut[] => rows.filter((row) => row.reason === reason);
  const below = of('below-relevance');
  const best = Math.max(...below.map(({ relevance }) => relevance));
  const parts = [
    counted(of('denied'), `denied by policy (${policiesOf(of('denied'))})`),
    counted(below, `below the relevance of ${minRelevance} (the best has ${Number(best.toPrecision(2))})`),
    counted(of('near-duplicate'), 'nearly the same as another'),
    counted(of('not-recallable'), 'not recallable any more'),
  ];
  return printableLine(parts.filter((part) => part !== '').join(', '), 400);
}

function counted(rows: readonly LeftOut[], words: string): string {
  return rows.length === 0 ? '' : `${rows.length} ${words}`;
}

/** A denial without a decision, or without a policy in it, is what anything but a clear permit comes to. */
function policiesOf(rows: readonly LeftOut[]): string {
  const names = rows.map(({ decision }) => decision?.policy ?? 'no policy permits it');
  return [...new Set(names)].join(', ');
}
