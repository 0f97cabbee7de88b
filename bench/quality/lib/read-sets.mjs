import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const SET_FILE = /\.json(\.gz)?$/;

const isObject = (value) => typeof value === 'object' && value !== null;

/** What a store lacks to be measured, or undefined. */
function storeProblem(store, place) {
  const { items, queries } = isObject(store) ? store : {};
  const name = `stores[${place}]`;
  if (!Array.isArray(items) || !Array.isArray(queries)) return `${name} has no items or no queries`;
  const item = items.findIndex((each) => !isObject(each) || each.id === undefined);
  if (item !== -1) return `${name}.items[${item}] has no id`;
  const query = queries.findIndex(
    (each) => !isObject(each) || typeof each.text !== 'string' || !Number.isInteger(each.at) || !isObject(each.rel),
  );
  return query === -1 ? undefined : `${name}.queries[${query}] needs text, at and rel`;
}

/** What a value with stores lacks to be a set, or undefined. */
function setProblem({ stores }) {
  const problem = stores.map(storeProblem).find((each) => each !== undefined);
  return problem ?? (stores.some(({ queries }) => queries.length > 0) ? undefined : 'no store has a query');
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
    const path = join(directory, names.get(name));
    const set = readJson(path);
    // Other files may lie beside the sets.
    if (!Array.isArray(set?.stores)) return [];
    const problem = setProblem(set);
    if (problem !== undefined) throw new Error(`${path} cannot be measured: ${problem}`);
    return [{ ...set, name }];
  });
  if (sets.length === 0) throw new Error(`there is no set in ${directory}`);
  return sets;
}
