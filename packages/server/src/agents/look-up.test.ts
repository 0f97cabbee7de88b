import type { InjectionResult, ProviderHookEvent } from '@inkling/engine';
import { expect, test } from 'vitest';
import type { AgentSession, RailPorts } from './agent-session.ts';
import { lookUp, type Question } from './look-up.ts';

type Ending = Partial<InjectionResult>;

const GIVEN_UP: Ending = { outcome: 'budget-exceeded' };

/** A session whose look-ups end as they are told to, one after the other; then all find nothing. */
function sessionWith(...endings: Ending[]) {
  const asked: ProviderHookEvent[] = [];
  const ports = {
    memory: { orgId: 'local' },
    clock: { now: () => 7 },
    subscriber: {
      handleHookEvent: async (event: ProviderHookEvent) => {
        asked.push(event);
        return event.type === 'pre-tool-use' ? { outcome: 'skipped' } : (endings.shift() ?? { outcome: 'no-match' });
      },
    },
  } as unknown as RailPorts;
  const settings = { inSession: {} };
  const session = { id: 's', client: 'codex', projectId: null, settings, open: [] } as unknown as AgentSession;
  const told = (): string[] => asked.splice(0).map(({ type, toolName }) => `${type} ${toolName}`);
  const look = (tool: string | null) => lookUp(ports, session, tool === null ? null : question(tool));
  return { look, asked, told };
}

const question = (toolName: string): Question => ({
  type: 'post-tool-use',
  toolName,
  toolInput: {},
  toolUseId: toolName,
});

test('a question that was given up is looked up again at once, and the next event takes what was found', async () => {
  const { look, asked, told } = sessionWith(GIVEN_UP);
  await look('prompt');
  const [first, begun] = asked;
  expect(told()).toEqual(['post-tool-use prompt', 'pre-tool-use prompt']);
  expect(begun?.toolUseId).not.toBe(first?.toolUseId);
  await look('Read');
  // Under the number that it was begun under.
  expect(asked[0]).toEqual({ ...begun, type: 'post-tool-use' });
  expect(told()).toEqual(['post-tool-use prompt', 'post-tool-use Read']);
  await look('Edit');
  expect(told()).toEqual(['post-tool-use Edit']);
});

test('it is asked four times at most, and of several the two newest that fit', async () => {
  const { look, told } = sessionWith(...Array.from({ length: 9 }, () => GIVEN_UP));
  await look('prompt');
  await look('Read');
  await look('Edit');
  told();
  await look('Grep');
  expect(told().filter((line) => line === 'post-tool-use prompt')).toHaveLength(1);
  await look('Glob');
  expect(told()).not.toContain('post-tool-use prompt');
});

test('an event that asks nothing itself takes it too', async () => {
  const { look, told } = sessionWith(GIVEN_UP);
  await look('Read');
  told();
  await look(null);
  expect(told()).toEqual(['post-tool-use Read']);
});

test('what was looked up is not asked again, whatever came of it', async () => {
  const outcomes = ['injected', 'no-match', 'skipped', 'disabled'] as const;
  const { look, told } = sessionWith(...outcomes.map((outcome) => ({ outcome })));
  for (const tool of ['a', 'b', 'c', 'd']) await look(tool);
  expect(told()).toEqual(['a', 'b', 'c', 'd'].map((tool) => `post-tool-use ${tool}`));
});

test('nothing found without the index is asked again', async () => {
  const { look, told } = sessionWith({ outcome: 'no-match', degraded: 'cold-index' });
  await look('Read');
  expect(told()).toEqual(['post-tool-use Read', 'pre-tool-use Read']);
});
