import { expect, test } from 'vitest';
import { shellFacets } from './shell-facets.ts';

const facetsOf = (command: string): Record<string, unknown> => {
  const facets: Record<string, unknown> = {};
  shellFacets(command, (facet, value) => {
    facets[facet] = value;
  });
  return facets;
};

test.each<[command: string, expected: object]>([
  ['cd web && npm run build', { workingDirectory: 'web', lastBuild: { command: 'npm run build' } }],
  [
    'FOO=1 timeout 60 npx vitest run src/a.test.ts',
    { lastTestRun: { command: 'FOO=1 timeout 60 npx vitest run src/a.test.ts' } },
  ],
  ['npm --prefix web run test:unit', { lastTestRun: { command: 'npm --prefix web run test:unit' } }],
  ['python3 -m pytest -q tests/', { lastTestRun: { command: 'python3 -m pytest -q tests/' } }],
  ['uv run pytest', { lastTestRun: { command: 'uv run pytest' } }],
  ['node --test', { lastTestRun: { command: 'node --test' } }],
  ['./gradlew clean test', { lastTestRun: { command: './gradlew clean test' } }],
  ['mvn -q verify', { lastTestRun: { command: 'mvn -q verify' } }],
  ['make', { lastBuild: { command: 'make' } }],
  ['tsc -b', { lastBuild: { command: 'tsc -b' } }],
  ['npx tsc --noEmit', { lastCheck: { command: 'npx tsc --noEmit' } }],
  ['cargo clippy', { lastCheck: { command: 'cargo clippy' } }],
  ['yarn', { lastInstall: { command: 'yarn' } }],
  ['pip install -r requirements.txt', { lastInstall: { command: 'pip install -r requirements.txt' } }],
  ['npm run dev', {}],
  ['cargo run --bin build-index', {}],
  ['npm exec -- test', {}],
  ['git commit -m "Fix; it && all"', { lastGitOp: 'git commit -m "Fix; it && all"' }],
  ['git switch -c fix/ports', { lastGitOp: 'git switch -c fix/ports', currentBranch: 'fix/ports' }],
  ['git checkout -b fix', { lastGitOp: 'git checkout -b fix', currentBranch: 'fix' }],
  ['git checkout src/a.ts', { lastGitOp: 'git checkout src/a.ts' }],
  ['cat src/a.ts | head -n 20', { currentFile: 'src/a.ts' }],
  ["sed -i 's/a/b/' src/a.ts", { lastEditedFile: 'src/a.ts', currentFile: 'src/a.ts' }],
  ['echo hi > "out file.txt" 2>/dev/null', { lastEditedFile: 'out file.txt', currentFile: 'out file.txt' }],
  [
    'npm test 2>&1 | tee log.txt',
    { lastTestRun: { command: 'npm test 2>&1' }, lastEditedFile: 'log.txt', currentFile: 'log.txt' },
  ],
  ["rg -n -g '*.ts' 'class Auth' src", { lastSearch: { tool: 'rg', pattern: 'class Auth', path: 'src' } }],
  ['grep -e needle file.txt', { lastSearch: { tool: 'grep', pattern: 'needle', path: 'file.txt' } }],
  ["find src -name '*.sql'", { lastSearch: { tool: 'find', pattern: '*.sql', path: 'src' } }],
  ['find src -type f', {}],
  ['curl -s https://a.test/x', { lastFetch: 'https://a.test/x' }],
  ['rm -rf build', { lastDeletedFile: 'build' }],
  ["bash -lc 'cd api && go test ./...'", { workingDirectory: 'api', lastTestRun: { command: 'go test ./...' } }],
  [
    "cat > a.ts <<'EOF'\ncd nowhere\nnpm test\nEOF\ngit status",
    { lastEditedFile: 'a.ts', currentFile: 'a.ts', lastGitOp: 'git status' },
  ],
  [
    "apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: b.ts\n+x\n*** End Patch\nEOF",
    { lastEditedFile: 'b.ts', currentFile: 'b.ts' },
  ],
  ['npm test > /var/out.txt 2>&1', { lastTestRun: { command: 'npm test > /var/out.txt 2>&1' } }],
  ['echo x | tee ~/notes.md', {}],
  ['echo x > "$OUT/a.txt"', {}],
  ['echo $((3 > 2)) >b.txt', { lastEditedFile: 'b.txt', currentFile: 'b.txt' }],
  ['(( n > 3 )) && make', { lastBuild: { command: 'make' } }],
  ['(cd web; ls > c.txt)', { workingDirectory: 'web', lastEditedFile: 'c.txt', currentFile: 'c.txt' }],
  ['if [[ a > b && c > d ]]; then date > e.txt; fi', { lastEditedFile: 'e.txt', currentFile: 'e.txt' }],
  ['# git push', {}],
  ['echo git push', {}],
])('%s', (command, expected) => {
  expect(facetsOf(command)).toEqual(expected);
});
