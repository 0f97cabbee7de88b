import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const SET_FILE = /\.json(\.gz)?$/;

function isSet(value) {
  return Array.isArray(value?.stores) && value.stores.every((store) => store.items && store.queries);
}

function readJson(path) {
  const bytes = readFileSync(path);
  try {
    return JSON.parse(bytes[0] === 0x1f ? gunzipSync(bytes) : bytes);
  } catch (cause) {
    throw new Error(`${path} is no JSON: ${cause.message}`, { cause });
  }
}

/** The sets of a directory by name, or those named. A set is `{ name, unit, stores: [{ id, items, queries }] }`. */
export function readSets(directory, wanted) {
  const files = readdirSync(directory).filter((file) => SET_FILE.test(file));
  const names = new Map(files.map((file) => [file.replace(SET_FILE, ''), file]));
  const missing = (wanted ?? []).filter((name) => !names.has(name));
  if (missing.length > 0) throw new Error(`there is no set ${missing.join(', ')} in ${directory}`);
  const sets = (wanted ?? [...names.keys()].toSorted((a, b) => a.localeCompare(b))).flatMap((name) => {
    const set = readJson(join(directory, names.get(name)));
    return isSet(set) ? [{ ...set, name }] : [];
  });
  if (sets.length === 0) throw new Error(`there is no set in ${directory}`);
  return sets;
}
