import { existsSync } from 'node:fs';
import { InklingError } from '@inkling/engine/errors';
import { systemClock } from '@inkling/engine/operator';
import { type Command, Option } from 'commander';
import { waited } from '../../base/time.ts';
import { thisHost } from '../../config/storage.ts';
import { findRepositoryPlace } from '../../git/locate-repository.ts';
import {
  findTranscripts,
  transcriptDirectories,
  type TranscriptFile,
} from '../../importers/transcripts/find-transcripts.ts';
import {
  importTranscripts,
  type TranscriptImportOptions,
  type TranscriptImportReport,
  type TranscriptProject,
} from '../../importers/transcripts/import-transcripts.ts';
import { TRANSCRIPT_AGENTS, type TranscriptAgent } from '../../importers/transcripts/transcript.ts';
import { projectIdentity } from '../../project/project-identity.ts';
import { newCommand } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { withWritableMemory } from '../open-memory.ts';
import { acting, type CommandContext } from '../run-command.ts';

interface ImportTranscriptsOptions {
  readonly agent?: TranscriptAgent;
  readonly dir?: string;
  readonly allProjects?: boolean;
  readonly full?: boolean;
}

export function importTranscriptsCommand(): Command {
  return newCommand(
    'transcripts',
    'remember what earlier sessions of agents taught, from the files they left on this disk; a second run reads only what is new',
    [
      'inkling import transcripts',
      'inkling import transcripts --all-projects',
      'inkling import transcripts --agent codex --dir backup/sessions --project local/api --json',
    ],
  )
    .addOption(new Option('--agent <agent>', 'only transcripts of this agent').choices([...TRANSCRIPT_AGENTS]))
    .option(
      '--dir <directory>',
      'where the transcripts are (default: where the agent keeps them); needs --agent; with --project, all of them go into that project',
    )
    .option('--all-projects', 'import every project whose directory still exists, each into its own memory')
    .option('--full', 'read everything again')
    .action(acting(run));
}

async function run(context: CommandContext, options: ImportTranscriptsOptions): Promise<ExitCode> {
  const files = await filesOf(options);
  const projectId = await context.project();
  const named = context.namedProject === undefined ? {} : { here: await projectIdentity(process.cwd()) };
  const isCopy = context.namedProject !== undefined && options.dir !== undefined;
  const allProjects = options.allProjects === true;
  return withWritableMemory(context, async (memory) => {
    const report = await importTranscripts(memory, {
      files,
      projectId,
      allProjects,
      projectOf: createPlaceFinder({ projectId, ...named, isCopy, allProjects }),
      clock: systemClock,
      full: options.full === true,
      onProgress: (done, total) => context.terminal.progress('Reading transcripts', done, total),
    });
    for (const row of report.refused) context.terminal.note(`refused in ${row.file}: ${row.message}`);
    context.terminal.result(report, () => describeTranscriptImport(report, waited()));
    return report.refused.length > 0 ? EXIT.partial : EXIT.ok;
  });
}

async function filesOf({ agent, dir }: ImportTranscriptsOptions): Promise<TranscriptFile[]> {
  if (dir !== undefined && agent === undefined) {
    throw new InklingError('invalid-input', '--dir does not say which agent the transcripts are from.', {
      hint: `Add --agent with one of: ${TRANSCRIPT_AGENTS.join(', ')}.`,
    });
  }
  const agents = agent === undefined ? TRANSCRIPT_AGENTS : [agent];
  const { home, environment } = thisHost();
  const found = await Promise.all(
    agents.map((one) =>
      findTranscripts(one, ...(dir === undefined ? transcriptDirectories(one, home, environment) : [dir])),
    ),
  );
  const files = found.flat();
  if (files.length > 0 || dir === undefined) return files;
  throw new InklingError('import-source-invalid', `There are no transcripts of ${agent} in ${dir}.`, {
    hint: 'Name the directory that holds the session files.',
    details: { path: dir },
  });
}

/** What one and several of a kind are called, the most telling first. Other kinds are called by their name. */
const NAMES: Readonly<Record<string, readonly [one: string, several: string]>> = {
  exchange: ['exchange', 'exchanges'],
  decision: ['decision', 'decisions'],
  convention: ['convention', 'conventions'],
  error: ['fix', 'fixes'],
  explicit: ['note', 'notes'],
  session_summary: ['session summary', 'session summaries'],
};

