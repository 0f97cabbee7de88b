import { createDeadline, withinDeadline } from '../base/deadline.ts';
import { isSaveDue, saveScope, unsavedChanges } from './save-scope.ts';
import type { ScopeEntry, ScopeRegistryPorts } from './scope-entry.ts';
import { snapshotFailed } from './snapshot-failed.ts';

/** When indexes are written to disk, and when they must not be. Without a folder for them it does nothing. */
export interface SnapshotSaver {
  /** Starts writing a scope's snapshot when enough has changed; nobody waits for it. */
  saveWhenDue(entry: ScopeEntry): void;
  /** Writes what lacks much, and waits for it no longer than the settings say. */
  saveBeforeClose(entries: readonly ScopeEntry[]): Promise<void>;
  /** See the registry's; `entries` are the organisation's, looked at when its snapshots have gone. */
  forgetting<T>(orgId: string, entries: Iterable<ScopeEntry>, work: () => Promise<T>): Promise<T>;
}

interface SaverState {
  /** How many deletions of each organisation are under way. */
  readonly forgetting: Map<string, number>;
  readonly saves: Set<{ readonly orgId: string; readonly ended: Promise<void> }>;
}

export function createSnapshotSaver(ports: ScopeRegistryPorts): SnapshotSaver {
  const state: SaverState = { forgetting: new Map(), saves: new Set() };
  return {
    saveWhenDue(entry) {
      if (isSaveDue(ports, entry)) void save(ports, state, entry);
    },
    saveBeforeClose: (entries) => saveBeforeClose(ports, state, entries),
    forgetting: (orgId, entries, work) => forgetting(ports, state, orgId, entries, work),
  };
}

async function save(ports: ScopeRegistryPorts, state: SaverState, entry: ScopeEntry): Promise<void> {
  const { orgId } = entry.scope;
  const mayWrite = (): boolean => !state.forgetting.has(orgId);
  if (!ports.snapshots || !mayWrite()) return;
  const one = { orgId, ended: saveScope(ports, ports.snapshots, entry, mayWrite) };
  state.saves.add(one);
  await one.ended;
  state.saves.delete(one);
}

async function saveBeforeClose(
  ports: ScopeRegistryPorts,
  state: SaverState,
  entries: readonly ScopeEntry[],
): Promise<void> {
  if (!ports.snapshots) return;
  const { closeMs, closeMsPerThousand } = ports.settings;
  const lacking = entries.filter((entry) => lacksMuch(ports, entry));
  const documents = lacking.reduce((sum, entry) => sum + entry.documents, 0);
  const deadline = createDeadline(ports.clock, closeMs + (closeMsPerThousand * documents) / 1000);
  await withinDeadline(deadline, () => Promise.all(entries.map((entry) => saveLast(ports, state, entry))));
  deadline.clear();
}

async function saveLast(ports: ScopeRegistryPorts, state: SaverState, entry: ScopeEntry): Promise<void> {
  await entry.saving;
  if (lacksMuch(ports, entry)) await save(ports, state, entry);
}

const lacksMuch = ({ settings }: ScopeRegistryPorts, entry: ScopeEntry): boolean =>
  entry.state === 'loaded' && unsavedChanges(entry) >= settings.closeChanges;

async function forgetting<T>(
  ports: ScopeRegistryPorts,
  state: SaverState,
  orgId: string,
  entries: Iterable<ScopeEntry>,
  work: () => Promise<T>,
): Promise<T> {
  const { snapshots } = ports;
  if (!snapshots) return work();
  const removeAll = (): Promise<void> =>
    snapshots.removeAll(orgId).catch((cause: unknown) => {
      throw snapshotFailed('The snapshots of search indexes could not be removed, so nothing was forgotten.', cause);
    });
  state.forgetting.set(orgId, (state.forgetting.get(orgId) ?? 0) + 1);
  try {
    await Promise.all([...state.saves].filter((one) => one.orgId === orgId).map((one) => one.ended));
    await removeAll();
    for (const entry of entries) entry.savedChanges = null;
    const result = await work();
    // Once more: another process that shares the folder may have written one before it heard of this.
    await snapshots.removeAll(orgId).catch(ports.onError);
    return result;
  } finally {
    const left = state.forgetting.get(orgId)! - 1;
    if (left === 0) state.forgetting.delete(orgId);
    else state.forgetting.set(orgId, left);
  }
}
