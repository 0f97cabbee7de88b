import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeDirectory, temporaryDirectory } from '../../test/git-fixture.ts';
import { takeMissedEvents } from './missed-events.ts';

const NOW_MS = 1_900_000_000_000;

let state: string;
beforeEach(() => {
  state = temporaryDirectory();
});
afterEach(() => removeDirectory(state));

function write(files: Readonly<Record<string, string>>): void {
  mkdirSync(path.join(state, 'missed'));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(state, 'missed', name), text);
}

test('events are taken once, oldest first, whatever their names look like as text, without what was received by then', () => {
  write({
    '1900000000.5-9': 'codex\nlocal\n{"prompt":"two\\nlines"}',
    '1899999999,75-10': 'codex\nlocal\n{\n"source":"startup"}',
  });
  expect(takeMissedEvents(state, NOW_MS)).toEqual([
    { client: 'codex', orgId: 'local', payload: { source: 'startup' } },
    { client: 'codex', orgId: 'local', payload: { prompt: 'two\nlines' } },
  ]);
  expect(existsSync(path.join(state, 'missed'))).toBe(false);
  expect(takeMissedEvents(state, NOW_MS)).toEqual([]);
});

test('what is old, cut off, or of nobody that we know is dropped', () => {
  write({
    '1899999900-1': 'codex\nlocal\n{}',
    '1900000000-2': 'codex\nlocal\n{"prompt":"half',
    '1900000000-3': 'somebody\nlocal\n{}',
    '1900000000-4': 'codex\n',
    'notes.txt': 'codex\nlocal\n{}',
  });
  expect(takeMissedEvents(state, NOW_MS)).toEqual([]);
  expect(existsSync(path.join(state, 'missed'))).toBe(false);
});
