import { randomUUID } from 'node:crypto';
import type { SessionMemoryBlock } from '@inkling/engine';
import { composeRetrievalQuery } from '@inkling/engine/building-blocks';
import { type Command, Option } from 'commander';
import { countOf } from '../../base/figures.ts';
import { newCommand, repeatable, share, wholeNumber } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { CommandMemory } from '../../client/command-memory.ts';
import { readProjectSettings } from '../../config/project-settings.ts';
import { narrowSettings } from '../../config/resolve-settings.ts';
import { topOfProject } from '../../project/project-identity.ts';
import { withMemory } from '../open-memory.ts';
import { runCommand, type CommandContext } from '../run-command.ts';

interface BlockOptions {
  readonly workType: string;
  readonly title?: string;
  readonly identifier?: string;
  readonly description?: string;
  readonly path: readonly string[];
  readonly budget?: number;
  readonly minRelevance?: number;
  readonly deadline: number;
  readonly session?: string;
}

export function blockCommand(): Command {
  return newCommand('block', 'print the memory block that an agent gets at the start of a session', [
    'inkling block --work-type bug_fix --title "Null pointer in auth middleware"',
    'inkling block -t feature --identifier ENG-412 --title "Export as CSV" --json',
  ])
    .addOption(
      new Option(
        '-t, --work-type <type>',
        'bug_fix, feature, refactor, chore or any other word; decides the budget',
      ).default('unknown'),
    )
    .option('--title <text>', 'title of the work item')
    .option('--identifier <text>', 'its identifier, for example ENG-412')
    .option('--description <text>', 'its description; the first line is used')
    .addOption(repeatable('-p, --path <path>', 'a file that the work item names; may be repeated'))
    .option('--budget <tokens>', 'instead of the budget of the work type', wholeNumber(0, 1_000_000))
    .option(
      '--min-relevance <share>',
      'leave out what is less relevant, 0 to 1 (default: session_start.min_relevance)',
      share,
    )
    .option('--deadline <ms>', 'longest wait', wholeNumber(1, 600_000), 5_000)
    .option('--session <id>', 'the session that will receive the block: logs the injection')
    .action((options: BlockOptions, command: Command) => {
      if (!options.title && !options.identifier && !options.description) {
        command.error('error: name the work item with --title, --identifier or --description');
      }
      return runCommand(command, (context) => run(context, options));
    });
}

async function run(context: CommandContext, options: BlockOptions): Promise<ExitCode> {
  const [projectId, paths] = await Promise.all([context.project(), context.paths(options.path)]);
  const file = readProjectSettings(await topOfProject(process.cwd()));
  return withMemory(context, async (memory) => {
    await memory.warm({ projectId });
    const switchedOff = switchOf(context, file) ?? (await projectSwitchOf(memory, projectId));
    const sessionId = options.session ?? `preview-${randomUUID()}`;
    const block = await memory.previewStartBlock({
      sessionId,
      workType: options.workType,
      projectId,
      queryText: composeRetrievalQuery(options, sessionId),
      paths,
      ...narrowedBy(context, file),
      ...(options.minRelevance === undefined ? {} : { minRelevance: options.minRelevance }),
      deadlineMs: options.deadline,
      ...(options.budget === undefined
        ? { atMostTokens: file.values['session_start.budgets'] ?? {} }
        : { budget: { defaults: { [options.workType]: options.budget } } }),
    });
    const logId = options.session ? await logInjection(memory, block, options, projectId, options.session) : null;
    context.terminal.result({ projectId, workType: options.workType, logId, switchedOff, ...block }, () => block.block);
    if (!context.terminal.json) context.terminal.note(describeEnd(block, switchedOff));
    if (block.outcome === 'failed') return EXIT.failure;
    return block.outcome === 'deadline-exceeded' ? EXIT.deadline : EXIT.ok;
  });
}

type ProjectFile = ReturnType<typeof readProjectSettings>;

/** What the project's file says of a start block, where nobody says it on the command line. */
function narrowedBy(context: CommandContext, { values, file }: ProjectFile) {
  const narrowed = narrowSettings(context.settings(), values, file).values;
  return {
    ...(values['session_start.min_relevance'] === undefined
      ? {}
      : { minRelevance: narrowed['session_start.min_relevance'] }),
    withoutGraph: values['graph.enabled'] === false,
  };
}

const SWITCHES = ['hooks.enabled', 'memory_injection.enabled', 'session_start.enabled'] as const;

/** Which setting keeps start blocks from the agents of this directory, and who set it; null = none. */
function switchOf(context: CommandContext, { values, file, isBroken }: ProjectFile): string | null {
  if (isBroken) return `${file} cannot be read`;
  const settings = narrowSettings(context.settings(), values, file);
  const off = SWITCHES.find((key) => !settings.values[key]);
  return off === undefined ? null : `${off} = false (${settings.sources[off]})`;
}

/** The same of what administrators set. */
async function projectSwitchOf({ config }: CommandMemory, projectId: string): Promise<string | null> {
  const { memoryEnabled, runtimeInjectEnabled, updatedBy } = await config.project(projectId);
  if (memoryEnabled && runtimeInjectEnabled) return null;
  return `${memoryEnabled ? 'runtime_inject_enabled' : 'memory_enabled'} = false (set by ${updatedBy})`;
}

function logInjection(
  memory: CommandMemory,
  block: SessionMemoryBlock,
  options: BlockOptions,
  projectId: string,
  sessionId: string,
): Promise<string> {
  const { budgetTokens, actualTokens, observationIds, sessionSummaryIds, graphNodeIds, graphEdgeKeys, queryText } =
    block;
  return memory.recordContextInjection({
    sessionId,
    workType: options.workType,
    projectId,
    budgetTokens,
    actualTokens,
    observationIds,
    sessionSummaryIds,
    graphNodeIds,
    graphEdgeKeys,
    queryText,
  });
}

/** The figures below a block. */
function describeEnd(block: SessionMemoryBlock, switchedOff: string | null): string {
  const { outcome, actualTokens, budgetTokens, observationIds, elapsedMs } = block;
  const figures = `${actualTokens} of ${budgetTokens} tokens, ${countOf(observationIds.length, 'observation')}, ${elapsedMs.toFixed(1)} ms`;
  const end = outcome === 'ok' ? figures : `No block: ${outcome} (${figures})`;
  if (switchedOff === null) return end;
  // Nothing was asked, so nobody knows what there would be.
  const otherwise = outcome === 'memory-off' ? '' : ` Without that: ${end}`;
  return `Agents get no block here: ${switchedOff}.${otherwise}`;
}
