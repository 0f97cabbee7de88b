import { importsOf, resolveRelative } from './imports.mjs';

// The floors, lowest first. An arrow may stay on its floor or lead down, never up. Source: ARCHITECTURE.md.
const FLOORS = [
  { name: 'base', pattern: /^packages\/engine\/src\/base\// },
  { name: 'memory', pattern: /^packages\/engine\/src\/memory\/([^/]+)\// },
  { name: 'recall', pattern: /^packages\/engine\/src\/recall\// },
  { name: 'features', pattern: /^packages\/engine\/src\/features\/([^/]+)\// },
  { name: 'engine', pattern: /^packages\/engine\/src\/engine(\.ts$|\/)/ },
  {
    name: 'entry',
    pattern:
      /^packages\/engine\/src\/(index|types|operator|building-blocks|pglite|pg|testing|capture|derivation|errors|history)\.ts$/,
  },
  serverFloor('server base', 'base|hook'),
  serverFloor('scripted model', 'scripted-model'),
  serverFloor('config', 'config'),
  serverFloor('contract', 'contract'),
  serverFloor('machine', 'state|git|project'),
  serverFloor('readers', 'code-graph|importers|outcomes'),
  serverFloor('agents', 'agents'),
  serverFloor('client', 'client'),
  serverFloor('doors', 'mcp|http'),
  serverFloor('daemon', 'daemon'),
  serverFloor('connect', 'connect'),
  serverFloor('shows', 'replay|demo'),
  serverFloor('cli', 'cli'),
  { name: 'inspector', pattern: /^packages\/inspector\/src\// },
];

function serverFloor(name, rooms) {
  return { name, pattern: new RegExp(`^packages/server/src/(${rooms})/`) };
}

const SHARED_RECORDS = /^packages\/engine\/src\/memory\/(observations\/observation|graph\/triplet)\.ts$/;
const FEATURE_ARROWS = new Set(['session-start → graph-context', 'in-session → graph-context', 'capture → history']);
const PURE_ROOM = /^packages\/engine\/src\/features\/(derivation|history)\//;
const HOOK = /^packages\/server\/src\/hook\//;
const INSPECTOR = /^packages\/inspector\/src\//;
const TEST_PACKAGES = new Set(['vitest', 'fast-check']);

/** Floors of the server whose rooms do not import each other. */
const SEPARATE_ROOMS = new Set(['server base', 'readers', 'shows']);

/** Packages that only some files may name. */
const NAMED_PACKAGES = [
  {
    pattern: /^(@electric-sql\/|pg$|pg\/)/,
    home: /^packages\/engine\/src\/base\/database\//,
    rule: 'only base/database names PGlite or pg',
  },
  {
    pattern: /^@cedar-policy\//,
    home: /^packages\/engine\/src\/memory\/policy\/cedar\/cedar(\.test)?\.ts$/,
    rule: 'only memory/policy/cedar/cedar.ts names Cedar',
  },
];

function locate(path) {
  const height = FLOORS.findIndex((floor) => floor.pattern.test(path));
  const floor = FLOORS[height];
  return floor ? { height, floor: floor.name, room: floor.pattern.exec(path)?.[1] ?? '' } : null;
}

/** Checks every import of every source file. Returns one sentence per violation. */
export function architectureViolations(sources) {
  const violations = [];
  const graph = new Map();
  for (const [path, text] of sources) {
    if (!/^packages\/[^/]+\/src\//.test(path)) continue;
    const place = locate(path);
    if (!place) {
      violations.push(`${path}: stands on no floor`);
      continue;
    }
    const targets = [];
    for (const found of importsOf(path, text)) {
      const target = resolveRelative(path, found.specifier);
      const problem = target === null ? packageProblem(path, found) : fileProblem(path, place, target, found, sources);
      if (problem) violations.push(`${path} → ${found.specifier}: ${problem}`);
      if (target !== null) targets.push(target);
    }
    graph.set(path, targets);
  }
  return [...violations, ...circles(graph)];
}

function packageProblem(path, found) {
  const { specifier } = found;
  const isTest = /\.test\.tsx?$/.test(path);
  if (isTest && TEST_PACKAGES.has(specifier)) return null;
  if (/^@inkling\/engine\/(src|dist)(\/|$)/.test(specifier)) return 'nobody outside imports below the public entries';
  if (INSPECTOR.test(path)) return inspectorProblem(found);
  const ofRoom = isTest ? null : roomProblem(path, found);
  return (
    ofRoom ?? NAMED_PACKAGES.find(({ pattern, home }) => pattern.test(specifier) && !home.test(path))?.rule ?? null
  );
}

/** What a room may not take from any package. */
function roomProblem(path, { specifier, typeOnly }) {
  if (PURE_ROOM.test(path)) return 'derivation and history import nothing';
  if (HOOK.test(path) && !specifier.startsWith('node:') && !typeOnly) return 'the hook imports Node built-ins only';
  if (path.startsWith('packages/engine/') && /^(@inkling\/|inkling$)/.test(specifier)) {
    return 'the engine does not import itself or the server';
  }
  return null;
}

/** The web app knows the engine's records and the server's contract, and nothing of either is left in it at run time. */
function inspectorProblem({ specifier, typeOnly }) {
  if (!/^(@inkling\/|inkling(\/|$)|node:)/.test(specifier)) return null;
  const isKnown = /^@inkling\/engine(\/types)?$/.test(specifier) || specifier.startsWith('inkling/contract/');
  return isKnown && typeOnly ? null : 'the inspector imports types of the engine and of server/contract only';
}

function fileProblem(path, place, target, found, sources) {
  const isTest = /\.test\.tsx?$/.test(path);
  if (isTest && /^packages\/[^/]+\/test\//.test(target)) return null;
  if (PURE_ROOM.test(path)) return samePureRoom(path, target) ? null : 'derivation and history import nothing';
  if (HOOK.test(path) && !HOOK.test(target)) return hookProblem(target, found);
  if (!target.startsWith(`${path.split('/').slice(0, 2).join('/')}/`))
    return 'leaves its package: import the package by its name';
  const goal = locate(target);
  // A worker's entry is named by its built file, which stands beside the source of the same name.
  if (!goal) return sources.has(target) ? 'leads to no floor' : null;
  if (goal.height > place.height) return `an arrow from ${place.floor} up to ${goal.floor}`;
  if (goal.floor === place.floor && goal.room !== place.room) return neighbourProblem(place, goal, target);
  return null;
}

function hookProblem(target, { typeOnly }) {
  return typeOnly && target.startsWith('packages/server/src/contract/') ? null : 'the hook imports Node built-ins only';
}

function samePureRoom(path, target) {
  return PURE_ROOM.exec(path)?.[0] === PURE_ROOM.exec(target)?.[0];
}

function neighbourProblem(place, goal, target) {
  if (place.floor === 'memory') return SHARED_RECORDS.test(target) ? null : 'memory rooms do not import each other';
  if (SEPARATE_ROOMS.has(place.floor)) return `rooms of the floor ${place.floor} do not import each other`;
  if (place.floor !== 'features') return null;
  return FEATURE_ARROWS.has(`${place.room} → ${goal.room}`) ? null : 'features do not import each other';
}

/** Import circles, one sentence per circle, found by a depth-first walk that keeps its path. */
function circles(graph) {
  const found = [];
  const done = new Set();
  const trail = [];
  const visit = (path) => {
    const at = trail.indexOf(path);
    if (at >= 0) {
      found.push(`import circle: ${[...trail.slice(at), path].join(' → ')}`);
      return;
    }
    if (done.has(path)) return;
    trail.push(path);
    for (const target of graph.get(path) ?? []) visit(target);
    trail.pop();
    done.add(path);
  };
  for (const path of graph.keys()) visit(path);
  return found;
}
