import type { Ask } from './ask.ts';
import { PROJECT } from './project.ts';

const FILES = [
  'gateway/session-cookie',
  'gateway/rate-limit',
  'auth/login',
  'auth/refresh-token',
  'http/router',
  'refunds/create-refund',
  'refunds/webhook',
  'money/amount',
  'customers/delete-customer',
  'fraud/rules',
];

/** The graph of the project's code. */
export async function drawGraph(ask: Ask): Promise<void> {
  const modules = FILES.map((name) => ({
    projectId: PROJECT,
    type: 'Module',
    name: `src/${name}.ts`,
    importance: 0.8,
    metadata: { paths: [`src/${name}.ts`] },
  }));
  const functions = FILES.flatMap((file) =>
    ['handle', 'validate', 'store'].map((verb) => ({
      projectId: PROJECT,
      type: 'Function',
      name: `${verb}${(file.split('/')[1] ?? '').replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
      importance: 0.4,
      metadata: { paths: [`src/${file}.ts`] },
    })),
  );
  const others = [
    { projectId: PROJECT, type: 'Database', name: 'orders', importance: 0.9 },
    { projectId: PROJECT, type: 'Dependency', name: 'hono', importance: 0.6 },
    { projectId: PROJECT, type: 'Decision', name: 'Refunds are idempotent', importance: 0.9 },
  ];
  const { ids } = await ask<{ ids: string[] }>('put /v1/graph/nodes', { nodes: [...modules, ...functions, ...others] });
  const at = (index: number): string => ids[index] ?? '';
  const declares = functions.map((_, index) => ({
    sourceId: at(Math.floor(index / 3)),
    relationshipName: 'declares',
    targetId: at(FILES.length + index),
    sourceFile: `src/${FILES[Math.floor(index / 3)]}.ts`,
  }));
  const imports = FILES.map((file, index) => ({
    sourceId: at(index),
    relationshipName: 'imports',
    targetId: at((index * 3 + 4) % FILES.length),
    sourceFile: `src/${file}.ts`,
  })).filter(({ sourceId, targetId }) => sourceId !== targetId);
  const [orders, hono, decision] = [at(ids.length - 3), at(ids.length - 2), at(ids.length - 1)];
  const ties = [
    { sourceId: at(5), relationshipName: 'reads', targetId: orders },
    { sourceId: at(6), relationshipName: 'writes', targetId: orders },
    { sourceId: at(8), relationshipName: 'writes', targetId: orders },
    { sourceId: at(4), relationshipName: 'depends_on', targetId: hono },
    { sourceId: decision, relationshipName: 'governs', targetId: at(5) },
    { sourceId: decision, relationshipName: 'governs', targetId: at(6) },
  ];
  await ask('put /v1/graph/edges', { edges: [...declares, ...imports, ...ties] });
  await ask(`patch /v1/config/project?projectId=${PROJECT}`, { graphEnabled: true });
}
