// Fits the weights of signs of steering to sentences of our own.
// Harmless are `steering-harmless.txt`, the near misses, and paragraphs of pages, commits and the documents of installed packages, which count for less.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { signalsOf, steeringFeatures } from '@inkling/engine/testing';
import { ATTACKS, NEAR_MISSES } from './attacks.mjs';

const WEIGHT_OF_ORDINARY = 0.15;
const REGULARIZATION = 0.0007;
const STEPS = 800;
const STEP = 0.05;
/** What fewer of our own sentences have is not learned. */
const LEAST_SEEN = 4;
/** Names that only our sentences have. */
const MADE_UP = /^"(?:acme|example|ghsa|cve|com|org|dev)(?:"|$)|"(?:acme|example|ghsa|cve|com|org|dev)$/;
/** Smaller ones change nothing. */
const SMALLEST = 0.1;
/** Every so many paragraphs of the packages' documents. */
const EVERY = 6;
const TARGET = new URL('../../packages/engine/src/memory/observations/steering/steering-weights.ts', import.meta.url);

const linesOf = (name) =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '');
const git = (...args) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1e9 }).split('\0').filter(Boolean);
const paragraphs = (text) => text.split(/\n\s*\n/).filter((part) => part.length > 30);

const packagePages = () =>
  readdirSync('node_modules', { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?:^|\/)(?:README|CONTRIBUTING|SECURITY)\.md$/i.test(path))
    .toSorted()
    .map((path) => join('node_modules', path));
const paragraphsOf = (paths) => paths.flatMap((path) => paragraphs(readFileSync(path, 'utf8')));
const featuresOf = (text) => steeringFeatures(text, signalsOf(text).seen);
const harmlessOf = (texts, counts) =>
  texts
    .map(featuresOf)
    .flatMap((all) => all.map((names) => ({ names, is: 0, counts: counts / Math.sqrt(all.length) })));

/** An attack is what has most signs in it; of a harmless text each stretch is harmless. */
function readExamples() {
  const attacks = [
    ...linesOf('steering-attacks.txt'),
    ...ATTACKS.filter(({ half }) => half === 'dev').map(({ text }) => text),
  ];
  const pages = paragraphsOf(git('ls-files', '-z', '*.md'));
  const packages = paragraphsOf(packagePages()).filter((_, index) => index % EVERY === 0);
  const commits = git('log', '-z', '--format=%B').filter((text) => text.length > 10);
  return [
    ...attacks
      .map(featuresOf)
      .filter((all) => all.length > 0)
      .map((all) => ({ names: mostOf(all), is: 1, counts: 1 })),
    ...harmlessOf([...linesOf('steering-harmless.txt'), ...NEAR_MISSES], 1),
    ...harmlessOf([...pages, ...packages, ...commits], WEIGHT_OF_ORDINARY),
  ];
}

const mostOf = (all) => all.reduce((most, one) => (one.size > most.size ? one : most));

/** Logistic regression by Adam's method; the last weight is the bias. */
function fit(examples, size) {
  const weights = new Float64Array(size + 1);
  const [mean, square] = [new Float64Array(size + 1), new Float64Array(size + 1)];
  const total = examples.reduce((sum, { counts }) => sum + counts, 0);
  for (let step = 1; step <= STEPS; step += 1) {
    const slope = slopeOf(examples, weights, total);
    for (let k = 0; k <= size; k += 1) {
      mean[k] = 0.9 * mean[k] + 0.1 * slope[k];
      square[k] = 0.999 * square[k] + 0.001 * slope[k] ** 2;
      weights[k] -= (STEP * (mean[k] / (1 - 0.9 ** step))) / (Math.sqrt(square[k] / (1 - 0.999 ** step)) + 1e-8);
    }
  }
  return weights;
}

function slopeOf(examples, weights, total) {
  const bias = weights.length - 1;
  const slope = weights.map((weight, k) => (k === bias ? 0 : REGULARIZATION * weight));
  for (const { at, is, counts } of examples) {
    const sum = at.reduce((known, k) => known + weights[k], weights[bias]);
    const error = ((1 / (1 + Math.exp(-sum)) - is) * counts) / total;
    slope[bias] += error;
    for (const k of at) slope[k] += error;
  }
  return slope;
}

/** The features that enough of our own sentences have. */
function namesOf(examples) {
  const seen = new Map();
  for (const { names, counts } of examples)
    if (counts > WEIGHT_OF_ORDINARY) for (const name of names) seen.set(name, (seen.get(name) ?? 0) + 1);
  return [...seen]
    .filter(([name, count]) => count >= LEAST_SEEN && !MADE_UP.test(name))
    .map(([name]) => name)
    .toSorted((a, b) => (a < b ? -1 : 1));
}

/** Writes `steering-weights.ts`, and answers how many weights it has. */
export function fitWeights() {
  const examples = readExamples();
  const names = namesOf(examples);
  const places = new Map(names.map((name, index) => [name, index]));
  const placed = examples.map((one) => ({
    ...one,
    at: [...one.names].map((name) => places.get(name)).filter((place) => place !== undefined),
  }));
  const fitted = fit(placed, names.length);
  const kept = names
    .map((name, k) => [name, Number(fitted[k].toFixed(2))])
    .filter(([, weight]) => Math.abs(weight) >= SMALLEST);
  writeFileSync(TARGET, moduleOf(kept, Number(fitted.at(-1).toFixed(2)), examples.length));
  return { weights: kept.length, of: names.length, examples: examples.length };
}

const LINE = 230;

/** `name weight` one after the other, in lines. */
function linesFrom(kept) {
  const lines = [''];
  for (const pair of kept.map(([name, weight]) => `${name} ${weight}`)) {
    const line = lines.at(-1);
    if (line === '') lines[lines.length - 1] = pair;
    else if (line.length + pair.length < LINE) lines[lines.length - 1] += `|${pair}`;
    else lines.push(pair);
  }
  return lines;
}

const moduleOf = (
  weights,
  bias,
  count,
) => `// Written by \`npm run bench security -- --fit\` from ${count} stretches of text.
const WEIGHTS = \`
${linesFrom(weights).join('\n')}
\`;

/** What each sign adds to the score of a stretch of text; below zero it speaks for a harmless one. A word stands behind a quotation mark. */
export const STEERING_WEIGHTS: ReadonlyMap<string, number> = new Map(
  WEIGHTS.trim()
    .split(/[|\\n]/)
    .map((pair): readonly [string, number] => {
      const end = pair.lastIndexOf(' ');
      return [pair.slice(0, end), Number(pair.slice(end + 1))];
    }),
);

/** The score of a text without any sign. */
export const STEERING_BIAS = ${bias};
`;
