import { characterTokens, estimateTokens } from '@inkling/engine';
import { countTokens as cl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { countTokens as o200k } from 'gpt-tokenizer/encoding/o200k_base';

/** What only names, dates or introduces: headings with the sentence above them, ids, dates and weights. */
const OVERHEAD =
  /^(?:#.*|(?:Dated n|N)otes from earlier sessions.*)\n*|^- \[[^\]]+\] (?:\d{4}-\d\d-\d\d )?|[;(] ?weight:? [\d.]+\)?/gmu;

/** Makers of models do not say how they all count; the larger of two public tokenizers stands for the real count. */
const realTokens = (text) => Math.max(o200k(text), cl100k(text));
const percent = (share) => `${(100 * share).toFixed(1)} %`;
const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);
const quantile = (numbers, share) => numbers.toSorted((a, b) => a - b)[Math.ceil(share * numbers.length) - 1] ?? 0;

/** The figures of blocks `{ kind, block, budget }`, as text; the first `show` of them in full. */
export function describeBlocks(blocks, format, show) {
  const estimate = format === 'classic' ? characterTokens : estimateTokens;
  const measured = blocks.map((one) => ({ ...one, ...measure(one.block, estimate) }));
  const kinds = ['start', 'tool call'].map((kind) => [kind, measured.filter((one) => one.kind === kind)]);
  const lines = [...kinds, ['all', measured]].map(([kind, some]) => describe(kind, some));
  const shown = measured.slice(0, show).map(({ block }) => `\n${block}\n`);
  return [...lines, ...shown].join('\n');
}

function measure(block, estimate) {
  const real = realTokens(block);
  return { real, overhead: real - realTokens(block.replaceAll(OVERHEAD, '')), ratio: estimate(block) / real };
}

function describe(kind, blocks) {
  if (blocks.length === 0) return `  ${kind}: no block`;
  const over = blocks.filter(({ real, budget }) => real > budget).length;
  const real = sum(blocks.map((one) => one.real));
  const lines = sum(blocks.map(({ block }) => block.split('\n- ').length - 1));
  const ratios = blocks.map(({ ratio }) => ratio);
  return [
    `  ${kind.padEnd(9)} ${blocks.length} blocks, ${(lines / blocks.length).toFixed(1)} lines and ${(real / blocks.length).toFixed(0)} tokens each`,
    `ids, dates, weights, headings ${percent(sum(blocks.map(({ overhead }) => overhead)) / real)}`,
    `${over} of ${blocks.length} over budget`,
    `budget used ${percent(real / sum(blocks.map(({ budget }) => budget)))}`,
    `estimate / real: min ${Math.min(...ratios).toFixed(2)}, p50 ${quantile(ratios, 0.5).toFixed(2)}, max ${Math.max(...ratios).toFixed(2)}`,
  ].join('; ');
}
