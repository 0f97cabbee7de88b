import { chmodSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { InklingError } from '@inkling/engine/errors';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSettingsFile, readSettingsText } from './read-settings-file.ts';
import { DEFAULT_SETTINGS, narrowSettings, resolveSettings, userSettingsFile } from './resolve-settings.ts';
import { SETTING_KEYS, type SettingKey, SETTINGS, type SettingValues } from './settings.ts';

const HOST = { platform: 'linux', home: '/nobody' } as const;

function userFile(toml: string, mode = 0o600): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'inkling-config-')), 'inkling.toml');
  writeFileSync(file, toml);
  chmodSync(file, mode);
  return file;
}

const resolved = (toml: string, environment: NodeJS.ProcessEnv = {}, set: readonly string[] = []) => {
  const file = userFile(toml);
  return { file, ...resolveSettings({ set }, { ...HOST, environment: { ...environment, INKLING_CONFIG: file } }) };
};

function refusal(work: () => unknown): InklingError {
  try {
    work();
  } catch (error) {
    if (InklingError.isInstance(error)) return error;
    throw error;
  }
  throw new Error('It was not refused.');
}

test('a flag wins over the environment, that over the file, that over the default, and each says so', () => {
  const toml = '[in_session]\nmin_relevance = 0.5\nmax_suggestions = 2\nskip_tools = ["Zap"]\n';
  const environment = { INKLING_IN_SESSION_MIN_RELEVANCE: '0.6', INKLING_IN_SESSION_MAX_SUGGESTIONS: '' };
  const { values, sources, file } = resolved(toml, environment, ['in_session.latency_budget_ms=80']);
  expect(values).toMatchObject({
    'in_session.min_relevance': 0.6,
    'in_session.max_suggestions': 2,
    'in_session.skip_tools': ['Zap'],
    'in_session.latency_budget_ms': 80,
    'ranking.mode': 'bounded',
  });
  expect(sources).toMatchObject({
    'in_session.min_relevance': 'INKLING_IN_SESSION_MIN_RELEVANCE',
    'in_session.max_suggestions': file,
    'in_session.latency_budget_ms': '--set',
    'ranking.mode': 'default',
  });
});

test('a flag of its own wins as --set does, and the last --set of a key counts', () => {
  const environment = { INKLING_EMBEDDER: 'ollama' };
  const { values, sources } = resolveSettings({ named: { 'embedder.name': 'minilm' } }, { ...HOST, environment });
  expect([values['embedder.name'], sources['embedder.name']]).toEqual(['minilm', '--embedder']);
  const { values: later } = resolved('', {}, ['ranking.mode=linear', 'ranking.mode=bounded']);
  expect(later['ranking.mode']).toBe('bounded');
});

test('budgets of work types are laid over the defaults', () => {
  const { values } = resolved('[session_start.budgets]\nfeature = 600\n"*" = 100\n', {
    INKLING_IN_SESSION_BUDGETS: 'chore=0, a=b=7',
  });
  expect(values['session_start.budgets']).toEqual({ bug_fix: 750, feature: 600, refactor: 600, chore: 300, '*': 100 });
  expect(values['in_session.budgets']).toEqual({ '*': 200, chore: 0, 'a=b': 7 });
});

test.each<[string, Record<string, unknown>, RegExp]>([
  ['[in_session]\nmin_relevance = "high"', { key: 'in_session.min_relevance', line: 2 }, /:2: .*"high".*0 to 1/],
  [
    '[in_session]\nmin_relevence = 0.5',
    { key: 'in_session.min_relevence', line: 2 },
    /not known.*in_session.skip_tools/,
  ],
  ['[insession]\nenabled = true', { key: 'insession.enabled', line: 2 }, /not known.*inkling config/],
  ['[in_session\nenabled = true', { line: 1 }, /:1 is not TOML/],
  ['enabled = true\nenabled = false', { line: 2 }, /:2 is not TOML/],
  ['[session_start.budgets]\nfeature = 1.5', { key: 'session_start.budgets', line: 1 }, /whole number/],
  ['in_session = 3', { key: 'in_session', line: 1 }, /not known/],
])('%j is refused with its place', (toml, details, message) => {
  const error = refusal(() => resolved(toml));
  expect(error.message).toMatch(message);
  expect(error).toMatchObject({ code: 'invalid-input', details });
  expect(error.details['file']).toMatch(/inkling\.toml$/);
  expect(error.hint).toBeTruthy();
});

