import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DiskEvent, DiskFile } from './disk-journal.ts';

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const SECTOR = 512;

/**
 * Builds the directory as it may look after a power cut behind the first `count` events, from a copy of what it was
 * before them. Only what was synced is sure. A write that was not may be there, missing or torn at any sector, each
 * independently of all others, so later ones can be there without earlier ones. Names (create, remove, rename) reach the
 * disk in order, as in a journalling file system: all before the last sync of anything, then a random number of the rest.
 */
export function cutPower(
  before: string,
  target: string,
  events: readonly DiskEvent[],
  count: number,
  random: () => number,
): void {
  const seen = events.slice(0, count);
  cpSync(before, target, { recursive: true });
  const names = survivingNames(seen, random);
  const contents = survivingContents(before, seen, random);
  for (const [path, entry] of names) {
    if (entry === 'gone') rmSync(join(target, path), { recursive: true, force: true });
    else if (entry === 'directory') mkdirSync(join(target, path), { recursive: true });
    else contents.set(entry, contents.get(entry) ?? original(before, entry));
  }
  const moved = new Set([...names.values()].filter((entry) => typeof entry === 'object'));
  for (const [file, content] of contents) {
    if (file.origin !== null && !moved.has(file) && !names.has(file.origin)) write(target, file.origin, content);
  }
  for (const [path, entry] of names) if (typeof entry === 'object') write(target, path, contents.get(entry)!);
}

function write(target: string, path: string, content: Buffer): void {
  mkdirSync(dirname(join(target, path)), { recursive: true });
  writeFileSync(join(target, path), content);
}

function original(before: string, file: DiskFile): Buffer {
  return file.origin === null ? Buffer.alloc(0) : readFileSync(join(before, file.origin));
}

type Entry = DiskFile | 'directory' | 'gone';

function survivingNames(seen: readonly DiskEvent[], random: () => number): Map<string, Entry> {
  const names = new Map<string, Entry>();
  const isName = ({ type }: DiskEvent): boolean => type === 'create' || type === 'remove' || type === 'rename';
  const synced = seen.findLastIndex(({ type }) => type === 'sync') + 1;
  const loose = seen.slice(synced).filter(isName);
  for (const event of [...seen.slice(0, synced), ...loose.slice(0, Math.floor(random() * (loose.length + 1)))]) {
    if (event.type === 'create') names.set(event.path, event.file ?? 'directory');
    if (event.type === 'remove') names.set(event.path, 'gone');
    if (event.type === 'rename') {
      names.set(event.to, event.file);
      names.set(event.from, 'gone');
    }
  }
  return names;
}

/** Content of every file that was written, whatever its name is now. */
function survivingContents(before: string, seen: readonly DiskEvent[], random: () => number): Map<DiskFile, Buffer> {
  const lastSync = new Map<DiskFile, number>();
  for (const [index, event] of seen.entries()) {
    if (event.type === 'sync' && event.file) lastSync.set(event.file, index);
  }
  const contents = new Map<DiskFile, Buffer>();
  for (const [index, event] of seen.entries()) {
    if (event.type !== 'write' && event.type !== 'truncate') continue;
    const content = contents.get(event.file) ?? original(before, event.file);
    const isSure = index < (lastSync.get(event.file) ?? -1);
    contents.set(event.file, isSure ? apply(content, event) : perhaps(content, event, random));
  }
  return contents;
}

type Change = Extract<DiskEvent, { type: 'write' | 'truncate' }>;

function apply(content: Buffer, change: Change): Buffer {
  if (change.type === 'truncate') return resize(content, change.size);
  const grown =
    content.length < change.at + change.data.length ? resize(content, change.at + change.data.length) : content;
  grown.set(change.data, change.at);
  return grown;
}

function perhaps(content: Buffer, change: Change, random: () => number): Buffer {
  const fate = random();
  if (fate < 0.4) return content;
  if (fate < 0.7 || change.type === 'truncate') return apply(content, change);
  const sectors = Math.ceil(change.data.length / SECTOR);
  const first = Math.floor(random() * sectors) * SECTOR;
  const end = first + Math.ceil(random() * sectors) * SECTOR;
  return apply(content, { ...change, at: change.at + first, data: change.data.subarray(first, end) });
}

function resize(content: Buffer, size: number): Buffer {
  const resized = Buffer.alloc(size);
  content.copy(resized, 0, 0, size);
  return resized;
}
