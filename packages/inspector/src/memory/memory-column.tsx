import { Link } from 'wouter';
import { shortId } from '../text/format.ts';
import { VisibleText } from '../text/visible-text.tsx';
import type { Column } from '../ui/data-table.tsx';

/** What a table needs to name a memory. */
interface NamedMemory {
  readonly id: string;
  readonly kind: string;
  readonly excerpt: string;
}

/** A memory by what it says, with the way to it. */
export const MEMORY_COLUMN: Column<NamedMemory> = {
  id: 'memory',
  head: 'Memory',
  grow: true,
  cell: ({ id, excerpt, kind }) => (
    <>
      <Link href={`/memory/${id}`} className="row-title clamp-2">
        <VisibleText>{excerpt}</VisibleText>
      </Link>
      <p className="row-sub">
        {kind.replaceAll('_', ' ')} · <span className="mono">{shortId(id)}</span>
      </p>
    </>
  ),
};
