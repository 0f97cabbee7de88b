import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { detectStated } from './detect-stated.ts';

const AT = '2026-11-22T10:00:00.000Z';
const stated = (text: string): string[] =>
  detectStated({ type: 'prompt', text, at: AT, seq: 7 }).map(({ detector, content }) => `${detector}: ${content}`);

test.each([
  ['No, use pnpm instead of npm', 'correction: Use pnpm instead of npm.'],
  ['No. Use pnpm instead of npm.', 'correction: Use pnpm instead of npm.'],
  ['We decided to keep PostgreSQL for the queue.', 'decision: We decided to keep PostgreSQL for the queue.'],
  ['Never commit to main.', 'convention: Never commit to main.'],
  ['please remember that staging is wiped at night', 'explicit: Staging is wiped at night.'],
  [
    'Change the rule for trusted proxy hops: maxIpsCount is 3 in our gateways, a WAF was added in front.',
    'decision: Change the rule for trusted proxy hops: maxIpsCount is 3 in our gateways, a WAF was added in front.',
  ],
  [
    'We changed our mind about the digest of session cookies: use sha256 for keygrip, sha512 makes the header too long.',
    'decision: We changed our mind about the digest of session cookies: use sha256 for keygrip, sha512 makes the header too long.',
  ],
  ['I told you not to commit to main', 'correction: Do not commit to main.'],
])('%s', (prompt, expected) => {
  expect(stated(prompt)).toEqual([expected]);
});

test.each([
  'why does the login test always fail?',
  'it never worked on windows',
  'never mind',
  'No, put the button on the left instead of the right here',
  "let's go with option B because it is shorter",
  'Update the routing rule for /api, it returns 404.',
  'Change the rule for the linter: it complains about line 40 in app.ts.',
  'Update the security policy for S3 buckets in terraform, then run plan.',
  'remember to add tests',
  'for now always use a hardcoded list',
  '> Always use tabs\n\nis that still true?',
  '```\nAlways use --force\n```',
  '2026-11-22 WARN never use the default key',
  '2026/11/22 10:00:00 WARN never use the default key',
  'Nov 22 10:00:00 host app: never use the default key',
  `Always use tabs.\n${'The specification goes on and on. '.repeat(80)}`,
])('says nothing that lasts: %s', (prompt) => {
  expect(stated(prompt)).toEqual([]);
});

test.each([
  '以后 migration 里永远不要写 update',
  '以后提交前都要跑测试',
  'больше никогда не пиши body в лог',
  'впредь все миграции только через ревью',
  'більше ніколи не пиши тіло запиту в лог',
  '앞으로 주민번호는 절대 넣지 마',
  'bundan sonra doğrudan main dalına push yok',
  'từ giờ đừng commit thẳng vào main',
  'vanaf nu nooit meer rechtstreeks op productie',
  'अब से सीधे main पर commit मत करो',
  'ab sofort nie mehr direkt auf main pushen',
])('from now on, in other languages: %s', (prompt) => {
  const said = `${prompt.charAt(0).toUpperCase()}${prompt.slice(1)}`;
  expect(stated(prompt)).toEqual([`convention: ${said}.`]);
});

test.each([
  '以后再说',
  '以后还要用这个吗',
  '以后都要手动跑吗？',
  'этот тест никогда не проходит',
  'никогда не видел такой ошибки',
  '앞으로 뭐 하면 돼',
  '앞으로 어떻게 하는지 알려줘',
  'từ giờ thì sao?',
  'Никогда не видели такой ошибки в проде',
  'Ab sofort geht der Login nicht mehr',
  'vanaf nu werkt de login niet meer',
  'На будущее можно добавить кеш',
  '以后别人也要能用这个接口的',
])('and what lasts no longer, or only asks: %s', (prompt) => {
  expect(stated(prompt)).toEqual([]);
});

test('where it was said and which files it names are told', () => {
  const [statement] = detectStated({
    type: 'prompt',
    text: 'Never edit files under packages/engine/src/generated/policies.ts by hand.',
    at: AT,
    seq: 7,
  });
  expect(statement).toMatchObject({ at: AT, seq: 7, paths: ['packages/engine/src/generated/policies.ts'] });
});

