import { InklingError } from '@inkling/engine/errors';
import { hasStore, type Storage } from '../config/storage.ts';

/**
 * Fails with `store-missing` where there is no embedded store: opening one creates it, and whoever only asks for something has then named the
 * wrong place, or comes before anything was remembered. What a server has, its schema says.
 */
export function requireStore(storage: Storage): void {
  if (storage.kind !== 'pglite' || hasStore(storage.dataDirectory)) return;
  const { dataDirectory, namedBy } = storage;
  const make = 'ake one with `inkling import git`, `inkling remember` or `inkling up`.';
  throw new InklingError(
    'store-missing',
    `There is no store in ${dataDirectory} yet, so there is nothing to look at.`,
    {
      wayOut: namedBy === undefined ? `M${make}` : `Check ${namedBy}, or m${make}`,
      details: { dataDirectory },
    },
  );
}