test('what the environment or --set cannot mean is refused by name', () => {
  const { message } = refusal(() => resolved('', { INKLING_IN_SESSION_SKIP_TOOLS: 'a,,b' }));
  expect(message).toMatch(/INKLING_IN_SESSION_SKIP_TOOLS: in_session.skip_tools cannot be "a,,b"/);
  for (const pair of ['ranking.mode', 'ranking=linear', '=1', '__proto__=1']) {
    expect(refusal(() => resolved('', {}, [pair])).message).toMatch(/names no setting/);
  }
});

test('a secret is in no message, needs a file of its own, and has no flag', () => {
  const environment = { INKLING_CONFIG: userFile('[embedder]\nkey = "s3cret"', 0o644) };
  const open = refusal(() => resolveSettings({}, { ...HOST, environment }));
  expect(open.message).toMatch(/others can read.*chmod 600/);
  const wrong = refusal(() => resolved('[embedder]\nkey = 33333'));
  const flagged = refusal(() => resolved('', {}, ['embedder.key=s3cret']));
  for (const { message } of [open, wrong, flagged]) expect(message).not.toMatch(/s3cret|33333/);
  expect(resolved('[embedder]\nkey = "s3cret"').values['embedder.key']).toBe('s3cret');
});

test('a file that INKLING_CONFIG names must be there', () => {
  const file = path.join(path.dirname(userFile('')), 'gone.toml');
  const error = refusal(() => resolveSettings({}, { ...HOST, environment: { INKLING_CONFIG: file } }));
  expect(error.message).toContain(`INKLING_CONFIG names ${file}, which is not there.`);
  expect(error).toMatchObject({ code: 'invalid-input', details: { file, from: 'INKLING_CONFIG' } });
  expect(error.hint).toBeTruthy();
  expect(resolveSettings({}, { ...HOST, environment: { INKLING_CONFIG: '' } })).toEqual(DEFAULT_SETTINGS);
});

test('what is no file, is too long or nests without end is told and not read', () => {
  const directory = path.dirname(userFile(''));
  const link = path.join(directory, 'link.toml');
  symlinkSync('/dev/zero', link);
  const nested = userFile(`${Array.from({ length: 20_000 }, () => 'a').join('.')} = 1`);
  for (const file of [link, directory, userFile(`# ${'x'.repeat(65_536)}`), nested]) {
    const { isBroken, problems } = readSettingsFile(file, 'project');
    expect(problems).toMatchObject([{ code: 'invalid-input', details: { file } }]);
    if (file !== nested) expect(isBroken).toBe(true);
  }
});

test.each([
  [{ environment: { INKLING_CONFIG: '/etc/x.toml' } }, '/etc/x.toml'],
  [{ environment: { XDG_CONFIG_HOME: '/cfg' } }, '/cfg/inkling/inkling.toml'],
  [{ environment: { XDG_CONFIG_HOME: 'cfg' } }, '/nobody/.config/inkling/inkling.toml'],
  [{ environment: { APPDATA: '/roaming' }, platform: 'win32' as const }, '/roaming/inkling/inkling.toml'],
])('%j has its file at %s', (facts, file) => {
  expect(userSettingsFile({ ...HOST, ...facts })).toBe(file);
});

const narrow = (user: Partial<SettingValues>, toml: string) => {
  const { values, problems } = readSettingsText(toml, '/repo/inkling.toml', 'project');
  const settings = { ...DEFAULT_SETTINGS, values: { ...DEFAULT_SETTINGS.values, ...user } };
  return { problems, ...narrowSettings(settings, values, '/repo/inkling.toml') };
};

test('a project narrows: off, lower, higher, more names, each budget for itself', () => {
  const { values, sources } = narrow(
    { 'in_session.budgets': { '*': 200, feature: 300 } },
    `[in_session]
     enabled = false
     skip_tools = ["Zap"]
     min_relevance = 0.6
     max_suggestions = 1
     budgets = { "*" = 100, chore = 500 }
     [graph]
     enabled = false`,
  );
  expect(values).toMatchObject({
    'in_session.enabled': false,
    'in_session.skip_tools': ['TodoWrite', 'BashOutput', 'Zap'],
    'in_session.min_relevance': 0.6,
    'in_session.max_suggestions': 1,
    'in_session.budgets': { '*': 100, feature: 100, chore: 200 },
    'graph.enabled': false,
  });
  expect(sources['in_session.enabled']).toBe('/repo/inkling.toml');
  expect(sources['ranking.mode']).toBe('default');
});

