import { names, type Heuristic } from './heuristic.ts';
import type { Facet } from './derived-context.ts';

/** What the agents call the tool that runs a command line. */
const SHELL_TOOLS: readonly string[] = names(
  'Bash Shell shell_command local_shell exec_command exec run_shell_command run_terminal_cmd run_command powershell execute_command container.exec',
);

/** Tools that run commands, and those of git. */
export const COMMAND_HEURISTICS: readonly Heuristic[] = [
  {
    tools: SHELL_TOOLS,
    facets: [
      'lastCommand',
      'workingDirectory',
      'lastTestRun',
      'lastBuild',
      'lastCheck',
      'lastInstall',
      'lastGitOp',
      'currentBranch',
      'lastSearch',
      'lastFetch',
      'currentFile',
      'lastEditedFile',
      'lastDeletedFile',
    ],
    reading: 'shell',
    fields: ['command', 'cmd', 'script'],
    use: 'Codex reads, searches and edits by commands alone; every agent tests, builds and commits by them.',
  },
  {
    tools: SHELL_TOOLS,
    facets: ['workingDirectory'],
    reading: 'path',
    fields: ['workdir', 'working_directory', 'workingDirectory', 'cwd', 'dir_path', 'directory'],
    use: 'The directory that the command was given wins over one that it changes to.',
  },
  {
    tools: names(
      'git_status git_diff git_diff_staged git_diff_unstaged git_commit git_add git_log git_checkout git_create_branch git_reset git_show git_push git_pull',
    ),
    facets: ['lastGitOp'],
    reading: 'git',
    fields: ['message', 'branch_name', 'branch', 'revision', 'target', 'files'],
    use: 'The same fact as a git command in a shell.',
  },
  {
    tools: ['git_checkout', 'git_create_branch'],
    facets: ['currentBranch'],
    reading: 'text',
    fields: ['branch_name', 'branch'],
    use: 'Work on another branch is other work.',
  },
];

/** What a command is about, as far as its program and its first words tell. */
export type CommandKind = Extract<Facet, 'lastTestRun' | 'lastBuild' | 'lastCheck' | 'lastInstall' | 'lastGitOp'>;

/** Every name with what it stands for. */
const words = <Meaning extends CommandKind | ScriptKinds>(meaning: Meaning, text: string): [string, Meaning][] =>
  names(text).map((name) => [name, meaning]);

/** Programs that do one thing, whatever follows. */
export const PROGRAM_KINDS: ReadonlyMap<string, CommandKind> = new Map([
  ...words('lastGitOp', 'git'),
  ...words(
    'lastTestRun',
    'vitest jest mocha ava tap pytest py.test tox nox rspec phpunit ctest cypress minitest pest busted bats gotestsum',
  ),
  ...words(
    'lastBuild',
    'tsc webpack rollup esbuild tsup tsdown cmake ninja javac gcc g++ clang clang++ rustc msbuild xcodebuild',
  ),
  ...words(
    'lastCheck',
    'eslint oxlint oxfmt biome prettier stylelint ruff flake8 pylint black isort mypy pyright golangci-lint gofmt rubocop shellcheck staticcheck knip vue-tsc',
  ),
]);

/** What a subcommand, a script or a target of a program means. Unknown ones mean nothing. */
const PACKAGE_SCRIPTS: readonly [string, CommandKind][] = [
  ...words('lastTestRun', 'test t tst tests e2e'),
  ...words('lastBuild', 'build compile bundle'),
  ...words('lastCheck', 'lint check typecheck type-check types format fmt'),
  ...words('lastInstall', 'install i ci add link'),
];
const NATIVE_COMMANDS: readonly [string, CommandKind][] = [
  ...words('lastTestRun', 'test nextest verify'),
  ...words('lastBuild', 'build package compile assemble b'),
  ...words('lastCheck', 'clippy vet fmt check format lint'),
  ...words('lastInstall', 'add get install restore'),
];

const packageManager = new Map(PACKAGE_SCRIPTS);
// What `run` runs is a program of the user's, whose name means nothing.
const native = new Map<string, CommandKind | null>([...NATIVE_COMMANDS, ['run', null]]);
const installer = new Map(words('lastInstall', 'install add sync update upgrade require ci'));
const maker = new Map([...PACKAGE_SCRIPTS, ...NATIVE_COMMANDS, ...words('lastBuild', 'all')]);

/** null = what follows means nothing either. */
export type ScriptKinds = ReadonlyMap<string, CommandKind | null>;

/** Programs whose next word decides. */
export const SUBCOMMAND_KINDS: ReadonlyMap<string, ScriptKinds> = new Map<string, ScriptKinds>([
  ...words(packageManager, 'npm pnpm yarn bun deno turbo nx lerna'),
  ...words(native, 'go cargo dotnet swift zig mix sbt bazel mvn gradle gradlew mvnw flutter vite next playwright ng'),
  ...words(maker, 'make just task rake mage invoke'),
  ...words(installer, 'pip pip3 uv poetry pdm gem bundle composer apt apt-get brew apk dnf yum conda pipx'),
  ['docker', new Map(words('lastBuild', 'build buildx'))],
  ['podman', new Map(words('lastBuild', 'build'))],
]);

/** What the name of a script or a target means: `test`, `test:unit`, `unit:test`, `build-docs`; undefined = nothing known. */
export function kindOfScript(kinds: ScriptKinds, script: string): CommandKind | null | undefined {
  if (kinds.has(script)) return kinds.get(script);
  if (!/[:\-_]/u.test(script)) return undefined;
  const parts = script.split(/[:\-_]/u);
  return kinds.get(parts[0]!) ?? kinds.get(parts.at(-1)!);
}
