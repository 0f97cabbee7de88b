// How well capture tells statements that outlive their session from everything else: `npm run bench capture [--misses]`. Prompts and talks were
// written and labelled by hand. The halves were made by a hash before anything was tuned; `dev` was looked at then, `held-out` was not.
import { captureStatements } from '@inkling/engine/capture';
import { benchArguments } from '../lib/bench-arguments.mjs';
import { reportExtractor } from './extractor.mjs';
import { readPrompts, readTalks } from './read-talks.mjs';

const { misses: showsMisses, extractor: playsExtractor } = benchArguments('capture');
const at = (name) => new URL(name, import.meta.url);

for (const half of ['dev', 'held-out']) {
  const talks = readTalks(at(`talk-${half}.txt`));
  const isExchange = ({ events }) => events.length > 1;
  report(`${half}: sentences`, readPrompts(at(`${half}.jsonl`)), half);
  report(
    `${half}: prompts`,
    talks.filter((talk) => !isExchange(talk)),
    half,
  );
  report(`${half}: exchanges`, talks.filter(isExchange), half);
  if (playsExtractor) await reportExtractor(half, talks.filter(isExchange));
}

function report(name, talks, half) {
  const judged = talks.map(judge);
  const total = sum(judged, 'right');
  process.stdout.write(`${name.padEnd(21)} ${String(talks.length).padStart(3)} items, ${line(judged, total)}\n`);
  const detectors = new Set(judged.flatMap(({ right, wrong }) => [...right, ...wrong].map(({ detector }) => detector)));
  for (const detector of [...detectors].toSorted((a, b) => a.localeCompare(b))) {
    const of = (list) => list.filter((statement) => statement.detector === detector).length;
    const right = judged.reduce((count, one) => count + of(one.right), 0);
    const wrong = judged.reduce((count, one) => count + of(one.wrong), 0);
    process.stdout.write(`  ${detector.padEnd(19)} ${right} right, ${wrong} wrong\n`);
  }
  // What the other half misses is not to be looked at.
  if (showsMisses && half === 'dev') for (const one of judged) tell(one);
}

function judge({ text, events, says, never }) {
  const captured = captureStatements(events);
  const isSaid = ({ kind, content }, { kinds, parts }) =>
    kinds.includes(kind) && parts.every((part) => content.toLowerCase().includes(part));
  const isRefused = ({ content }) => never.some((part) => content.toLowerCase().includes(part));
  const isRight = (statement) => !isRefused(statement) && says.some((said) => isSaid(statement, said));
  return {
    text,
    right: captured.filter(isRight),
    wrong: captured.filter((statement) => !isRight(statement)),
    found: says.filter((said) => captured.some((statement) => !isRefused(statement) && isSaid(statement, said))),
    missed: says.filter((said) => !captured.some((statement) => !isRefused(statement) && isSaid(statement, said))),
  };
}

function line(judged, right) {
  const [wrong, found, missed] = [sum(judged, 'wrong'), sum(judged, 'found'), sum(judged, 'missed')];
  return `${found + missed} statements: precision ${share(right, right + wrong)} (${wrong} wrong), recall ${share(found, found + missed)} (${missed} missed)`;
}

function tell({ text, wrong, missed }) {
  const shown = text.replaceAll('\n', ' | ');
  for (const { detector, content } of wrong) process.stdout.write(`  wrong   ${detector}: ${content}   <- ${shown}\n`);
  for (const { parts } of missed) process.stdout.write(`  missed  ${parts.join(' … ')}   <- ${shown}\n`);
}

function sum(judged, name) {
  return judged.reduce((count, one) => count + one[name].length, 0);
}

function share(value, of) {
  return `${((100 * value) / Math.max(1, of)).toFixed(1)} %`;
}
