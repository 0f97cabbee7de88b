import { createHash } from 'node:crypto';
import type { Observation, ObservationInput, RememberResult } from '@inkling/engine';
import type { ImportTarget } from '../src/importers/import-target.ts';

/** The part of a memory that importers use, as a list. The engine's own rules for writes that matter here are followed. */
export interface FakeMemory extends ImportTarget {
  /** As a person does, who does not want it back. */
  forget(content: string): void;
  readonly rows: Writable[];
  readonly cursors: Map<string, Readonly<Record<string, unknown>>>;
  /** The rules by which secrets are redacted. (Default: none) */
  redact(text: string): string;
}

type Writable = { -readonly [Key in keyof Observation]: Observation[Key] };

export function fakeMemory(): FakeMemory {
  const rows: Writable[] = [];
  const cursors = new Map<string, Readonly<Record<string, unknown>>>();
  /** Texts that somebody forgot. */
  const forgotten = new Set<string>();
  const remember = (raw: ObservationInput, refresh = false): RememberResult => {
    const input = { ...raw, content: memory.redact(raw.content) };
    const contentHash = createHash('sha256').update(input.content).digest('hex');
    const key = (row: { projectId?: string | null; agentId?: string }): string => `${row.projectId} ${row.agentId}`;
    const known = rows.find((row) => row.contentHash === contentHash && key(row) === key(input));
    if (!known && input.source === 'import' && forgotten.has(input.content)) {
      return { id: 'nothing', created: false, contentHash, status: 'forgotten', redacted: [] };
    }
    const row = known ?? newRow(input, contentHash, rows.length + 1);
    if (!known) rows.push(row);
    else if (refresh) Object.assign(row, { kind: input.kind, metadata: storedMetadata(input) });
    if (input.source !== 'import') row.validTo = null;
    const valid = row.content.includes('Ignore all previous instructions') ? 'quarantined' : 'active';
    const standing = row.validTo === null ? valid : 'expired';
    const status = row.supersededBy === null ? standing : 'superseded';
    return { id: row.id, created: !known, contentHash, status, redacted: [] };
  };
  const memory: FakeMemory = {
    rows,
    cursors,
    redact: (text) => text,
    forget: (content) => {
      forgotten.add(content);
      rows.splice(
        rows.findIndex((row) => row.content === content),
        1,
      );
    },
    observations: {
      rememberMany: (inputs, options) => Promise.resolve(inputs.map((input) => remember(input, options?.refresh))),
      get: (id) => Promise.resolve(rows.find((row) => row.id === id) ?? null),
      list: ({ projectId, path, agentId } = {}) => {
        const found = rows.filter(
          (row) =>
            row.projectId === projectId &&
            (agentId === undefined || row.agentId === agentId) &&
            (path === undefined || row.metadata.paths?.includes(withoutRoot(path))),
        );
        return Promise.resolve({ rows: found, nextCursor: null });
      },
      count: ({ projectId } = {}) => Promise.resolve(rows.filter((row) => row.projectId === projectId).length),
      supersede: (oldId, newContent) => {
        const index = rows.findIndex((row) => row.id === oldId);
        const old = rows[index]!;
        const result = remember({ ...old, content: newContent });
        rows[index] = { ...old, supersededBy: result.id };
        for (const row of rows) if (row.id === result.id) row.supersededBy = null;
        return Promise.resolve({ ...result, outcome: 'superseded', supersededId: oldId });
      },
      forget: ({ id, mayReturn }: { id: string; mayReturn?: boolean }) => {
        const [row] = rows.splice(
          rows.findIndex((candidate) => candidate.id === id),
          1,
        );
        if (row && !mayReturn) forgotten.add(row.content);
        return Promise.resolve({ forgotten: 1 });
      },
    },
    feedback: {
      observation({ observationId, verdict }) {
        const row = rows.find(({ id }) => id === observationId);
        if (row && verdict === 'outdated') row.validTo = row.updatedAt;
        return Promise.resolve({ applied: true, refusal: null, weight: row?.weight ?? 1 });
      },
    },
    importCursors: {
      get: (projectId, source) => Promise.resolve(cursors.get(`${projectId} ${source}`) ?? null),
      set: (projectId, source, cursor) => {
        cursors.set(`${projectId} ${source}`, structuredClone(cursor));
        return Promise.resolve();
      },
    },
  };
  return memory;
}

const withoutRoot = (path: string): string => path.replace(/^\/+/, '');

function storedMetadata({ metadata = {} }: ObservationInput): Observation['metadata'] {
  return metadata.paths === undefined ? metadata : { ...metadata, paths: metadata.paths.map(withoutRoot) };
}

function newRow(input: ObservationInput, contentHash: string, number: number): Writable {
  const createdAt = new Date(input.createdAt ?? 0).toISOString();
  return {
    orgId: 'local',
    id: `id-${number}-${contentHash.slice(0, 6)}`,
    projectId: input.projectId ?? null,
    agentId: input.agentId ?? 'user',
    sessionId: null,
    kind: input.kind ?? 'explicit',
    content: input.content,
    contentHash,
    source: input.source ?? 'api',
    classification: 'internal',
    weight: 1,
    pinned: input.pinned ?? false,
    metadata: storedMetadata(input),
    simhash: '0'.repeat(16),
    supersededBy: null,
    validTo: null,
    quarantineReason: null,
    createdAt,
    updatedAt: createdAt,
  };
}
