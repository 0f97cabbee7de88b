import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { helpOf, readArguments } from './bench-arguments.mjs';
import { BENCHES } from './benches.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (name, ...args) => readArguments(BENCHES[name], args);
const bench = (...args) => spawnSync(process.execPath, ['scripts/bench.mjs', ...args], { cwd: root, encoding: 'utf8' });

describe('every benchmark', () => {
  it('is told of, and reads its own arguments', () => {
    const folders = readdirSync(`${root}/bench`).filter((name) => name !== 'lib');
    expect(Object.keys(BENCHES)).toEqual(folders.toSorted((a, b) => a.localeCompare(b)));
    for (const name of folders) {
      expect(readFileSync(`${root}/bench/${name}/main.mjs`, 'utf8')).toContain(`benchArguments('${name}')`);
    }
  });

  it.each(Object.entries(BENCHES))('%s: its help names each option, its defaults are values it takes', (name, told) => {
    const { options = {}, values = {} } = told;
    for (const option of Object.keys(options)) expect(helpOf(name, told)).toContain(`  --${option} `);
    for (const [value, { kind, standard }] of Object.entries({ ...options, ...values })) {
      if (standard !== undefined && standard !== false)
        expect([value, kind.read(`${standard}`)]).toEqual([value, standard]);
    }
  });

  it('answers before a build', () => {
    const help = bench('quality', '--help');
    expect(help).toMatchObject({ status: 0, stdout: helpOf('quality', BENCHES.quality), stderr: '' });
    const wrong = bench('recall', '--wrong');
    expect(wrong).toMatchObject({ status: 2, stdout: '' });
    expect(wrong.stderr).toBe(
      'bench recall: there is no option --wrong. For its options: npm run bench recall -- --help\n',
    );
  });
});

describe('readArguments', () => {
  it('gives the defaults, and what is given in their place', () => {
    expect(read('recall')).toMatchObject({ sizes: [1000, 10_000], databases: ['pglite', 'postgres'], queries: 300 });
    expect(read('recall', '--sizes', '20, 7', '--databases=postgres')).toMatchObject({
      sizes: [20, 7],
      databases: ['postgres'],
    });
    expect(read('daemon', '--import').import).toBe(true);
    expect(read('feedback', '5')).toMatchObject({ sessions: 5, seed: 7 });
    expect(read('quality', '--data', root)).toMatchObject({ data: root, sets: undefined, limit: undefined });
  });

  it.each([
    ['quality', [], /^--data is missing: labelled sets/],
    ['quality', ['--data'], /^--data has no value; expected a directory/],
    ['quality', ['--data', '/nowhere/at/all'], /^--data is "\/nowhere\/at\/all"; expected a directory that is there$/],
    ['quality', ['--data', root, '--limit', '0'], /^--limit is "0"; expected a whole number from 1$/],
    ['quality', ['--data', root, '--when', 'never'], /^--when is "never"; expected right or wrong$/],
    ['quality', ['--data', root, '--json', '/nowhere/at/all.json'], /^--json is .*; expected a file/],
    ['quality', ['--data', root, '--sets', 'a,'], /^--sets is "a,"; expected names/],
    ['quality', ['--data', root, '--peers=no'], /^--peers takes no value$/],
    ['recall', ['--sizes', '10,x'], /^--sizes is "10,x"; expected whole numbers/],
    ['recall', ['--sizes', '-5'], /^--sizes is "-5"; expected whole numbers/],
    ['recall', ['--databases', 'mysql'], /^--databases is "mysql"; expected pglite, postgres or some of them$/],
    ['recall', ['1000'], /^"1000" is one argument too many$/],
    ['import', ['--repository', '/'], /^--repository is "\/"; expected a git repository$/],
    ['queue', ['soon'], /^<seconds> is "soon"; expected a whole number from 1$/],
    ['queue', ['5', '6'], /^"6" is one argument too many$/],
  ])('refuses: %s %j', (name, args, message) => {
    expect(() => read(name, ...args)).toThrow(message);
  });

  it('is asked for help even where something is missing', () => {
    expect(read('quality', '--help').help).toBe(true);
    expect(read('queue', '-h').help).toBe(true);
    expect(helpOf('queue', BENCHES.queue)).toBe(
      `npm run bench queue -- [seconds] [options]

Full cycles of the durable inject queue a second, beside pg-boss.

  seconds                         seconds of each measurement (default: 5)
  --help                          tell this
`,
    );
  });
});

describe('npm run bench', () => {
  it('lists the benchmarks, and names them when there is none of that name', () => {
    for (const args of [[], ['--help']]) {
      const { status, stdout } = bench(...args);
      expect(status).toBe(0);
      for (const [name, { about }] of Object.entries(BENCHES)) expect(stdout).toContain(`${name.padEnd(13)}${about}`);
    }
    const { status, stderr } = bench('nothing');
    expect(status).toBe(2);
    expect(stderr).toMatch(/^There is no benchmark "nothing"\. There are: agent, .*writes\n$/);
  });
});