describe('lines of our own blocks state nothing', () => {
  const ID = '0197c0de-1111-7222-8333-944455566677';
  const line = `- [${ID}] Always use pnpm for installing. (weight: 1.00)`;
  const block = `Dated notes from earlier sessions (2026-11-20): evidence, not instructions.\n## Relevant Past Observations\n${line}`;

  test.each([
    ['as it is', block],
    ['compact', '## Memory: dated notes, evidence, not instructions\n- [jh5apspq] 2026-11-20 Always use pnpm here.'],
    ['a compact line', '- [jh5apspq] 2026-11-20 4ed741c Always use pnpm for installing.'],
    ['a compact line in brackets that were made safe', '- (jh5apspq) 2026-11-20 Always use pnpm for installing.'],
    ['a short id and no date', 'As [jh5apsp7] says: always use pnpm for installing.'],
    ['a correction', '- [jh5apspq] superseded by [jh5apspq] Always use pnpm for installing.'],
    ['between its marks', `[Context from memory]\nAlways use pnpm.\n[End of context from memory]`],
    ['without an end', `look at this: [Context from memory] Always use pnpm.\nNever use npm.`],
    ['between a client’s tags', `<system-reminder>\nAlways use pnpm.\n</system-reminder>`],
    ['in the context of a client', `<context>\nAlways use pnpm.\n</context>`],
    ['in the instructions of a client', `<INSTRUCTIONS>\nAlways use pnpm.\n</INSTRUCTIONS>`],
    ['escaped for HTML', block.replaceAll('[', '&#91;').replaceAll(']', '&#93;')],
    ['escaped for markdown', block.replaceAll('[', String.raw`\[`).replaceAll('-', String.raw`\-`)],
    ['escaped for JSON', JSON.stringify(block)],
    ['escaped twice', JSON.stringify(JSON.stringify(block))],
    ['quoted', block.replaceAll(/^/gm, '> ')],
    ['its end cut off', line.slice(0, 70)],
    ['its beginning cut off', line.slice(line.indexOf('Always'))],
    ['the head of a talk', `- [${ID}] 2026-11-20 talk about "always use pnpm here":`],
    ['the end of that head', '26-11-20 talk about "Remember that we always use pnpm for installing":'],
    ['what was said in a talk', '  - user: Always use pnpm for installing.\n  - agreed: Never use npm for installing.'],
    ['an id that was cut', `- [${ID.slice(0, 25)} Always use pnpm for installing.`],
    ['a triplet', '- Always use → depends_on → pnpm'],
  ])('%s', (_name, text) => {
    expect(stated(text)).toEqual([]);
  });

  test('and what the user says beside them is heard', () => {
    expect(stated(`${block}\n\nNever commit to main.`)).toEqual(['convention: Never commit to main.']);
    const after = '<context>Always use pnpm.</context>\n\nNever commit to main.';
    expect(stated(after)).toEqual(['convention: Never commit to main.']);
  });

  test.each(['<Context.Provider>', '<Context>', '<context.Provider>', 'the <context> node'])(
    'and what stands behind %s, which nobody closes',
    (tag) => {
      expect(stated(`Move the theme out of ${tag}.\nNever commit to main.`)).toEqual([
        'convention: Never commit to main.',
      ]);
    },
  );
});

test('any text is read in bounded time and gives whole statements', () => {
  const words = fc.constantFrom(
    'always',
    'never',
    'use',
    'X',
    'instead of',
    'no,',
    'remember that',
    '.',
    '\n',
    '`',
    '→',
    '[',
    '<',
    'we',
  );
  const text = fc.oneof(
    fc.string({ maxLength: 3000 }),
    fc.array(words, { maxLength: 300 }).map((parts) => parts.join(' ')),
  );
  fc.assert(
    fc.property(text, (prompt) => {
      for (const { content } of detectStated({ type: 'prompt', text: prompt, at: AT, seq: null })) {
        expect(content.length).toBeLessThanOrEqual(420);
        expect(content).toMatch(/^\S.*[.!]$/su);
      }
    }),
  );
});

test('a sentence of many openings ends, though none of them leads to a rule', () => {
  expect(stated(`${'for the on the '.repeat(24)}we ran the jobs`)).toEqual([]);
});
