import type { Session } from '@inkling/engine';
import type { SessionFigures } from '@inkling/engine/types';
import { Activity, SearchX } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useOperation } from '../api/use-operation.ts';
import { ProjectField } from '../projects/project-field.tsx';
import { formatDuration, shortId } from '../text/format.ts';
import { Timestamp, useNow } from '../text/timestamp.tsx';
import { VisibleText } from '../text/visible-text.tsx';
import { Button } from '../ui/form/button.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { Command, EmptyState } from '../ui/empty-state.tsx';
import { SelectField, TextField } from '../ui/form/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { Panel } from '../ui/panel.tsx';
import { useSearchState } from '../ui/form/use-search-state.ts';
import { useSettled } from '../ui/form/use-settled.ts';
import { sessionHref, sessionName } from './session-name.ts';
import { SESSION_FILTERS, SESSIONS_PAGE, sessionsQuestion } from './sessions-question.ts';
import { isLive, OutcomeBadge, SessionStatusBadge } from './session-status.tsx';

const STATUSES = [
  ['', 'Any status'],
  ['live', 'Live'],
  ['queued', 'Queued'],
  ['claimed', 'Claimed'],
  ['working', 'Working'],
  ['completed', 'Completed'],
  ['failed', 'Failed'],
  ['stopped', 'Stopped'],
] as const;

const WORK_TYPES = [
  ['', 'Any work'],
  ['bug_fix', 'Bug fix'],
  ['feature', 'Feature'],
  ['refactor', 'Refactor'],
  ['chore', 'Chore'],
] as const;

const REFRESH_MS = 2000;
const MAX_ROWS = 200;

/** Every session, newest first, with what is going on in it now. */
export function SessionsPage(): ReactNode {
  const [filters, setFilters] = useSearchState(SESSION_FILTERS);
  const [limit, setLimit] = useState(SESSIONS_PAGE);
  const settled = useSettled(filters);
  const sessions = useOperation('listSessions', sessionsQuestion(settled, limit), { everyMs: REFRESH_MS });
  const isFiltered = Object.values(filters).some((value) => value !== '');
  return (
    <Page title="Sessions" about="Every run of an agent, and what memory gave it.">
      <div className="filters" role="search" aria-label="Sessions">
        <TextField
          label="Find"
          className="field-wide"
          type="search"
          placeholder="Title, identifier or id"
          value={filters.text}
          onChange={(event) => setFilters({ text: event.target.value })}
        />
        <SelectField
          label="Status"
          value={filters.status}
          options={STATUSES}
          onChange={(event) => setFilters({ status: event.target.value })}
        />
        <SelectField
          label="Work type"
          value={filters.work}
          options={WORK_TYPES}
          onChange={(event) => setFilters({ work: event.target.value })}
        />
        <TextField
          label="Agent"
          placeholder="Any agent"
          value={filters.agent}
          onChange={(event) => setFilters({ agent: event.target.value })}
        />
        <ProjectField
          label="Project"
          placeholder="Any project"
          value={filters.project}
          onChange={(event) => setFilters({ project: event.target.value })}
        />
      </div>
      <Panel flush>
        <Loaded query={sessions} lines={8}>
          {({ rows, nextCursor, figures = [] }) => (
            <>
              <SessionTable rows={withFigures(rows, figures)} isFiltered={isFiltered} />
              {nextCursor !== null && limit < MAX_ROWS ? (
                <div className="table-foot">
                  <Button onClick={() => setLimit(MAX_ROWS)}>Show more</Button>
                </div>
              ) : null}
            </>
          )}
        </Loaded>
      </Panel>
    </Page>
  );
}

type Row = Session & { readonly figures: SessionFigures | null };

function withFigures(rows: readonly Session[], figures: readonly SessionFigures[]): readonly Row[] {
  const bySession = new Map(figures.map((each) => [each.sessionId, each]));
  return rows.map((session) => ({ ...session, figures: bySession.get(session.id) ?? null }));
}

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'title',
    head: 'Session',
    grow: true,
    cell: (session) => (
      <>
        <Link href={sessionHref(session.id)} className="row-title">
          <VisibleText>{sessionName(session)}</VisibleText>
        </Link>
        <p className="row-sub">
          <span className="mono">{session.workItem?.identifier ?? shortId(session.id)}</span>
          {session.parent ? ` · ${session.parent.link} of ${shortId(session.parent.sessionId)}` : ''}
        </p>
      </>
    ),
  },
  {
    id: 'status',
    head: 'Status',
    cell: (session) => <SessionStatusBadge session={session} />,
  },
  {
    id: 'outcome',
    head: 'Outcome',
    cell: ({ outcome }) => (outcome === null ? <span className="faint">–</span> : <OutcomeBadge outcome={outcome} />),
  },
  {
    id: 'blocks',
    head: 'Blocks',
    numeric: true,
    cell: ({ experiment, figures }) =>
      experiment?.heldOut ? <span title="It goes without memory for an experiment">held out</span> : figures?.blocks,
  },
  { id: 'tokens', head: 'Tokens', numeric: true, wideOnly: true, cell: ({ figures }) => figures?.tokens },
  { id: 'followed', head: 'Followed', numeric: true, wideOnly: true, cell: ({ figures }) => figures?.followed },
  { id: 'work', head: 'Work type', wideOnly: true, cell: ({ workType }) => workType.replaceAll('_', ' ') },
  { id: 'agent', head: 'Agent', wideOnly: true, cell: ({ agentId }) => agentId ?? <span className="faint">none</span> },
  { id: 'length', head: 'Length', numeric: true, wideOnly: true, cell: (session) => <Length session={session} /> },
  { id: 'created', head: 'Created', numeric: true, cell: ({ createdAt }) => <Timestamp at={createdAt} /> },
];

function Length({ session }: { readonly session: Session }): ReactNode {
  const now = useNow();
  if (session.claimedAt === null) return <span className="faint">–</span>;
  return formatDuration(Date.parse(session.claimedAt), session.endedAt === null ? now : Date.parse(session.endedAt));
}

function SessionTable({
  rows,
  isFiltered,
}: {
  readonly rows: readonly Row[];
  readonly isFiltered: boolean;
}): ReactNode {
  if (rows.length > 0) {
    return (
      <DataTable
        label="Sessions"
        columns={COLUMNS}
        rows={rows}
        keyOf={({ id }) => id}
        rowClass={({ status }) => (isLive(status) ? 'row-live' : '')}
      />
    );
  }
  if (isFiltered) {
    return (
      <EmptyState icon={SearchX} title="No session matches">
        Remove a filter, or search for part of the title.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={Activity} title="No session yet">
      <p>A session appears here when a worker creates one over the API. To see one move:</p>
      <Command>npm start</Command>
    </EmptyState>
  );
}
