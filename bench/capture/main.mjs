// How well capture tells statements that outlive their prompt from everything else: `npm run bench capture [--misses]`. Two sets of prompts written
// and labelled by hand: `dev` was looked at while the patterns were written, `held-out` was not.
import { readFileSync } from 'node:fs';
import { captureStatements } from '@inkling/engine/capture';
import { benchArguments } from '../lib/bench-arguments.mjs';

const SETS = ['dev', 'held-out'];
const { misses: showsMisses } = benchArguments('capture');

for (const name of SETS) {
  const rows = readFileSync(new URL(`${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const score = { found: 0, wrong: 0, missed: 0 };
  const misses = [];
  for (const { prompt, says } of rows) {
    const captured = captureStatements([{ type: 'prompt', text: prompt, at: '2026-01-01T00:00:00.000Z', seq: null }]);
    const isSaid = ({ kind, content }, [kinds, part]) =>
      kinds.split('|').includes(kind) && content.toLowerCase().includes(part.toLowerCase());
    const wrong = captured.filter((statement) => !says.some((said) => isSaid(statement, said)));
    const missed = says.filter((said) => !captured.some((statement) => isSaid(statement, said)));
    score.found += says.length - missed.length;
    score.wrong += wrong.length;
    score.missed += missed.length;
    for (const { detector, content } of wrong) misses.push(`  wrong   ${detector}: ${content}   <- ${prompt}`);
    for (const [kinds, part] of missed) misses.push(`  missed  ${kinds}: ${part}   <- ${prompt}`);
  }
  const { found, wrong, missed } = score;
  const share = (value, of) => `${((100 * value) / Math.max(1, of)).toFixed(1)} %`;
  process.stdout.write(
    `${name.padEnd(9)} ${rows.length} prompts, ${found + missed} statements: precision ${share(found, found + wrong)} (${wrong} wrong), recall ${share(found, found + missed)} (${missed} missed)\n`,
  );
  if (showsMisses && misses.length > 0) process.stdout.write(`${misses.join('\n')}\n`);
}
