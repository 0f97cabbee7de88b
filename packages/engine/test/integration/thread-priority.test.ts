import { execFileSync } from 'node:child_process';
import { getPriority } from 'node:os';
import { expect, test } from 'vitest';

// A process lowers its own threads for good, so it is one of its own, of the built package.
const PROGRAM = `
  import { readdirSync } from 'node:fs';
  import { getPriority } from 'node:os';
  import { Worker } from 'node:worker_threads';
  import { lowerHelperPriority } from '@inkling/engine/threads';
  const worker = new Worker('setInterval(() => {}, 1000)', { eval: true });
  worker.on('online', () => {
    const answer = lowerHelperPriority();
    const onLinux = process.platform === 'linux';
    const threads = onLinux ? readdirSync('/proc/self/task').map(Number) : [process.pid];
    const priorities = threads.toSorted((a, b) => a - b).map((thread) => getPriority(thread));
    process.stdout.write(JSON.stringify({ answer, onLinux, priorities }));
    process.exit();
  });
`;

test("V8's helper threads go behind the others of their process; its first, Node's own and a worker do not", () => {
  const told = execFileSync(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  const { answer, onLinux, priorities } = JSON.parse(told);
  expect(answer).toBe(onLinux);
  const usual = getPriority();
  const behind = Math.max(10, usual);
  const [first, ...others] = priorities;
  expect(first).toBe(usual);
  if (!onLinux) return;
  expect(others.slice(0, 5)).toEqual([behind, behind, behind, behind, behind]);
  expect(others.slice(5)).toContain(usual);
  expect(new Set(others.slice(5))).toEqual(new Set([usual]));
});
