import { createMemory, type ActivityInput, type Memory, type OrgMemory } from '@inkling/engine';
import type { StatementExtractor } from '@inkling/engine/capture';
import { escapeInjectionMarkers, wrapInjectionBlock } from '../../src/features/history/blocks/injection-block.ts';
import { expect, test, vi } from 'vitest';
import { openTestDatabase } from '../setup/open-test-database.ts';
import { slowClock } from '../slow-clock.ts';

// Hundreds of turns with a statement each, on a machine that may be busy with other suites.
vi.setConfig({ testTimeout: 600_000 });

const PROJECT = 'proj_xyz';
// After 96 turns rules, forms and tellings come together as before: three times here.
const SESSIONS = 6;
const TURNS = 50;

const SUBJECTS = ['pnpm', 'vitest', 'zod', 'the logger', 'UTC', 'named exports', 'SQL migrations', 'feature flags'];
const RULES = SUBJECTS.flatMap((subject, n) => [
  `Always use ${subject} instead of the older way in package number ${n}, since two teams depend on it.`,
  `Never change ${subject} without a migration note in docs/decisions and a second reviewer from team ${n}.`,
  `We decided to keep ${subject} for the platform because switching cost us ${n + 2} weeks in the spring.`,
  `From now on, ${subject} is owned by the platform group, and every change goes through their board.`,
]);

/** The same in an agent's own words, as models retell what they were given; its user nods. */
const RETOLD = SUBJECTS.flatMap((subject, n) => [
  `${subject} is what package number ${n} must use rather than the older way, because two teams depend on it.`,
  `Changes to ${subject} need a migration note in docs/decisions and a second reviewer from team ${n}.`,
  `The platform only stays with ${subject} because switching had cost ${n + 2} weeks in the spring.`,
  `The platform group owns ${subject}, and every change has to go through their board first.`,
]);
const TELLINGS: readonly ((text: string) => string)[] = [
  (text) => `So the policy is: ${text}`,
  (text) => `I would keep to that. ${text} OK?`,
  (text) => `To summarise what we settled: ${text} Nothing else changes.`,
];

type Form = (block: string, line: string, words: readonly string[]) => string;

/** How a block comes back: whole and in parts, as clients, editors, models and people carry it. */
const FORMS: readonly Form[] = [
  (block) => block,
  (block) => `[Context from memory]\n${block}\n[End of context from memory]`,
  (block) => wrapInjectionBlock(block, { nonce: 'k3f9a1', turn: 7 }),
  (block) => escapeInjectionMarkers(wrapInjectionBlock(block)),
  (block) => `[Context from memory] (k3f9a1-7)\n${block}`,
  (block) => `<system-reminder>\nUserPromptSubmit hook additional context: ${block}\n</system-reminder>\ngo on`,
  (block) => `<hook_context>${block.replaceAll('<', '&lt;')}</hook_context>`,
  (block) => block.replaceAll('[', '&#91;').replaceAll(']', '&#93;').replaceAll('"', '&quot;'),
  (block) => block.replaceAll('[', String.raw`\[`).replaceAll('-', String.raw`\-`),
  (block) => JSON.stringify({ additionalContext: block }),
  (block) => JSON.stringify(JSON.stringify(block)),
  (block) => block.replaceAll(/^/gm, '> '),
  (block) => block.replaceAll(/\s+/g, ' '),
  (block) => `Your notes say:\n\n\`\`\`\n${block}\n\`\`\``,
  (_block, line) => line,
  (_block, line) => `* ${line.slice(2)}`,
  (_block, line) => line.slice(0, Math.trunc(line.length / 2)),
  (_block, line) => line.slice(Math.trunc(line.length / 3)),
  (_block, _line, words) => words.join(' '),
  (_block, _line, words) => words.slice(0, 10).join(' '),
  (_block, _line, words) => words.slice(0, -3).join(' '),
  (_block, _line, words) => `Remember that ${words.join(' ')}`,
  (_block, _line, words) => `No, ${words.join(' ').toLowerCase()}`,
  (_block, _line, words) => `From now on: ${words.join(' ')}`,
];

/** A model that takes whatever was said for a rule. */
const parrot: StatementExtractor = {
  modelId: 'parrot',
  mostTokens: () => 1,
  extract: (digest) => {
    const said = [...digest.matchAll(/^\[(\d+)\] (?:user|agent): (.*)$/gm)];
    const statements = said.map(([, line, content]) => ({ kind: 'convention', content, passages: [Number(line)] }));
    return Promise.resolve({ answer: { statements }, tokens: 1 });
  },
};

