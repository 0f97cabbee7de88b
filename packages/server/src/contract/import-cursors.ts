import type { ImportCursor } from '@inkling/engine/types';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { idSchema } from './fields.ts';
import { ADMINS } from './role.ts';

/** Which import is meant. */
export interface ImportCursorQuery {
  /** Left out for rows that belong to no project. */
  readonly projectId?: string;
  readonly source: string;
}

const query: z.ZodType<ImportCursorQuery> = z.strictObject({ projectId: idSchema.exactOptional(), source: idSchema });
const cursor: z.ZodType<ImportCursor> = z.record(z.string(), z.unknown());

/** How far an import had come. */
export const getImportCursorEndpoint: Endpoint<{ query: ImportCursorQuery; answer: { cursor: ImportCursor | null } }> =
  {
    id: 'getImportCursor',
    method: 'get',
    path: '/v1/import-cursors',
    summary: 'How far an import had come',
    roles: ADMINS,
    action: 'importMemory',
    query,
    answer: z.object({ cursor: cursor.nullable() }),
  };

/** Notes how far an import has come. */
export const setImportCursorEndpoint: Endpoint<{
  query: ImportCursorQuery;
  body: { readonly cursor: ImportCursor };
  answer: { cursor: ImportCursor };
}> = {
  id: 'setImportCursor',
  method: 'put',
  path: '/v1/import-cursors',
  summary: 'Note how far an import has come',
  description: 'After the rows that it covers are written: doing them again is harmless, losing them is not.',
  roles: ADMINS,
  action: 'importMemory',
  query,
  body: z.strictObject({ cursor }),
  answer: z.object({ cursor }),
};
