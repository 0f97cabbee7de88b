import type { Talk } from '@inkling/engine/types';
import { MessagesSquare } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useOperation } from '../../api/use-operation.ts';
import { ProjectField } from '../../projects/project-field.tsx';
import { shortId } from '../../text/format.ts';
import { Timestamp } from '../../text/timestamp.tsx';
import { VisibleText } from '../../text/visible-text.tsx';
import { Button } from '../../ui/form/button.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useSearchState } from '../../ui/form/use-search-state.ts';
import { useSettled } from '../../ui/form/use-settled.ts';
import { MemoryTabs } from '../memory-tabs.tsx';
import { talkHref } from './talk-href.ts';
import { TalkPage } from './talk-page.tsx';

const MOST = 200;

/** The sessions whose talk is remembered, and the talk of the one that the address names: behind its `?`, for an id may have a slash. */
export function TalksPage(): ReactNode {
  const [{ session, project }] = useSearchState(['session', 'project']);
  return session === '' ? <TalkList /> : <TalkPage key={session} sessionId={session} project={project} />;
}

function TalkList(): ReactNode {
  const [filters, setFilters] = useSearchState(['project']);
  const [limit, setLimit] = useState(50);
  const { project } = useSettled(filters);
  const query = { limit, ...(project === '' ? {} : { projectId: project }) };
  const talks = useOperation('listTalks', { query });
  return (
    <Page title="Conversations" about="What agents and their users said to each other, as far as it is remembered.">
      <MemoryTabs current="talks" />
      <div className="filters" role="search" aria-label="Conversations">
        <ProjectField
          label="Project"
          placeholder="Any project"
          value={filters.project}
          onChange={(event) => setFilters({ project: event.target.value })}
        />
      </div>
      <Panel flush>
        <Loaded query={talks} lines={8}>
          {({ rows, nextCursor }) => (
            <>
              {rows.length === 0 ? (
                <EmptyState icon={MessagesSquare} title="No conversation is remembered">
                  Conversations are kept while agents work, unless the project switched this off.
                </EmptyState>
              ) : (
                <DataTable label="Sessions" columns={COLUMNS} rows={rows} keyOf={({ opening }) => opening.id} />
              )}
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

const COLUMNS: readonly Column<Talk>[] = [
  {
    id: 'session',
    head: 'Begins with',
    grow: true,
    cell: ({ sessionId, projectId, opening }) => (
      <>
        <Link href={talkHref(sessionId, projectId ?? '')} className="row-title">
          <VisibleText>{opening.content}</VisibleText>
        </Link>
        <p className="row-sub mono" title={sessionId}>
          {shortId(sessionId)}
        </p>
      </>
    ),
  },
  { id: 'project', head: 'Project', wideOnly: true, cell: ({ projectId }) => projectId ?? 'none' },
  { id: 'exchanges', head: 'Exchanges', numeric: true, cell: ({ exchanges }) => exchanges },
  { id: 'last', head: 'Last', numeric: true, cell: ({ lastAt }) => <Timestamp at={lastAt} /> },
];
