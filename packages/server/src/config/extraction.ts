import type { ExtractionOptions } from '@inkling/engine/capture';
import { InklingError } from '@inkling/engine/errors';
import { requireOuterAddress } from './model-address.ts';

/** What the command line says about a model that reads sessions. */
export interface ExtractionFlags {
  readonly extractorUrl?: string | undefined;
  readonly extractorModel?: string | undefined;
  readonly extractorCalls?: number | undefined;
  readonly extractorTokens?: number | undefined;
}

/** {@link ExtractionOptions} as the daemon is given them. */
export type ExtractionConfig = Omit<ExtractionOptions, 'onOutcome'>;

/**
 * The model that reads sessions: `--extractor-url` and `--extractor-model`, else `INKLING_EXTRACTOR_URL` and `INKLING_EXTRACTOR_MODEL`; its
 * key is `INKLING_EXTRACTOR_KEY`, never an argument, which every user of the machine can read. null = none was named, and nothing of it is read.
 * @throws InklingError `invalid-input` when only one of the two is named, or a limit is no number.
 */
export async function resolveExtraction(
  flags: ExtractionFlags,
  environment: NodeJS.ProcessEnv,
): Promise<ExtractionConfig | null> {
  const baseUrl = flags.extractorUrl || environment['INKLING_EXTRACTOR_URL'];
  const model = flags.extractorModel || environment['INKLING_EXTRACTOR_MODEL'];
  if (!baseUrl && !model) return null;
  if (!baseUrl || !model) {
    throw new InklingError('invalid-input', 'A model that reads sessions needs an address and a name.', {
      wayOut: 'Give --extractor-url and --extractor-model, or neither.',
    });
  }
  await requireOuterAddress(baseUrl, environment);
  const { createOpenAiExtractor, DEFAULT_EXTRACTION_CAPS } = await import('@inkling/engine/capture');
  const apiKey = environment['INKLING_EXTRACTOR_KEY'];
  const { dailyCalls, dailyTokens } = DEFAULT_EXTRACTION_CAPS;
  return {
    extractor: createOpenAiExtractor({ baseUrl, model, ...(apiKey ? { apiKey } : {}) }),
    dailyCalls: flags.extractorCalls ?? limitIn(environment, 'INKLING_EXTRACTOR_DAILY_CALLS', dailyCalls),
    dailyTokens: flags.extractorTokens ?? limitIn(environment, 'INKLING_EXTRACTOR_DAILY_TOKENS', dailyTokens),
  };
}

function limitIn(environment: NodeJS.ProcessEnv, name: string, otherwise: number): number {
  const text = environment[name];
  if (text === undefined || text === '') return otherwise;
  // A limit that cannot be read must not become none.
  if (/^\d{1,12}$/.test(text)) return Number(text);
  throw new InklingError('invalid-input', `${name} is not a whole number.`, { wayOut: 'Write 0 or more.' });
}
