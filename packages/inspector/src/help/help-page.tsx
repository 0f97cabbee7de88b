import type { DidItHelp } from '@inkling/engine/types';
import { HeartHandshake, Sparkles, Trophy } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useOperation } from '../api/use-operation.ts';
import { MEMORY_COLUMN } from '../memory/memory-column.tsx';
import { ProjectField } from '../projects/project-field.tsx';
import { formatCount, formatCountOf, formatFixed, formatShare } from '../text/format.ts';
import { Timestamp } from '../text/timestamp.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Command, EmptyState } from '../ui/empty-state.tsx';
import { TextField } from '../ui/form/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { Panel } from '../ui/panel.tsx';
import { Stats } from '../ui/stats.tsx';
import { useSearchState } from '../ui/form/use-search-state.ts';
import { useSettled } from '../ui/form/use-settled.ts';
import { ExperimentPanel } from './experiment-panel.tsx';
import { ForgetIdle } from './forget-idle.tsx';
import { helpQuestion } from './help-question.ts';

const REFRESH_MS = 5000;

/** The first page: whether memory helped in the last week, and what it cost. */
export function HelpPage(): ReactNode {
  const [{ project }, setFilters] = useSearchState(['project']);
  const help = useOperation('didItHelp', helpQuestion({ project: useSettled(project) }), { everyMs: REFRESH_MS });
  const [price, setPrice] = usePrice();
  return (
    <Page
      title="Did it help?"
      about="The last seven days: what memory gave to agents, what that cost, and what came of it."
    >
      <div className="filters" role="search" aria-label="Which sessions">
        <ProjectField
          label="Project"
          placeholder="Any project"
          value={project}
          onChange={(event) => setFilters({ project: event.target.value })}
        />
        <TextField
          label="Price of a million tokens"
          inputMode="decimal"
          placeholder="as your provider says"
          value={price}
          onChange={(event) => setPrice(event.target.value)}
        />
      </div>
      <Loaded query={help} lines={8}>
        {(told) => (
          <div className="stack">
            <p className="verdict" role="status">
              {told.verdict}
            </p>
            <Figures help={told} price={price} />
            <ExperimentPanel experiment={told.experiment} />
            <Earned rows={told.earned} />
            <Idle rows={told.idle} />
            <Learned rows={told.learned} />
          </div>
        )}
      </Loaded>
    </Page>
  );
}

const PRICE_KEY = 'inkling-token-price';

/** Kept in this browser: what tokens cost is between a person and their provider. */
function usePrice(): readonly [price: string, set: (price: string) => void] {
  const [price, setPrice] = useState(() => localStorage.getItem(PRICE_KEY) ?? '');
  return [
    price,
    (next) => {
      localStorage.setItem(PRICE_KEY, next);
      setPrice(next);
    },
  ];
}

function Figures({ help: { figures }, price }: { readonly help: DidItHelp; readonly price: string }): ReactNode {
  const { sessions, live, givenSessions, blocks, tokens, lines, cited, followed, outcomes } = figures;
  const { accepted, rework, rejected, unknown } = outcomes;
  const known = accepted + rework + rejected;
  const perMillion = Number(price.replace(',', '.'));
  const money =
    price.trim() !== '' && perMillion >= 0 ? `${formatFixed((tokens * perMillion) / 1e6)} at your price` : '';
  const mean = givenSessions === 0 ? '' : `${formatCount(Math.round(tokens / givenSessions))} a session`;
  return (
    <Stats
      stats={[
        { name: 'Sessions', value: formatCount(sessions), note: live === 0 ? 'none running' : `${live} running` },
        {
          name: 'Blocks',
          value: formatCount(blocks),
          note: `to ${formatCountOf(givenSessions, 'session')}, ${formatCountOf(lines, 'line')}`,
        },
        { name: 'Tokens', value: formatCount(tokens), note: [mean, money].filter(Boolean).join(' · ') },
        { name: 'Cited', value: formatCount(cited), note: `${formatShare(cited, lines)} of the lines` },
        {
          name: 'Followed',
          value: formatCount(followed),
          note: `${formatShare(followed, lines)}: its file was edited`,
        },
        {
          name: 'Accepted',
          value: formatShare(accepted, known),
          note: `${accepted} accepted, ${rework} rework, ${rejected} rejected, ${unknown} unknown`,
        },
      ]}
    />
  );
}

function Earned({ rows }: { readonly rows: DidItHelp['earned'] }): ReactNode {
  return (
    <Panel
      title="Most useful"
      about="What sessions cited, or whose file they then edited; those of accepted work first."
      flush
    >
      {rows.length === 0 ? (
        <EmptyState icon={Trophy} title="Nothing was used yet">
          A memory appears here when an agent cites it, or edits a file that it names.
        </EmptyState>
      ) : (
        <DataTable<DidItHelp['earned'][number]>
          label="Most useful"
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            MEMORY_COLUMN,
            { id: 'accepted', head: 'Accepted', numeric: true, cell: ({ accepted }) => accepted },
            { id: 'cited', head: 'Cited', numeric: true, wideOnly: true, cell: ({ cited }) => cited },
            { id: 'followed', head: 'Followed', numeric: true, wideOnly: true, cell: ({ followed }) => followed },
            { id: 'weight', head: 'Weight', numeric: true, cell: ({ weight }) => formatFixed(weight) },
          ]}
        />
      )}
    </Panel>
  );
}

function Idle({ rows }: { readonly rows: DidItHelp['idle'] }): ReactNode {
  return (
    <Panel
      title="Shown for nothing"
      about="Shown in three blocks or more, and no session ever cited or followed them."
      flush
      actions={rows.length === 0 ? null : <ForgetIdle rows={rows} />}
    >
      {rows.length === 0 ? (
        <EmptyState icon={HeartHandshake} title="Nothing is shown in vain">
          What was shown was used, or was not shown often enough to tell.
        </EmptyState>
      ) : (
        <DataTable<DidItHelp['idle'][number]>
          label="Shown for nothing"
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            MEMORY_COLUMN,
            { id: 'blocks', head: 'Blocks', numeric: true, cell: ({ blocks }) => blocks },
            { id: 'tokens', head: 'Tokens', numeric: true, cell: ({ tokens }) => formatCount(tokens) },
          ]}
        />
      )}
    </Panel>
  );
}

function Learned({ rows }: { readonly rows: DidItHelp['learned'] }): ReactNode {
  return (
    <Panel title="Learned just now" about="The newest memories." flush>
      {rows.length === 0 ? (
        <EmptyState icon={Sparkles} title="Nothing was learned in this time">
          <p>Agents learn while they work. A repository's history is a good beginning:</p>
          <Command>npx inkling import git</Command>
        </EmptyState>
      ) : (
        <DataTable<DidItHelp['learned'][number]>
          label="Learned just now"
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            MEMORY_COLUMN,
            { id: 'when', head: 'When', numeric: true, cell: ({ createdAt }) => <Timestamp at={createdAt} /> },
          ]}
        />
      )}
    </Panel>
  );
}
