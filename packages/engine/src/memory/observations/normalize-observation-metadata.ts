import { invalidInput } from '../../base/require-input.ts';
import { isJsonList, storableJson, type JsonObject } from '../../base/storable-json.ts';
import type { ObservationMetadata } from './observation.ts';
import { normalizePath } from '../../base/normalize-path.ts';

/** The most paths one statement can be about. A commit that touches more says little about any of them. */
export const MAX_OBSERVATION_PATHS = 1000;

/** Longest path in bytes of UTF-8: with its keys it must fit a B-tree entry, which PostgreSQL limits to 2,704 bytes. */
export const MAX_OBSERVATION_PATH_BYTES = 1024;

/** Most bytes of metadata as JSON text: 1000 long paths fit, a log file does not. */
export const MAX_METADATA_BYTES = 262_144;

/**
 * Metadata as it is stored: plain JSON, text made storable, paths normalised, `undefined` values left out.
 * Fails with `invalid-input` when it is no JSON object, is nested deeper than 32, is larger than 256 KiB, names more than 1000
 * paths, or when a well-known key has the wrong type.
 */
export function normalizeObservationMetadata(metadata: unknown): ObservationMetadata {
  if (metadata === undefined || metadata === null) return {};
  const json = storableJson(metadata, 'metadata');
  if (typeof json !== 'object' || json === null || isJsonList(json)) throw invalidInput('metadata', 'a JSON object');
  for (const key of ['namespace', 'sessionId', 'speaker', 'provenance']) requireText(json, key);
  const tags = textList(json, 'tags');
  const paths = textList(json, 'paths');
  const normalized = {
    ...json,
    ...(tags === undefined ? {} : { tags }),
    ...(paths === undefined ? {} : { paths: boundedPaths(paths) }),
  };
  if (Buffer.byteLength(JSON.stringify(normalized), 'utf8') > MAX_METADATA_BYTES) {
    throw invalidInput('metadata', `at most ${MAX_METADATA_BYTES} bytes of JSON`);
  }
  return normalized;
}

function requireText(json: JsonObject, key: string): void {
  const value = json[key];
  if (value !== undefined && typeof value !== 'string') throw invalidInput(`metadata.${key}`, 'a string');
}

function textList(json: JsonObject, key: string): string[] | undefined {
  const value = json[key];
  if (value === undefined) return undefined;
  if (!isJsonList(value)) throw invalidInput(`metadata.${key}`, 'a list of strings');
  return value.map((item, index) => {
    if (typeof item !== 'string') throw invalidInput(`metadata.${key}[${index}]`, 'a string');
    return item;
  });
}

function boundedPaths(paths: readonly string[]): string[] {
  const normalized = normalizeObservationPaths(paths);
  if (normalized.length > MAX_OBSERVATION_PATHS) {
    throw invalidInput('metadata.paths', `at most ${MAX_OBSERVATION_PATHS} different paths`);
  }
  const long = normalized.findIndex((path) => Buffer.byteLength(path, 'utf8') > MAX_OBSERVATION_PATH_BYTES);
  if (long !== -1) throw invalidInput(`metadata.paths[${long}]`, `at most ${MAX_OBSERVATION_PATH_BYTES} bytes long`);
  return normalized;
}

/** The paths of a statement: each normalised, empty ones dropped, the first of equal ones kept, order unchanged. */
export function normalizeObservationPaths(paths: readonly string[]): string[] {
  return [...new Set(paths.map(normalizePath))].filter((path) => path !== '');
}
