import { invalidInput } from './require-input.ts';

/** The last row of a page: pages are in the order of a moment, then of an id. */
export interface PagePosition {
  readonly moment: string;
  readonly id: string;
}

const MOMENT = /^\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z$/;

/** The position as text that goes through a URL unchanged. */
function encodePageCursor({ moment, id }: PagePosition): string {
  return Buffer.from(JSON.stringify([moment, id])).toString('base64url');
}

/** A page of which one row more was read than it has, and the cursor for the next one; null = it is the last. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  positionOf: (last: Row) => PagePosition,
): { readonly rows: readonly Row[]; readonly nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return { rows: page, nextCursor: hasMore ? encodePageCursor(positionOf(last)) : null };
}

/** The position that a cursor stands for, null without one. Fails with `invalid-input` on text that no page gave. */
export function decodePageCursor(
  cursor: string | null | undefined,
  isId: (id: unknown) => id is string,
): PagePosition | null {
  if (cursor === null || cursor === undefined) return null;
  const [moment, id] = partsOf(cursor);
  if (typeof moment !== 'string' || !MOMENT.test(moment) || Number.isNaN(Date.parse(moment)) || !isId(id)) {
    throw invalidInput('cursor', 'the nextCursor of another page');
  }
  return { moment, id };
}

function partsOf(cursor: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}
