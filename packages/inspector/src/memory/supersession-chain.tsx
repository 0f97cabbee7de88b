import type { Observation } from '@inkling/engine';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useOperation } from '../api/use-operation.ts';
import { Timestamp } from '../text/timestamp.tsx';
import { VisibleText } from '../text/visible-text.tsx';
import { Panel } from '../ui/panel.tsx';

/** What a statement replaced and what replaced it, oldest first; nothing when it stands alone. */
export function SupersessionChain({ observation }: { readonly observation: Observation }): ReactNode {
  const chain = useOperation('getSupersessionChain', { params: { id: observation.id } });
  const rows = chain.data?.rows ?? [];
  if (rows.length < 2) return null;
  return (
    <Panel title="Chain of corrections" about="Oldest first. Only the last one is recalled.">
      <ol className="chain">
        {rows.map((row) => (
          <li key={row.id} className="chain-item" data-current={row.id === observation.id || undefined}>
            <Link href={`/memory/${row.id}`} className="memory-text clamp-2" aria-current={row.id === observation.id}>
              <VisibleText>{row.content}</VisibleText>
            </Link>
            <p className="row-sub">
              {row.supersededBy === null ? 'holds' : 'superseded'} · <Timestamp at={row.createdAt} />
            </p>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
