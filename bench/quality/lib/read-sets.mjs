import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const SET_FILE = /\.json(\.gz)?$/;

function isSet(value) {
  return Array.isArray(value?.stores) && value.stores.every((store) => store.items && store.queries);
}

/** The sets of a directory by name, or those named. A set is `{ name, unit, stores: [{ id, items, queries }] }`. */
export function readSets(directory, wanted) {
  const files = existsSync(directory) ? readdirSync(directory).filter((file) => SET_FILE.test(file)) : [];
  const names = new Map(files.map((file) => [file.replace(SET_FILE, ''), file]));
  const missing = (wanted ?? []).filter((name) => !names.has(name));
  if (missing.length > 0) throw new Error(`No set ${missing.join(', ')} in ${directory}.`);
  return (wanted ?? [...names.keys()].toSorted((a, b) => a.localeCompare(b))).flatMap((name) => {
    const bytes = readFileSync(join(directory, names.get(name)));
    const set = JSON.parse(bytes[0] === 0x1f ? gunzipSync(bytes) : bytes);
    return isSet(set) ? [{ ...set, name }] : [];
  });
}
