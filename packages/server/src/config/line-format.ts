import type { LineFormat } from '@inkling/engine';
import { InklingError } from '@inkling/engine/errors';

/**
 * How blocks show what is remembered, by `INKLING_LINE_FORMAT`: `compact` or `classic`; nothing when it is not set.
 * @throws InklingError `invalid-input` on anything else.
 */
export function lineFormatIn(environment: NodeJS.ProcessEnv): { readonly lineFormat?: LineFormat } {
  const lineFormat = environment['INKLING_LINE_FORMAT'] ?? '';
  if (lineFormat === '') return {};
  if (lineFormat === 'compact' || lineFormat === 'classic') return { lineFormat };
  throw new InklingError('invalid-input', `INKLING_LINE_FORMAT is ${JSON.stringify(lineFormat)}.`, {
    wayOut: 'Write compact or classic.',
  });
}
