import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A directory of the test's own, outside every repository. */
export function temporaryDirectory(): string {
  return realpathSync(mkdtempSync(path.join(tmpdir(), 'inkling-test-')));
}

export function removeDirectory(directory: string): void {
  rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
}

export interface CommitSpec {
  readonly message: string | Buffer;
  /**
   * Written and committed, with all that changed. Without any, and without a `write`, what is in the index is committed: a file that was
   * changed or removed otherwise is not, and no word is said of it.
   */
  readonly files?: Readonly<Record<string, string>>;
  readonly author?: string;
  readonly email?: string;
  /** Seconds since 1970. */
  readonly at?: number;
  readonly flags?: readonly string[];
}

/** A real repository, made with real git, without the settings of the machine's user. */
export interface GitFixture {
  readonly directory: string;
  git(...args: string[]): string;
  write(file: string, text: string): void;
  commit(spec: CommitSpec): string;
  /** Commits without a change, made by one process. */
  commitEach(messages: readonly string[]): void;
}

// One process of this one's: a test worker is large, and each that it starts costs 25 ms for a gigabyte of it.
const ADD_AND_COMMIT = 'git add --all && exec git "$@"';

const FIRST_COMMIT_AT = 1_700_000_000;

export function gitFixture(directory: string = path.join(temporaryDirectory(), 'repo')): GitFixture {
  let clock = FIRST_COMMIT_AT;
  let isChanged = false;
  const run = (program: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}, input = Buffer.of()) =>
    execFileSync(program, args, {
      cwd: directory,
      env: { ...process.env, ...ISOLATED, ...environment },
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'pipe'],
      input,
    });
  const git = (...args: string[]): string => run('git', args);
  const write = (file: string, text: string): void => {
    const target = path.join(directory, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
    isChanged = true;
  };
  const head = (): string => readFileSync(path.join(directory, '.git', 'HEAD'), 'utf8').trim();
  mkdirSync(directory, { recursive: true });
  git('init', '--quiet', '--initial-branch=main');
  return {
    directory,
    git,
    write,
    commit({ message, files = {}, author = 'Ada', email = 'ada@example.com', at = (clock += 60), flags = [] }) {
      for (const [file, text] of Object.entries(files)) write(file, text);
      const who = {
        GIT_AUTHOR_NAME: author,
        GIT_AUTHOR_EMAIL: email,
        GIT_COMMITTER_NAME: author,
        GIT_COMMITTER_EMAIL: email,
      };
      const when = { GIT_AUTHOR_DATE: `${at} +0000`, GIT_COMMITTER_DATE: `${at} +0000` };
      const args = [
        'commit',
        '--quiet',
        '--allow-empty',
        '--allow-empty-message',
        '--cleanup=verbatim',
        '--file=-',
        ...flags,
      ];
      const [program, before] = isChanged ? ['sh', ['-c', ADD_AND_COMMIT, 'sh']] : ['git', []];
      run(program, [...before, ...args], { ...who, ...when }, Buffer.from(message as Buffer));
      isChanged = false;
      const [, branch] = /^ref: (.*)$/.exec(head()) ?? [];
      return branch ? readFileSync(path.join(directory, '.git', branch), 'utf8').trim() : head();
    },
    commitEach(messages) {
      const commits = messages.map((message, index) => {
        const who = `Ada <ada@example.com> ${(clock += 60)} +0000`;
        const from = index === 0 ? 'from refs/heads/main^0\n' : '';
        return `commit refs/heads/main\ncommitter ${who}\ndata ${Buffer.byteLength(message)}\n${message}\n${from}`;
      });
      run('git', ['fast-import', '--quiet'], {}, Buffer.from(commits.join('')));
    },
  };
}

const ISOLATED: NodeJS.ProcessEnv = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  // No commit is followed by a process that looks if there is something to tidy up.
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'maintenance.auto',
  GIT_CONFIG_VALUE_0: 'false',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
};
