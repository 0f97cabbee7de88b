import { InklingError } from '../../../base/errors.ts';
import { ID_MAX_CHARACTERS, invalidInput, requireNumber, requireWellFormed } from '../../../base/require-input.ts';
import { optionalMoment } from '../../../base/optional-moment.ts';
import {
  CLASSIFICATIONS,
  type Observation,
  type ObservationInput,
  type ObservationMetadata,
  type ObservationSource,
} from '../observation.ts';
import { wellFormedText } from '../../../base/text/well-formed-text.ts';
import { normalizePath } from '../../../base/normalize-path.ts';
import { isJsonList, storableJson, type JsonObject } from '../../../base/text/stored-text.ts';

/** Longest content in bytes of UTF-8. Source: contract section 3. */
export const MAX_CONTENT_BYTES = 8192;

/**
 * Most bytes of UTF-8 of names that share a B-tree entry, which PostgreSQL limits to 2,704: the rest is for an organisation of 512 bytes, a hash and a
 * date. An id of 512 characters has up to 1,536.
 */
export const MAX_KEY_BYTES = 2048;

const SOURCES: readonly ObservationSource[] = ['auto-capture', 'tool', 'import', 'api'];
const VISIBLE = /[^\s\p{Z}\p{Cc}\p{Cf}]/u;

/** An {@link ObservationInput} with every default filled in and every value checked. Secrets are not yet redacted. */
export type NormalizedInput = Omit<
  Observation,
  'orgId' | 'id' | 'contentHash' | 'simhash' | 'supersededBy' | 'quarantineReason' | 'updatedAt'
>;

/**
 * Checks what a caller wants remembered and fills the defaults in.
 * Fails with `observation-empty`, `observation-too-large` (over 8192 bytes of UTF-8: refused, never cut) or `invalid-input`,
 * which names the field and what was expected.
 */
export function normalizeObservationInput(input: ObservationInput, nowMs: number): NormalizedInput {
  if (typeof input !== 'object' || input === null) throw invalidInput('input', 'an object with content');
  const metadata = normalizeObservationMetadata(input.metadata);
  const normalized: NormalizedInput = {
    content: checkedContent(input.content),
    projectId: optionalName('projectId', input.projectId),
    agentId: optionalName('agentId', input.agentId) ?? 'user',
    sessionId: optionalName('sessionId', input.sessionId) ?? optionalName('metadata.sessionId', metadata.sessionId),
    kind: optionalName('kind', input.kind) ?? 'explicit',
    source: oneOf('source', SOURCES, input.source, 'api'),
    classification: oneOf('classification', CLASSIFICATIONS, input.classification, 'internal'),
    weight: checkedWeight(input.weight),
    pinned: checkedFlag('pinned', input.pinned),
    metadata,
    createdAt: optionalMoment(input.createdAt, 'createdAt') ?? new Date(nowMs).toISOString(),
    validTo: optionalMoment(input.validTo, 'validTo'),
  };
  requireKeysFit(normalized);
  return normalized;
}

/** The indexes that the names of a statement are in: with agent and kind, with the session, and with each path. */
function requireKeysFit({ projectId, agentId, kind, sessionId, metadata }: NormalizedInput): void {
  const own = bytesOf(projectId);
  const requireFit = (bytes: number, fields: string): void => {
    if (own + bytes > MAX_KEY_BYTES) throw invalidInput(fields, `at most ${MAX_KEY_BYTES} bytes long together`);
  };
  requireFit(bytesOf(agentId) + bytesOf(kind), 'projectId, agentId and kind');
  requireFit(bytesOf(sessionId), 'projectId and sessionId');
  // A shorter one has room for the longest path.
  if (own > MAX_KEY_BYTES - MAX_OBSERVATION_PATH_BYTES)
    for (const path of metadata.paths ?? []) requireFit(bytesOf(path), 'projectId and metadata.paths');
}

const bytesOf = (name: string | null): number => Buffer.byteLength(name ?? '', 'utf8');

/** Content as it can be stored; refuses what is not text, is empty or is larger than 8192 bytes of UTF-8. */
function checkedContent(content: unknown): string {
  if (typeof content !== 'string') throw invalidInput('content', 'a string');
  const text = wellFormedText(content);
  if (!VISIBLE.test(text)) {
    throw new InklingError('observation-empty', 'The content is empty or only white space.', {
      hint: 'Say what is to be remembered, in one visible character at least.',
    });
  }
  requireSize(text);
  return text;
}

/** Refuses text over 8192 bytes of UTF-8 with `observation-too-large`. Redaction can lengthen a text, so it asks again. */
export function requireSize(text: string): void {
  const bytes = Buffer.byteLength(text, 'utf8');
  if (bytes <= MAX_CONTENT_BYTES) return;
  throw new InklingError(
    'observation-too-large',
    `The content has ${bytes} bytes; at most ${MAX_CONTENT_BYTES} are stored.`,
    {
      hint: 'Split it into several statements.',
      details: { bytes, maxBytes: MAX_CONTENT_BYTES },
    },
  );
}

function optionalName(field: string, value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string') throw invalidInput(field, 'a string');
  if (value.length > ID_MAX_CHARACTERS) throw invalidInput(field, `at most ${ID_MAX_CHARACTERS} characters long`);
  requireWellFormed(value, field);
  return value;
}

function oneOf<T extends string>(field: string, allowed: readonly T[], value: T | undefined, fallback: T): T {
  if (value === undefined) return fallback;
  if (!allowed.includes(value)) throw invalidInput(field, `one of ${allowed.join(', ')}`);
  return value;
}

function checkedWeight(weight: unknown): number {
  if (weight === undefined) return 1;
  requireNumber(weight, 'weight', 0, 2);
  return weight;
}

function checkedFlag(field: string, value: unknown): boolean {
  if (value === undefined) return false;
  if (typeof value !== 'boolean') throw invalidInput(field, 'true or false');
  return value;
}

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
function normalizeObservationMetadata(metadata: unknown): ObservationMetadata {
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
