import { homedir } from 'node:os';
import { InklingError, systemClock } from '@inkling/engine';
import { Command, Option } from 'commander';
import { findRepository } from '../../importers/git/locate-repository.ts';
import {
  findTranscripts,
  transcriptDirectory,
  type TranscriptFile,
} from '../../importers/transcripts/find-transcripts.ts';
import {
  importTranscripts,
  type TranscriptImportOptions,
  type TranscriptImportReport,
} from '../../importers/transcripts/import-transcripts.ts';
import { TRANSCRIPT_AGENTS, type TranscriptAgent } from '../../importers/transcripts/transcript.ts';
import { projectIdentity } from '../../project/project-identity.ts';
import { examples } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { withWritableMemory } from '../open-memory.ts';
import { runCommand, type CommandContext } from '../run-command.ts';
import { seconds } from '../seconds.ts';

interface ImportTranscriptsOptions {
  readonly agent?: TranscriptAgent;
  readonly dir?: string;
  readonly allProjects?: boolean;
  readonly full?: boolean;
}

/** `inkling import transcripts` */
export function importTranscriptsCommand(): Command {
  return new Command('transcripts')
    .description(
      'remember what earlier sessions of Claude Code, Codex and Gemini CLI taught; a second run reads only what is new',
    )
    .addOption(new Option('--agent <agent>', 'only this agent’s').choices([...TRANSCRIPT_AGENTS]))
    .option('--dir <directory>', 'where they are (default: where the agent keeps them); takes --agent')
    .option('--all-projects', 'of every project whose directory is still there, each into its own memory')
    .option('--full', 'read everything again')
    .addHelpText(
      'after',
      examples(
        'inkling import transcripts',
        'inkling import transcripts --all-projects',
        'inkling import transcripts --agent codex --dir backup/sessions --json',
      ),
    )
    .action((options: ImportTranscriptsOptions, command: Command) =>
      runCommand(command, (context) => run(context, options)),
    );
}

async function run(context: CommandContext, options: ImportTranscriptsOptions): Promise<ExitCode> {
  const files = await filesOf(options);
  const projectId = await context.project();
  return withWritableMemory(context, async (memory) => {
    const report = await importTranscripts(memory, {
      files,
      projectId,
      allProjects: options.allProjects === true,
      projectOf: projectOf(context, projectId, options),
      clock: systemClock,
      full: options.full === true,
      onProgress: (done, total) => context.terminal.progress('Reading transcripts', done, total),
    });
    for (const row of report.refused) context.terminal.note(`refused in ${row.file}: ${row.message}`);
    context.terminal.result(report, () => describe(report));
    return report.refused.length > 0 ? EXIT.partial : EXIT.ok;
  });
}

async function filesOf({ agent, dir }: ImportTranscriptsOptions): Promise<TranscriptFile[]> {
  if (dir !== undefined && agent === undefined) {
    throw new InklingError('invalid-input', 'Whose transcripts are in the directory is not said.', {
      wayOut: 'Add --agent claude-code, codex or gemini.',
    });
  }
  const agents = agent === undefined ? TRANSCRIPT_AGENTS : [agent];
  const found = await Promise.all(
    agents.map((one) => findTranscripts(one, dir ?? transcriptDirectory(one, homedir(), process.env))),
  );
  const files = found.flat();
  if (files.length > 0 || dir === undefined) return files;
  throw new InklingError('import-source-invalid', `There are no transcripts of ${agent} in ${dir}.`, {
    wayOut: 'Name the directory that holds the session files.',
    details: { path: dir },
  });
}

/** Directories repeat from session to session, and each costs two processes of git. */
function projectOf(
  context: CommandContext,
  wanted: string,
  { allProjects }: ImportTranscriptsOptions,
): TranscriptImportOptions['projectOf'] {
  const known = new Map<string, ReturnType<typeof placeOf>>();
  return async (directory) => {
    if (directory === null) return null;
    const place = known.get(directory) ?? placeOf(directory);
    known.set(directory, place);
    const found = await place;
    if (found === null) return null;
    // A project that was named is where the transcripts of this directory go, whatever the directory is called.
    const projectId = context.namedProject === undefined ? found.projectId : wanted;
    return allProjects === true || projectId === wanted ? { ...found, projectId } : null;
  };
}

async function placeOf(directory: string): Promise<{ projectId: string; root: string | null } | null> {
  try {
    const repository = await findRepository(directory);
    return { projectId: await projectIdentity(directory), root: repository?.workTree ?? directory };
  } catch (error) {
    // The directory is gone, or git cannot be asked about it.
    if (InklingError.isInstance(error)) return null;
    throw error;
  }
}

function describe(report: TranscriptImportReport): string {
  const { imported, known, quarantined, redacted, unreadableLines, refused } = report;
  const parts = [
    `${imported} new`,
    `${known} already known`,
    ...(quarantined > 0 ? [`${quarantined} kept out until they are reviewed`] : []),
    ...(redacted > 0 ? [`${redacted} with a secret redacted`] : []),
    ...(unreadableLines > 0 ? [`${unreadableLines} lines unreadable`] : []),
    ...(refused.length > 0 ? [`${refused.length} refused`] : []),
  ];
  const left = [
    ...(report.unchanged > 0 ? [`${report.unchanged} unchanged`] : []),
    ...(report.elsewhere > 0 ? [`${report.elsewhere} of other projects`] : []),
  ];
  const of = left.length > 0 ? ` (of ${report.files} files, ${left.join(', ')})` : '';
  return `${report.projectId}: ${report.sessions} sessions read${of} in ${seconds(report.elapsedMs)}: ${parts.join(', ')}.`;
}