test('a project does not widen, and says nothing of the rest', () => {
  const { values, problems } = narrow(
    { 'in_session.enabled': false, 'in_session.min_relevance': 0.9 },
    `[in_session]
     enabled = true
     skip_tools = []
     min_relevance = 0
     max_suggestions = 100
     budgets = { "*" = 9000 }
     [embedder]
     name = "openai"
     url = "https://collector.example/v1"
     key = "x"
     [extractor]
     url = "https://collector.example/v1"
     [blocks]
     tokenizer = "/repo/tokenizer.mjs"
     [models]
     allow_private_addresses = true
     [transfer]
     enabled = true`,
  );
  expect(values).toEqual({
    ...DEFAULT_SETTINGS.values,
    'in_session.enabled': false,
    'in_session.min_relevance': 0.9,
  });
  expect(problems.map(({ details }) => details['key'])).toEqual([
    'embedder.name',
    'embedder.url',
    'embedder.key',
    'extractor.url',
    'blocks.tokenizer',
    'models.allow_private_addresses',
    'transfer.enabled',
  ]);
  expect(problems[1]?.message).toMatch(/may only restrict.*INKLING_EMBEDDER_URL/);
});

const budgets = fc.dictionary(fc.constantFrom('*', 'feature', 'chore', 'other'), fc.nat({ max: 1000 }));
const some: { readonly [Kind in 'flag' | 'number' | 'names' | 'budgets']: fc.Arbitrary<unknown> } = {
  flag: fc.boolean(),
  number: fc.oneof(fc.nat({ max: 1000 }), fc.double({ min: 0, max: 1, noNaN: true })),
  names: fc.array(fc.constantFrom('a', 'b', 'c')),
  budgets,
};

function arbitraryOf(key: SettingKey): fc.Arbitrary<unknown> {
  const { otherwise } = SETTINGS[key];
  if (typeof otherwise === 'boolean') return some.flag;
  if (typeof otherwise === 'number') return some.number;
  if (Array.isArray(otherwise)) return some.names;
  return typeof otherwise === 'object' && otherwise !== null ? some.budgets : fc.constantFrom('x', 'y');
}

const settingsOfAll = fc.record(
  Object.fromEntries(SETTING_KEYS.map((key) => [key, arbitraryOf(key)])),
) as fc.Arbitrary<unknown> as fc.Arbitrary<SettingValues>;

/** What counts for a work type; as resolved, every table has a number for the others. */
const tokensOf = (table: unknown, type: string): number => {
  const tokens = table as Record<string, number>;
  return tokens[type] ?? tokens['*']!;
};

test('whatever a project says, nothing comes back wider [property]', () => {
  fc.assert(
    fc.property(settingsOfAll, settingsOfAll, (said, project) => {
      const defaults = DEFAULT_SETTINGS.values;
      const values = {
        ...said,
        'in_session.budgets': { ...defaults['in_session.budgets'], ...said['in_session.budgets'] },
        'session_start.budgets': { ...defaults['session_start.budgets'], ...said['session_start.budgets'] },
      };
      const after = narrowSettings({ ...DEFAULT_SETTINGS, values }, project, '/repo/inkling.toml').values;
      for (const key of SETTING_KEYS) {
        const [was, is]: readonly unknown[] = [values[key], after[key]];
        if (SETTINGS[key].project === undefined) expect(is).toEqual(was);
        else if (typeof was === 'boolean') expect(was || !is).toBe(true);
        else if (Array.isArray(was)) expect(is).toEqual(expect.arrayContaining(was));
        else if (SETTINGS[key].project === 'at-least') expect(is).toBeGreaterThanOrEqual(was as number);
        else if (typeof was === 'number') expect(is).toBeLessThanOrEqual(was);
        else {
          for (const type of ['feature', 'chore', 'other', 'unheard-of'])
            expect(tokensOf(is, type)).toBeLessThanOrEqual(tokensOf(was, type));
        }
      }
    }),
  );
});
