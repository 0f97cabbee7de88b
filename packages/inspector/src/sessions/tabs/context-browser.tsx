import type { Facet } from '@inkling/engine/types';
import { Radar } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { Timestamp } from '../../text/timestamp.tsx';
import { VisibleText } from '../../text/visible-text.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import type { LoadedFeed } from './activity-tab.tsx';
import { freshestFacets } from './freshest-facets.ts';

/** The Context Browser: what is known of what the agent is at, key by key, as it changes. */
export function ContextBrowser({
  sessionId,
  feed,
}: {
  readonly sessionId: string;
  readonly feed: LoadedFeed;
}): ReactNode {
  const stored = useOperation('listFacets', { params: { sessionId } });
  return (
    <Panel
      title="Context Browser"
      about="The current value of every facet that was derived from the agent's tool calls."
      flush
    >
      <Loaded query={stored}>{({ rows }) => <FacetList stored={rows} feed={feed} />}</Loaded>
    </Panel>
  );
}

function FacetList({ stored, feed }: { readonly stored: readonly Facet[]; readonly feed: LoadedFeed }): ReactNode {
  const facets = useMemo(() => freshestFacets(stored, feed.activities), [stored, feed.activities]);
  if (facets.length === 0) {
    return (
      <EmptyState icon={Radar} title="Nothing is derived yet">
        Facets such as currentFile and lastTestRun appear when the agent's hook reports its tool calls.
      </EmptyState>
    );
  }
  return (
    <dl className="facet-list">
      {facets.map((facet) => (
        <FacetItem key={facet.key} facet={facet} />
      ))}
    </dl>
  );
}

function FacetItem({ facet }: { readonly facet: Facet }): ReactNode {
  const text = typeof facet.value === 'string' ? facet.value : JSON.stringify(facet.value, null, 2);
  return (
    <div className="facet">
      <dt className="facet-key mono">
        <VisibleText>{facet.key}</VisibleText>
      </dt>
      {/* The key changes with the value, so that a change is drawn anew and lights up. */}
      <dd key={facet.seq} className="facet-value mono" data-facet={facet.key}>
        <VisibleText>{text}</VisibleText>
        <CopyButton text={text} label={`Copy ${facet.key}`} />
      </dd>
      <dd className="facet-time">
        <Timestamp at={facet.changedAt} />
      </dd>
    </div>
  );
}
