// One planted violation per rule. A gate that misses its own plant is broken, and its silence about the real files means nothing.
const E = 'packages/engine/src';
const S = 'packages/server/src';

/** Architecture: each tree breaks exactly one rule; the reported sentence must contain `says`. */
export const ARCHITECTURE_PLANTS = [
  { says: 'up to memory', files: { [`${E}/base/a.ts`]: "import '../memory/x/b.ts';", [`${E}/memory/x/b.ts`]: '' } },
  { says: 'up to recall', files: { [`${E}/memory/x/a.ts`]: "import type { B } from '../../recall/b.ts';" } },
  { says: 'up to features', files: { [`${E}/recall/a.ts`]: "export { b } from '../features/x/b.ts';" } },
  { says: 'up to engine', files: { [`${E}/features/x/a.ts`]: "await import('../../engine.ts');" } },
  { says: 'up to engine', files: { [`${E}/recall/a.ts`]: "import '../engine/a.ts';" } },
  { says: 'up to entry', files: { [`${E}/engine.ts`]: "import './index.ts';" } },
  { says: 'memory rooms', files: { [`${E}/memory/x/a.ts`]: "import '../y/b.ts';", [`${E}/memory/y/b.ts`]: '' } },
  { says: 'memory rooms', files: { [`${E}/memory/x/a.ts`]: "import '../observations/remember.ts';" } },
  { says: 'features do not', files: { [`${E}/features/session-start/a.ts`]: "import '../in-session/b.ts';" } },
  { says: 'derivation and history', files: { [`${E}/features/derivation/a.ts`]: "import '../../base/clock.ts';" } },
  { says: 'derivation and history', files: { [`${E}/features/history/a.ts`]: "import 'node:crypto';" } },
  { says: 'names PGlite or pg', files: { [`${E}/recall/a.ts`]: "import pg from 'pg';" } },
  { says: 'names PGlite or pg', files: { [`${S}/cli/a.ts`]: "await import('@electric-sql/pglite');" } },
  { says: 'names Cedar', files: { [`${E}/memory/policy/a.ts`]: "import '@cedar-policy/cedar-wasm/nodejs';" } },
  { says: 'built-ins only', files: { [`${S}/hook/a.ts`]: "import '@inkling/engine';" } },
  { says: 'built-ins only', files: { [`${S}/hook/a.ts`]: "import '../cli/main.ts';" } },
  { says: 'public entries', files: { [`${S}/cli/a.ts`]: "import '@inkling/engine/dist/engine.js';" } },
  { says: 'leaves its package', files: { [`${S}/cli/a.ts`]: "import '../../../engine/src/engine.ts';" } },
  {
    says: 'types of the engine',
    files: { 'packages/inspector/src/a.tsx': "import { createMemory } from '@inkling/engine';" },
  },
  {
    says: 'types of the engine',
    files: { 'packages/inspector/src/a.ts': "import type { A } from 'inkling/client/client';" },
  },
  {
    says: 'types of the engine',
    files: { 'packages/inspector/src/a.ts': "import { a } from 'inkling/contract/role';" },
  },
  { says: 'no floor', files: { [`${E}/services/a.ts`]: '' } },
  { says: 'no floor', files: { [`${S}/utils/a.ts`]: '' } },
  { says: 'up to config', files: { [`${S}/base/a.ts`]: "import '../config/b.ts';" } },
  { says: 'up to machine', files: { [`${S}/contract/a.ts`]: "import '../project/b.ts';" } },
  { says: 'up to agents', files: { [`${S}/contract/a.ts`]: "import type { B } from '../agents/b.ts';" } },
  { says: 'up to readers', files: { [`${S}/git/a.ts`]: "import '../importers/git/b.ts';" } },
  { says: 'readers do not', files: { [`${S}/importers/a.ts`]: "import '../code-graph/b.ts';" } },
  { says: 'readers do not', files: { [`${S}/code-graph/a.ts`]: "import '../importers/b.ts';" } },
  { says: 'up to shows', files: { [`${S}/agents/a.ts`]: "import '../demo/b.ts';" } },
  { says: 'up to client', files: { [`${S}/agents/a.ts`]: "import type { B } from '../client/b.ts';" } },
  { says: 'up to doors', files: { [`${S}/client/a.ts`]: "import '../http/b.ts';" } },
  { says: 'up to daemon', files: { [`${S}/http/a.ts`]: "import type { B } from '../daemon/b.ts';" } },
  { says: 'up to connect', files: { [`${S}/daemon/a.ts`]: "import '../connect/b.ts';" } },
  { says: 'up to cli', files: { [`${S}/demo/a.ts`]: "import '../cli/b.ts';" } },
  { says: 'import circle', files: { [`${E}/base/a.ts`]: "import './b.ts';", [`${E}/base/b.ts`]: "import './a.ts';" } },
];

/** What the rules allow: no sentence may be reported. */
export const ARCHITECTURE_ALLOWED = {
  [`${E}/base/clock.ts`]: '',
  [`${E}/base/database/pg.ts`]: "import pg from 'pg';",
  [`${E}/memory/observations/observation.ts`]: '',
  [`${E}/memory/search/a.ts`]: "import '../observations/observation.ts'; import '../../base/clock.ts';",
  [`${E}/recall/a.ts`]: "import '../memory/search/a.ts';",
  [`${E}/features/graph-context/a.ts`]: "import '../../recall/a.ts';",
  [`${E}/features/session-start/a.ts`]: "import '../graph-context/a.ts';",
  [`${E}/features/session-start/a.test.ts`]: "import { test } from 'vitest'; import './a.ts';",
  [`${E}/features/history/a.ts`]: "import './b.ts';",
  [`${E}/features/history/b.ts`]: '',
  [`${E}/engine.ts`]: "import './features/session-start/a.ts';",
  [`${E}/index.ts`]: "export { x } from './engine.ts';",
  [`${S}/base/a.ts`]: '',
  [`${S}/git/a.ts`]: "import '../base/a.ts';",
  [`${S}/project/a.ts`]: "import '../git/a.ts';",
  [`${S}/importers/a.ts`]: "import '../project/a.ts';",
  [`${S}/http/a.ts`]: "import '../mcp/a.ts';",
  [`${S}/daemon/a.ts`]: "import '../http/a.ts';",
  [`${S}/cli/main.ts`]: "import { x } from '@inkling/engine'; import { y } from '@inkling/engine/pglite';",
  'packages/inspector/src/a.tsx':
    "import type { A } from '@inkling/engine'; import type { B } from 'inkling/contract/b';",
  [`${S}/hook/main.ts`]: "import { request } from 'node:http';",
};
