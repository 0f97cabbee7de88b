import { lineOf, parse, walk } from './parse.mjs';

const CODE = /\.(tsx?|mts|mjs|js)$/;
const TEST = /(\.test\.tsx?$|(^|\/)test\/|^examples\/)/;

// Patterns are spelled with a gap so that this file does not match itself.
const join = (...parts) => parts.join('');
const machineRoots = ['work', 'root', 'home', 'Users', 'tmp', 'mnt'].join('|');

const TEXT_RULES = [
  { rule: 'a registry host', pattern: new RegExp(join('registry', '\\.(npmjs|yarnpkg|npmmirror)\\.'), 'g') },
  { rule: 'a resolved address in the lockfile', pattern: new RegExp(join('"resol', 'ved": "http'), 'g') },
  {
    rule: 'an absolute path of one machine',
    pattern: new RegExp(`(?<![\\w.~/}$:-])/(?:${machineRoots})/(?!(?:user|me|ann|dev)/|<)[\\w.]`, 'g'),
  },
];

const CODE_RULES = [
  {
    rule: 'a lint, format or type check is switched off',
    pattern: new RegExp(
      join('((ox|es)lint-dis', 'able|fmt-ign', 'ore|prettier-ign', 'ore|@ts-(ign', 'ore|nocheck|expect-error))'),
      'g',
    ),
  },
  { rule: 'unfinished work is left in a comment', pattern: new RegExp(join('\\b(TO', 'DO|FIX', 'ME)\\b'), 'g') },
];

const TEST_RULES = [
  {
    rule: 'a test is switched off or singled out',
    pattern: new RegExp(
      join(
        '\\b(test|it|describe|suite|bench|context|ctx|task)(\\.\\w+)*\\.(sk',
        'ip|only|to',
        'do|skipIf|runIf|fails)\\b',
      ),
      'g',
    ),
  },
  {
    rule: 'a test sleeps',
    pattern: new RegExp(join('await (sle', 'ep|de', 'lay)\\(|setTime', 'out\\((resolve|done|r),'), 'g'),
  },
];

/** What no committed file may contain. Returns one sentence per finding. */
export function hygieneViolations(path, text) {
  const rules = [
    ...TEXT_RULES,
    ...(CODE.test(path) ? CODE_RULES : []),
    ...(CODE.test(path) && TEST.test(path) ? TEST_RULES : []),
  ];
  const found = rules.flatMap(({ rule, pattern }) =>
    [...text.matchAll(pattern)].map((match) => `${path}:${lineOf(text, match.index)}: ${rule} (${match[0].trim()})`),
  );
  return CODE.test(path) ? [...found, ...swallowedErrors(path, text)] : found;
}

function swallowedErrors(path, text) {
  const found = [];
  walk(parse(path, text).program, (node) => {
    const emptyCatch = node.type === 'CatchClause' && node.body.body.length === 0;
    if (emptyCatch || isEmptyRejectionHandler(node))
      found.push(`${path}:${lineOf(text, node.start)}: an error is swallowed`);
  });
  return found;
}

function isEmptyRejectionHandler(node) {
  if (node.type !== 'CallExpression' || node.callee.property?.name !== 'catch') return false;
  const body = node.arguments[0]?.body;
  return body?.type === 'BlockStatement' && body.body.length === 0;
}

/** One planted violation per rule: `[path, text, what the sentence must contain]`. */
export const HYGIENE_PLANTS = [
  ['a.md', join('https://registry', '.npmjs.org/x'), 'registry host'],
  ['package-lock.json', join('"resol', 'ved": "https://x"'), 'resolved address'],
  ['a.md', join('see `/wo', 'rk/main`'), 'absolute path'],
  ['a.ts', join("const p = '/Us", "ers/somebody/p';"), 'absolute path'],
  ['a.ts', join('// oxlint-dis', 'able-next-line no-empty'), 'switched off'],
  ['a.ts', join('// @ts-ign', 'ore'), 'switched off'],
  ['a.ts', join('// TO', 'DO later'), 'unfinished'],
  ['a.test.ts', join('test.sk', "ip('x', () => 1);"), 'singled out'],
  ['a.test.ts', join('describe.on', "ly('x', () => 1);"), 'singled out'],
  ['a.test.ts', join('await new Promise((resolve) => setTime', 'out(resolve, 5));'), 'sleeps'],
  ['a.ts', 'try { x(); } catch (error) { /* fine */ }', 'swallowed'],
  ['a.ts', 'x().catch(() => {});', 'swallowed'],
];