const report = (body: Record<string, unknown>, type: ActivityInput['type']): ActivityInput => ({ type, body });

/** An agent that tells what it was given in words of its own. */
function paraphrased(words: readonly string[]): string {
  const kept = words.filter((_word, at) => at % 5 !== 4);
  return `Understood. According to earlier sessions, ${kept.toReversed().slice(0, 4).join(' ')}: ${kept.join(' ')}, so I will follow that.`;
}

/** One session in which agent and user hand our blocks back and forth. */
async function replay(org: OrgMemory, n: number): Promise<void> {
  const sessionId = `ses_${n}`;
  await org.sessions.create({ id: sessionId, projectId: PROJECT, agentId: `agent_${n % 3}` });
  const claim = await org.sessions.claim(sessionId, { workerId: 'w' });
  for (let turn = 0; turn < TURNS; turn += 1) {
    const seed = n * TURNS + turn;
    const queryText = RULES[seed % RULES.length]!;
    const { block } = await org.buildSessionMemoryBlock({
      sessionId,
      projectId: PROJECT,
      workType: 'feature',
      queryText,
      // One of the hundreds that was late would have no line.
      deadlineMs: 60_000,
    });
    const lines = block.split('\n').filter((text) => text.startsWith('- ['));
    const line = lines[seed % lines.length]!;
    await org.enqueueMemoryInject({
      sessionId,
      agentId: `agent_${n % 3}`,
      text: block,
      observationIds: [],
      source: 'session-start',
    });
    const words = line
      .replace(/^- \[[^\]]+\] /, '')
      .replace(/ \(weight: .*$/, '')
      .split(' ');
    const text = FORMS[seed % FORMS.length]!(block, line, words);
    await org.activities.append(sessionId, [
      report({ event: 'prompt', text }, 'action'),
      report({ text: seed % 2 === 0 ? block : paraphrased(words) }, 'response'),
      report({ event: 'command', kind: 'test', command: `npm test ${turn}`, output: text }, 'error'),
      report({ text: TELLINGS[seed % TELLINGS.length]!(RETOLD[seed % RETOLD.length]!) }, 'response'),
      report({ event: 'prompt', text: seed % 2 === 0 ? 'right' : 'yes, exactly. go on' }, 'action'),
      report({ key: 'lastTestRun', value: { command: `npm test ${turn}` } }, 'context'),
    ]);
    // What the agent itself would keep; some of it is refused.
    await org.capture
      .remember({ content: text, projectId: PROJECT, sessionId, agentId: `agent_${n % 3}`, source: 'tool' })
      .catch((error: unknown) => expect(error).toMatchObject({ code: 'invalid-input' }));
  }
  await org.capture.session(sessionId);
  if (claim.outcome === 'claimed') await org.sessions.complete(sessionId, claim.lockToken);
}

test('the loop gain is 0: 300 turns of our own blocks in 24 forms, and retold by agents, store nothing; what a user says among them is stored', async () => {
  const database = await openTestDatabase('pglite');
  const outcomes = new Set<string>();
  const open = async (): Promise<Memory> =>
    createMemory({
      database: { ...database, close: async () => database.settled?.() },
      clock: slowClock,
      extraction: { extractor: parrot, onOutcome: ({ outcome }) => outcomes.add(outcome) },
    });
  const memory = await open();
  const org = memory.org('org_123');
  await org.observations.rememberMany(RULES.map((content) => ({ content, projectId: PROJECT, agentId: 'first' })));
  await org.warm({ projectId: PROJECT });
  for (let n = 0; n < SESSIONS; n += 1) await replay(org, n);
  await org.sessions.create({ id: 'ses_real', projectId: PROJECT });
  await org.activities.append('ses_real', [report({ event: 'prompt', text: 'Never deploy on Fridays.' }, 'action')]);
  // Closing waits for what was captured behind the answers.
  await memory.close();
  const later = await open();
  const { rows } = await later.org('org_123').observations.list({ limit: 1000 });
  await later.close();
  await database.close();
  const added = rows.filter(({ content }) => !RULES.includes(content)).map(({ content }) => content);
  expect(added).toEqual(['Never deploy on Fridays.']);
  expect(rows).toHaveLength(RULES.length + 1);
  expect(outcomes).toContain('nothing-new');
});
