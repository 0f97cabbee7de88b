import { describe, expect, test } from 'vitest';
import { isTrivialCommit, isTrivialWork } from './is-trivial-commit.ts';

const commit = (content: string, paths: readonly string[] = ['src/a.py']) => ({
  kind: 'commit',
  content,
  metadata: { paths },
});

describe('a commit that teaches nothing', () => {
  test.each([
    'Fix typo',
    'fix typo in docstring of parse_args',
    'Merge pull request #12 from me/fix\n\nFix the parser so that it takes negative numbers.',
    "Merge branch '8.1.x'",
    'Bump version to 8.1.0',
    'bump actions/checkout from 3 to 4',
    'Bumped v4.2.0',
    'build(deps-dev): bump tap from 15 to 16 (#310)',
    'chore(deps): update pre-commit hooks',
    'Update dependencies',
    'release version 8.1.3',
    '2.10.1',
    'v3.0.0-rc.1',
    'start version 8.2.0',
    'deps: qs@6.5.0',
    'build: Node.js@18.15',
    'moved files from lib/express/* to lib/',
    'Run black',
    'apply prettier to everything',
    'pep8 fixes',
    'formatting',
    'docs: fix link',
    'Update README.md',
    'add docstrings to the option classes',
    'whitespace',
    'Meta tweaks',
    'Minor readability tweaks',
    'General code improvements',
    'Various improvements',
    'Code style tweaks',
    'refactoring',
    'Some fixes.',
    'Small refactorings (#230).',
    'fix: godot lint issues.',
    'build: fix lint violations',
    'ignore/types: fix formatting',
    '[minor] generate_password_hash: fix typo.',
    'refactor: apply suggestions from code review',
    'Fixed #68',
    'Fixes GH-1062.',
    'fix stuff',
    'work in progress',
    'Initial commit.',
    'Update _client.py (#1300)',
    'Fixing golint warnings.',
    'Tiny code cleanup.',
    'a few more cleanups of docstrings.',
    'docstring update part two.',
    'fix typos and other minor errors in . and ./werkzeug/*.py.',
    'update wrapper mixin docs',
    'Correct RFC reference in TS docs (#2144)',
    'Remove moot comment',
    'Upgrade `decompress-response` to `6.0.0`',
    'Downgrade decompress-response',
    'pin typing-extensions',
    'Address review comments from the maintainers',
    ':arrow_up: ava@0.12.0',
    '📝 Tell of the new option',
  ])('%s', (content) => expect(isTrivialCommit(commit(content))).toBe(true));

  test('one that changes files of programs only', () => {
    expect(isTrivialCommit(commit('Take the new parser', ['package-lock.json', 'CHANGES.rst']))).toBe(true);
    expect(isTrivialCommit(commit('Take the new parser', ['package-lock.json', 'src/parser.js']))).toBe(false);
  });

  test('one that changes many files and says little of them', () => {
    const sweep = (files: number, body = '') =>
      commit(
        `Use named exports${body}`,
        Array.from({ length: files }, (_, at) => `src/${at}.js`),
      );
    expect(isTrivialCommit(sweep(26))).toBe(true);
    expect(isTrivialCommit(sweep(25))).toBe(false);
    expect(isTrivialCommit(sweep(26, `\n\n${'Default exports were renamed by each importer. '.repeat(6)}`))).toBe(
      false,
    );
  });

  test('one whose subject says nothing and whose body is a list: a line of a block shows none of it', () => {
    const points = Array.from({ length: 8 }, (_, at) => `* Omit the second value of range loop ${at}`);
    const said = 'The remote provider is an interface now. ';
    expect(isTrivialCommit(commit(`Small refactorings\n\n${points.join('\n')}`))).toBe(true);
    const squashed = `Sign in with OAuth and PKCE\n\n${points.join('\n')}`;
    expect(
      isTrivialCommit(
        commit(
          squashed,
          Array.from({ length: 30 }, (_, at) => `src/${at}.js`),
        ),
      ),
    ).toBe(false);
    expect(isTrivialCommit(commit(`Small refactorings\n\n${said.repeat(6)}\n\n${points.join('\n')}`))).toBe(false);
  });
});

describe('a commit that may teach something', () => {
  test.each([
    'Fix negative numbers as option values',
    'Tweak the retry delay',
    'Improvements of the HTTPS API',
    'fix(reply): send no body with 204',
    'Format error messages without the trailing newline of the terminal',
    'Update the context before callbacks run',
    'Release the lock when the writer fails',
    'Add comments parser for jsonc files',
    'Use the terminal width for help texts',
    'Move the retry behind the cache',
    'Links in help texts keep their query',
    'Merge sorted runs before the last page is written',
    'Revert "Use the terminal width for help texts"',
    'Version option reads the package metadata',
    'Clean up temporary files after a failed download of several parts',
    'std::string_view takes no null',
    'Upgrade the connection before headers are sent',
    'Initial commit introducing the search library',
    'Add comments to the syntax tree',
    'Fix imports of renamed modules',
    'Document server shutdown without the deprecated function',
    'Remove unused sockets from the pool',
    'Fixed #68: the lock was never given back',
    'Expand globs before the first comment, not in docs',
    'Reading part two of a multipart body',
    'art: a palette for colour-blind readers',
    'Ping peers',
    'Pin certificates',
    'fix(ws): upgrade handshake',
    'Fix XSS in user comments',
    'Add threaded comments',
    'Apply feedback weights to ranking',
    'Address feedback loop in the retry scheduler',
    '🚨 Reject unsigned tokens',
    'crypto/tls: start at TLS 1.3 by default',
    'Fix `===`',
    'Fix &&',
    'Fix 404 errors',
  ])('%s', (content) => expect(isTrivialCommit(commit(content))).toBe(false));

  test('a plain subject with a long explanation', () => {
    expect(isTrivialCommit(commit(`Fix typo\n\n${'The name of the option was wrong in the parser. '.repeat(6)}`))).toBe(
      false,
    );
  });

  test('documents with a long explanation', () => {
    const why = 'Readers took the flag for its opposite, and turned the check off. '.repeat(5);
    for (const subject of ['📝 Tell what the flag does', 'Pin typing-extensions', 'Improve docs'])
      expect(isTrivialCommit(commit(`${subject}\n\n${why}`))).toBe(false);
  });

  test('what is no commit', () => expect(isTrivialCommit({ ...commit('Fix typo'), kind: 'decision' })).toBe(false));
});

describe('trivial work', () => {
  test.each(['fix typo', 'commit this', 'squash the last two commits and push', 'ok, open a PR', 'commit\n\nand push'])(
    '%j',
    (asked) => expect(isTrivialWork(asked)).toBe(true),
  );
  test.each([
    'Merge sorted runs',
    'push notifications twice',
    'the last two',
    'fix typo\nand the retry',
    'main branch',
  ])('not %j', (asked) => expect(isTrivialWork(asked)).toBe(false));
});