/** How an import ended, in words: what it kept of how many sessions, and below how long that took and what it left. */
export function describeTranscriptImport(report: TranscriptImportReport, waited: string): string {
  const { projectId, sessions, kinds, amendments, files, unchanged, elsewhere } = report;
  const order = [...new Set([...Object.keys(NAMES), ...Object.keys(kinds)])];
  const kept = order.flatMap((kind) => counted(kinds[kind] ?? 0, NAMES[kind] ?? [kind, kind]));
  const amended = counted(amendments, ['amendment', 'amendments']).map((text) => `; ${text}`);
  const left = [
    ...counted(unchanged, 'unchanged'),
    ...counted(elsewhere, 'of other projects or of directories that are gone'),
  ];
  const rest = [
    ...(left.length > 0 ? [`of ${figure(files)} files ${left.join(', ')}`] : []),
    ...counted(report.known, ['statement already known', 'statements already known']),
    ...counted(report.forgotten, 'left out as forgotten'),
    ...counted(report.redacted, 'with a secret redacted'),
    ...counted(report.unreadableLines, ['line unreadable', 'lines unreadable']),
    ...counted(report.refused.length, 'refused'),
  ];
  const read = sessions === 1 ? '1 session' : `${figure(sessions)} sessions`;
  return [
    `${read}: ${kept.join(', ') || 'nothing new'}${amended.join('')}.`,
    `${projectId}, ${waited}${rest.length > 0 ? `: ${rest.join(', ')}` : ''}.`,
    ...describeWaiting(report.quarantined),
  ].join('\n');
}

/** A line that says how many of the new rows are in quarantine, and how to see them; none when there are none. */
export function describeWaiting(quarantined: number): string[] {
  const waiting = ['is kept out until it is reviewed', 'are kept out until they are reviewed'] as const;
  return counted(quarantined, waiting).map((text) => `${text}: inkling review`);
}

function counted(count: number, name: string | readonly [string, string]): string[] {
  if (count === 0) return [];
  const [one, several] = typeof name === 'string' ? [name, name] : name;
  return [`${figure(count)} ${count === 1 ? one : several}`];
}

const figure = (count: number): string => count.toLocaleString('en-US');

/** Which sessions are wanted, and where they go. */
interface WantedSessions {
  /** The project that they go to. */
  readonly projectId: string;
  /** The project of the working directory, when `projectId` was named by somebody. (Default: `projectId`) */
  readonly here?: string;
  /** Somebody named the project and the files: their sessions go there wherever they were held. (Default: false) */
  readonly isCopy?: boolean;
  /** Those of every project whose directory is still there, each into its own unless one was named. (Default: false) */
  readonly allProjects?: boolean;
}

/** Finds where a session belongs by its directory. Directories repeat from session to session, and each costs four processes of git. */
export function createPlaceFinder(wanted: WantedSessions): TranscriptImportOptions['projectOf'] {
  const { projectId, here = projectId, isCopy = false, allProjects = false } = wanted;
  const known = new Map<string, Promise<TranscriptProject | null>>();
  return async (directory) => {
    const place = directory === null ? Promise.resolve(null) : (known.get(directory) ?? placeOf(directory));
    if (directory !== null) known.set(directory, place);
    const found = await place;
    // From another machine or checkout: the directory is not there, but paths begin with it.
    if (isCopy) return { projectId, root: found?.root ?? directory };
    if (found === null) return directory === null ? null : 'away';
    const isWanted = allProjects || found.projectId === projectId || found.projectId === here;
    return isWanted ? { root: found.root, projectId: wanted.here === undefined ? found.projectId : projectId } : null;
  };
}

/** Where agents that work side by side have their checkouts, which are removed afterwards. */
const WORKTREE = /^(.+)\/\.claude\/worktrees\/[^/]+/u;

async function placeOf(directory: string): Promise<TranscriptProject | null> {
  const [worktree = '', repository] = existsSync(directory) ? [] : (WORKTREE.exec(directory) ?? []);
  if (repository !== undefined) {
    const place = await placeOf(repository);
    return place && { ...place, root: worktree };
  }
  try {
    const repository = await findRepositoryPlace(directory);
    return { projectId: await projectIdentity(directory), root: repository?.workTree ?? directory };
  } catch (error) {
    // The directory is gone, or git cannot be asked about it.
    if (InklingError.isInstance(error)) return null;
    throw error;
  }
}
