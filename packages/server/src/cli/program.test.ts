import { expect, test } from 'vitest';
import { createProgram } from './program.ts';

const commandsOf = async (...args: readonly string[]): Promise<readonly string[]> =>
  (await createProgram(args)).commands.map((command) => command.name());

test.each([
  [['up', '--port', '0'], 'up'],
  [['--json', '--project', 'recall', 'up'], 'up'],
  [['--project=recall', 'status', 'up'], 'status'],
])('of %j one command is read', async (args, name) => {
  expect(await commandsOf(...args)).toEqual([name]);
});

test.each([[[]], [['--help']], [['help', 'up']], [['rcall', 'up']], [['--project', 'up']]])(
  'of %j all commands are read: they name none',
  async (args) => {
    const names = await commandsOf(...args);
    expect(names).toContain('replay');
    expect(names.length).toBeGreaterThan(20);
  },
);
