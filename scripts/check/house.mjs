import { listFiles, readText, readSources } from '../lib/files.mjs';
import { importsOf, resolveRelative } from '../lib/imports.mjs';
import { publicNames } from '../lib/public-names.mjs';

/** The sizes to reach, of engine and server together: aims of this file, that nothing enforces. What is enforced of a file or function is in lengths.mjs. */
const TARGETS = { lines: 58_500, files: 750, folder: 15, names: 60 };
const HOUSE = /^packages\/(engine|server)\/(src|sql|policies)\//;
const PRODUCTION = /\.(ts|sql|cedar|cedarschema)$/;
/** Where a tool call enters the server and the engine, and where its search begins. */
const TOOL_CALL = {
  from: [
    'packages/server/src/agents/hook-service.ts',
    'packages/engine/src/features/in-session/events/memory-injection-subscriber.ts',
  ],
  to: 'packages/engine/src/recall/recall.ts',
};

/**
 * How large the house is, beside what it should be: production lines and files of engine and server (SQL included, tests and generated files
 * not), the names at the library's root, the longest folder, and the files that a tool call may touch before its search begins.
 * Reports; fails only when it saw nothing.
 */
export function house() {
  const production = listFiles('packages').filter(isProduction);
  const sources = readSources('packages');
  const lines = production.reduce((sum, path) => sum + readText(path).split('\n').length - 1, 0);
  const [folder, count] = longestFolders(production)[0];
  const names = publicNames('packages/engine/src/index.ts', sources).length;
  const details = [
    told('lines', lines, TARGETS.lines),
    told('files', production.length, TARGETS.files),
    told(`files in the longest folder without sub-folders (${folder})`, count, TARGETS.folder),
    told('names at the root of @inkling/engine', names, TARGETS.names),
    `${reached(sources)} files can be reached by a tool call before its search begins`,
  ];
  const report = details.map((line) => `report: ${line}`);
  return {
    saw: production.length,
    unit: 'production files',
    note: 'a report that never fails',
    problems: [],
    details: report,
  };
}

function isProduction(path) {
  return HOUSE.test(path) && PRODUCTION.test(path) && !path.endsWith('.test.ts') && !path.includes('/generated/');
}

function told(what, is, target) {
  return `${is} ${what}, target ${target}${is > target ? `: ${is - target} over` : ''}`;
}

/** A folder with sub-folders has a way in, so only those without any are counted. */
function longestFolders(paths) {
  const counts = new Map();
  for (const path of paths.filter((one) => one.endsWith('.ts'))) {
    const folder = path.slice(0, path.lastIndexOf('/'));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const isParent = (folder) => [...counts.keys()].some((other) => other.startsWith(`${folder}/`));
  return [...counts].filter(([folder]) => !isParent(folder)).toSorted((a, b) => b[1] - a[1]);
}

/** Files that what a tool call enters imports at run time, down to recall itself. */
function reached(sources) {
  const seen = new Set();
  const waiting = [...TOOL_CALL.from];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path) || path === TOOL_CALL.to || !sources.has(path)) continue;
    seen.add(path);
    for (const { specifier, typeOnly } of importsOf(path, sources.get(path))) {
      const target = typeOnly ? null : resolveRelative(path, specifier);
      if (target !== null) waiting.push(target);
    }
  }
  return seen.size;
}
