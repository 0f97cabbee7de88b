import { execFileSync } from 'node:child_process';
import { getPriority } from 'node:os';
import { expect, test } from 'vitest';

// A program asks for it before anything else, so it is asked by one of its own, of the built package.
const PROGRAM = `
  import { readdirSync } from 'node:fs';
  import { getPriority } from 'node:os';
  import { Worker } from 'node:worker_threads';
  import { lowerHelperPriority } from '@inkling/engine/threads';
  const onLinux = process.platform === 'linux';
  const threads = () => (onLinux ? readdirSync('/proc/self/task').map(Number) : [process.pid]);
  const answer = lowerHelperPriority();
  const others = threads().filter((thread) => thread !== process.pid).map((thread) => getPriority(thread));
  const before = new Set(threads());
  const worker = new Worker('setInterval(() => {}, 1000)', { eval: true });
  worker.on('online', () => {
    const later = threads().filter((thread) => !before.has(thread)).map((thread) => getPriority(thread));
    process.stdout.write(JSON.stringify({ answer, onLinux, own: getPriority(process.pid), others, later }));
    process.exit();
  });
`;

test('the threads that a process has go behind its first; those that it starts later do not', () => {
  const told = execFileSync(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  const { answer, onLinux, own, others, later } = JSON.parse(told);
  const usual = getPriority();
  expect([answer, own]).toEqual([onLinux, usual]);
  // V8 has four for its compiler and garbage, and one that hands them their work.
  if (onLinux) expect(others.length).toBeGreaterThanOrEqual(5);
  expect(new Set(others)).toEqual(new Set(onLinux ? [Math.max(10, usual)] : []));
  expect(new Set(later)).toEqual(new Set(onLinux ? [usual] : []));
});
