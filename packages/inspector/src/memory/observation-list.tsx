import { LibraryBig, SearchX } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useOperation } from '../api/use-operation.ts';
import { formatCountOf } from '../text/format.ts';
import { Button } from '../ui/form/button.tsx';
import { Command, EmptyState } from '../ui/empty-state.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Panel } from '../ui/panel.tsx';
import { listQuery, MEMORY_PAGE, type MemoryFilters } from './memory-filters.ts';
import { ObservationLine } from './observation-line.tsx';

const MOST = 1000;

/** What is remembered, newest first. */
export function ObservationList({ filters }: { readonly filters: MemoryFilters }): ReactNode {
  const [limit, setLimit] = useState(MEMORY_PAGE);
  const query = listQuery(filters);
  const list = useOperation('listObservations', { query: { ...query, limit } });
  const count = useOperation('countObservations', { query });
  const isFiltered = Object.values(filters).some((value) => value !== '');
  return (
    <Panel
      title={count.data ? formatCountOf(count.data.count, 'memory', 'memories') : 'Memories'}
      about="Newest first."
      flush
    >
      <Loaded query={list} lines={8}>
        {({ rows, nextCursor }) => (
          <>
            {rows.length === 0 ? <NothingRemembered isFiltered={isFiltered} /> : null}
            <ul className="list">
              {rows.map((observation) => (
                <li key={observation.id} className="list-item">
                  <ObservationLine observation={observation} />
                </li>
              ))}
            </ul>
            {nextCursor !== null && limit < MOST ? (
              <div className="table-foot">
                <Button onClick={() => setLimit(Math.min(MOST, limit * 4))}>Show more</Button>
              </div>
            ) : null}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function NothingRemembered({ isFiltered }: { readonly isFiltered: boolean }): ReactNode {
  if (isFiltered) {
    return (
      <EmptyState icon={SearchX} title="No memory matches">
        Remove a filter. Paths must match as a whole, as they were remembered.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={LibraryBig} title="Nothing is remembered yet">
      <p>A repository's own history is a good beginning:</p>
      <Command>npx inkling import git</Command>
    </EmptyState>
  );
}
