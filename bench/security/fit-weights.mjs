// Fits the weights of signs of steering to sentences of our own.
// Harmless are `steering-harmless.txt`, the near misses, and each paragraph of this repository's pages and commits, which count for less.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { steeringFeatures } from '@inkling/engine/testing';
import { ATTACKS, NEAR_MISSES } from './attacks.mjs';

const WEIGHT_OF_ORDINARY = 0.1;
const REGULARIZATION = 0.0004;
const STEPS = 1500;
const STEP = 0.05;
/** Smaller ones change nothing. */
const SMALLEST = 0.1;
const TARGET = new URL('../../packages/engine/src/memory/observations/steering-weights.ts', import.meta.url);

const linesOf = (name) =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '');
const git = (...args) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1e9 }).split('\0').filter(Boolean);
const paragraphs = (text) => text.split(/\n\s*\n/).filter((part) => part.length > 30);

/** An attack is what has most signs in it; of a harmless text each stretch is harmless. */
function readExamples() {
  const attacks = [
    ...linesOf('steering-attacks.txt'),
    ...ATTACKS.filter(({ half }) => half === 'dev').map(({ text }) => text),
  ];
  const harmless = [...linesOf('steering-harmless.txt'), ...NEAR_MISSES];
  const pages = git('ls-files', '-z', '*.md').flatMap((path) => paragraphs(readFileSync(path, 'utf8')));
  const ordinary = [...pages, ...git('log', '-z', '--format=%B').filter((text) => text.length > 10)];
  return [
    ...attacks
      .map(steeringFeatures)
      .filter((all) => all.length > 0)
      .map((all) => ({ names: mostOf(all), is: 1, counts: 1 })),
    ...harmless.flatMap(steeringFeatures).map((names) => ({ names: [...names], is: 0, counts: 1 })),
    ...ordinary.flatMap(steeringFeatures).map((names) => ({ names: [...names], is: 0, counts: WEIGHT_OF_ORDINARY })),
  ];
}

const mostOf = (all) => [...all.reduce((most, one) => (one.size > most.size ? one : most))];

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

/** Writes `steering-weights.ts`, and answers how many weights it has. */
export function fitWeights() {
  const examples = readExamples();
  const names = [...new Set(examples.flatMap(({ names: own }) => own))].toSorted((a, b) => (a < b ? -1 : 1));
  const places = new Map(names.map((name, index) => [name, index]));
  const placed = examples.map((one) => ({ ...one, at: one.names.map((name) => places.get(name)) }));
  const fitted = fit(placed, names.length);
  const kept = names
    .map((name, k) => [name, Number(fitted[k].toFixed(2))])
    .filter(([, weight]) => Math.abs(weight) >= SMALLEST);
  writeFileSync(TARGET, moduleOf(kept, Number(fitted.at(-1).toFixed(2)), examples.length));
  return { weights: kept.length, of: names.length, examples: examples.length };
}

const key = (name) => (/^\w+$/.test(name) ? name : `'${name}'`);
const moduleOf = (
  weights,
  bias,
  count,
) => `// Written by \`npm run bench security -- --fit\` from ${count} stretches of text.

/** What each sign adds to the score of a stretch of text; below zero it speaks for a harmless one. */
export const STEERING_WEIGHTS: Readonly<Record<string, number>> = {
${weights.map(([name, weight]) => `  ${key(name)}: ${weight},\n`).join('')}};

/** The score of a text without any sign. */
export const STEERING_BIAS = ${bias};
`;
