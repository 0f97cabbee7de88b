import type { Observation } from '@inkling/engine';
import { Check, ShieldCheck, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useChange, useOperation } from '../api/use-operation.ts';
import { formatCount } from '../text/format.ts';
import { ProjectField } from '../projects/project-field.tsx';
import { VisibleText } from '../text/visible-text.tsx';
import { Button } from '../ui/form/button.tsx';
import { Confirm } from '../ui/form/confirm.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { useSearchState } from '../ui/form/use-search-state.ts';
import { useSettled } from '../ui/form/use-settled.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { Panel } from '../ui/panel.tsx';
import { ObservationLine } from './observation-line.tsx';

const READS = ['listObservations', 'countObservations', 'recall'] as const;

const FIRST = 200;
const MOST = 1000;

/** What was kept out of blocks because it reads like an instruction, until a person has looked at it. */
export function ReviewPage(): ReactNode {
  const [limit, setLimit] = useState(FIRST);
  const [filters, setFilters] = useSearchState(['project']);
  const { project } = useSettled(filters);
  const query = { status: 'quarantined', ...(project === '' ? {} : { projectId: project }) } as const;
  const waiting = useOperation('listObservations', { query: { ...query, limit } });
  const count = useOperation('countObservations', { query });
  return (
    <Page
      title="Review"
      about="Statements that read like instructions to an agent. None of them reaches a block before somebody releases it here."
    >
      <div className="filters" role="search" aria-label="Review">
        <ProjectField
          label="Project"
          placeholder="Any project"
          value={filters.project}
          onChange={(event) => setFilters({ project: event.target.value })}
        />
      </div>
      <Panel
        title={count.data ? `${formatCount(count.data.count)} to review` : 'To review'}
        about="Newest first."
        flush
      >
        <Loaded query={waiting} lines={6}>
          {({ rows, nextCursor }) => (
            <>
              <Waiting rows={rows} />
              {nextCursor !== null && limit < MOST ? (
                <div className="table-foot">
                  <Button onClick={() => setLimit(MOST)}>Show more</Button>
                </div>
              ) : null}
            </>
          )}
        </Loaded>
      </Panel>
    </Page>
  );
}

function Waiting({ rows }: { readonly rows: readonly Observation[] }): ReactNode {
  if (rows.length === 0) {
    return (
      <EmptyState icon={ShieldCheck} title="Nothing waits for review">
        Everything written is checked for commands, pretended roles and hidden characters. Findings appear here.
      </EmptyState>
    );
  }
  return (
    <ul className="list">
      {rows.map((row) => (
        <ReviewItem key={row.id} observation={row} />
      ))}
    </ul>
  );
}

function ReviewItem({ observation }: { readonly observation: Observation }): ReactNode {
  const release = useChange('release', { changes: READS, say: () => 'Released: it can be recalled from now on.' });
  const forget = useChange('forget', { changes: READS, say: () => 'Forgotten.' });
  const { id, quarantineReason } = observation;
  return (
    <li className="list-item review-item">
      <div className="stack stack-tight">
        <ObservationLine observation={observation} />
        <p className="small">
          <span className="faint">Quarantined because: </span>
          <VisibleText>{quarantineReason ?? ''}</VisibleText>
        </p>
      </div>
      <div className="row">
        <Confirm
          trigger="Release"
          small
          kind="primary"
          icon={<Check size={12} aria-hidden />}
          title="Let agents read this?"
          verb="Release it"
          onConfirm={() => release.mutate({ params: { id } })}
        >
          It will be recalled like any other memory. Read it once more as an agent would:
          <span className="quote">
            <VisibleText>{observation.content}</VisibleText>
          </span>
        </Confirm>
        <Confirm
          trigger="Forget"
          small
          triggerKind="danger"
          icon={<Trash2 size={12} aria-hidden />}
          title="Forget this statement?"
          verb="Forget it for good"
          onConfirm={() => forget.mutate({ body: { id } })}
        >
          Its text leaves every table. This cannot be undone.
        </Confirm>
      </div>
    </li>
  );
}
