import { invalidInput, numberOr, requireInput } from '../../base/require-input.ts';
import { readMemoryInjectionSettings } from '../../features/history/memory-injection-settings.ts';
import { resolveInSessionConfig } from '../../features/in-session/in-session-config.ts';
import { resolveContextBudget } from '../../features/session-start/context-budget.ts';
import { isLineFormat } from '../../memory/compose/lines/line-format.ts';
import { requireDimension, type Embedder } from '../../memory/embeddings/model/embedder.ts';
import type { MemoryOptions, SessionStartOptions } from './memory-options.ts';

/** Fails with `invalid-input` on options with which every later call would fail, or give nothing, by the checks of those calls. */
export function requireOptions(options: MemoryOptions): void {
  const { lineFormat, embedder, authorizer, extraction, inSession, memoryInjection, sessionStart } = options;
  requireInput(lineFormat === undefined || isLineFormat(lineFormat), 'lineFormat', "'compact' or 'classic'");
  const decides = authorizer === undefined || typeof authorizer?.authorize === 'function';
  requireInput(decides, 'authorizer', 'an object with authorize');
  for (const name of ['estimateTokens', 'onError', 'onShadowDenied'] as const)
    requireInput(options[name] === undefined || typeof options[name] === 'function', name, 'a function');
  const reads = extraction === undefined || typeof extraction?.extractor?.extract === 'function';
  requireInput(reads, 'extraction.extractor', 'an object with modelId, mostTokens and extract');
  if (embedder !== undefined) requireEmbedder(embedder);
  if (sessionStart !== undefined) requireSessionStart(sessionStart);
  resolveInSessionConfig(inSession);
  const reading = readMemoryInjectionSettings({ memory_injection: memoryInjection ?? {} });
  if (!reading.ok)
    throw invalidInput('memoryInjection', `valid settings: ${reading.problems.join(' ').replace(/\.$/u, '')}`);
}

function requireEmbedder(embedder: Embedder): void {
  const isOne = typeof embedder?.embed === 'function' && typeof embedder.modelId === 'string';
  requireInput(isOne, 'embedder', 'an object with modelId, dimension and embed');
  requireDimension(embedder.modelId, embedder.dimension);
}

function requireSessionStart(given: SessionStartOptions): void {
  requireInput(typeof given === 'object' && given !== null, 'sessionStart', 'an object');
  const { budgets = {}, minRelevance } = given;
  numberOr(minRelevance, 0, 'sessionStart.minRelevance', 0, 1);
  for (const workType of ['*', ...Object.keys(budgets)]) resolveContextBudget({ defaults: budgets }, '', workType);
}
