import { InklingError } from '../../base/errors.ts';

/** Far above every model in use. */
const MAX_DIMENSION = 16_000;

/** Fails with 'invalid-input' unless the value is a whole number from 1 to `largest`. */
export function requireWhole(name: string, value: number, largest: number = Number.MAX_SAFE_INTEGER): number {
  if (Number.isInteger(value) && value >= 1 && value <= largest) return value;
  throw new InklingError('invalid-input', `${name} of an embedder must be a whole number from 1 to ${largest}.`);
}

/** The dimension that was set, or the one that is known of the model. Fails with 'invalid-input' when there is neither. */
export function requireDimension(model: string, dimension: number | undefined): number {
  if (dimension !== undefined) return requireWhole('dimension', dimension, MAX_DIMENSION);
  throw new InklingError('invalid-input', `The dimension of the embedding model ${model} is not known.`, {
    wayOut: 'Set `dimension` to the length of its vectors.',
  });
}
