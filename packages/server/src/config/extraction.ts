import type { ExtractionOptions } from '@inkling/engine/capture';
import { InklingError } from '@inkling/engine/errors';
import { requireOuterAddress } from './model-address.ts';
import { doorsOf, type SettingValues } from './settings.ts';

/** {@link ExtractionOptions} as the daemon is given them. */
export type ExtractionConfig = Omit<ExtractionOptions, 'onOutcome'>;

/**
 * The model that reads sessions, as the settings name it. null = none was named, and nothing of it is read.
 * @throws InklingError `invalid-input` when only one of address and model is named.
 */
export async function resolveExtraction(values: SettingValues): Promise<ExtractionConfig | null> {
  const baseUrl = values['extractor.url'];
  const model = values['extractor.model'];
  if (!baseUrl && !model) return null;
  if (!baseUrl || !model) {
    throw new InklingError('invalid-input', 'A model that reads sessions needs an address and a name.', {
      hint: `Give both or neither: ${doorsOf('extractor.url')}; ${doorsOf('extractor.model')}.`,
      details: { key: baseUrl ? 'extractor.model' : 'extractor.url' },
    });
  }
  await requireOuterAddress(baseUrl, values['models.allow_private_addresses']);
  const { createOpenAiExtractor } = await import('@inkling/engine/capture');
  const apiKey = values['extractor.key'];
  return {
    extractor: createOpenAiExtractor({ baseUrl, model, ...(apiKey ? { apiKey } : {}) }),
    dailyCalls: values['extractor.daily_calls'],
    dailyTokens: values['extractor.daily_tokens'],
  };
}
