import type { InspectedInjection, InjectionTrace } from '@inkling/engine/types';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { FeedbackButtons } from '../../memory/feedback-buttons.tsx';
import { formatFixed, shortId } from '../../text/format.ts';
import { VisibleText } from '../../text/visible-text.tsx';
import { Badge } from '../../ui/badge.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Meter } from '../../ui/meter.tsx';

type TracedRow = InjectionTrace['rows'][number];
type TracedLeftOut = InjectionTrace['leftOut'][number];
type Memory = InspectedInjection['memories'][number];

function memoryOf(injection: InspectedInjection, id: string | null): Memory | undefined {
  return injection.memories.find((memory) => memory.id === id);
}

/** The memories in a block: how each was scored, what it cost, and who allowed it. */
export function IncludedTable({
  injection,
  rows,
}: {
  readonly injection: InspectedInjection;
  readonly rows: readonly TracedRow[];
}): ReactNode {
  const columns: readonly Column<TracedRow>[] = [
    {
      id: 'memory',
      head: 'In the block',
      grow: true,
      cell: ({ id }) => <MemoryCell id={id} memory={memoryOf(injection, id)} />,
    },
    { id: 'relevance', head: 'Relevance', numeric: true, cell: ({ relevance }) => <Score value={relevance} /> },
    { id: 'weight', head: 'Weight', numeric: true, cell: ({ weight }) => formatFixed(weight) },
    { id: 'rank', head: 'Rank', numeric: true, cell: (row) => <RankMove row={row} /> },
    { id: 'use', head: 'Use', cell: ({ id }) => <Use memory={memoryOf(injection, id)} /> },
    { id: 'tokens', head: 'Tokens', numeric: true, wideOnly: true, cell: ({ tokens }) => tokens ?? '–' },
    { id: 'policy', head: 'Allowed by', wideOnly: true, cell: ({ policy }) => <Policy name={policy} /> },
    {
      id: 'feedback',
      head: 'Feedback',
      cell: ({ id }) => <FeedbackButtons observationId={id} sessionId={injection.sessionId} />,
    },
  ];
  return (
    <div className="boxed">
      <DataTable label="Memories in the block" columns={columns} rows={rows} keyOf={({ id }) => id} />
    </div>
  );
}

const REASONS: Readonly<Record<TracedLeftOut['reason'], string>> = {
  'over-budget': 'did not fit the budget',
  'over-limit': 'limit of memories reached',
  seen: 'the agent had it already',
  'below-relevance': 'not relevant enough',
  'near-duplicate': 'says the same as another',
  denied: 'denied by policy',
  'not-recallable': 'replaced, expired or in review',
  'nothing-visible': 'has no visible text',
  'teaches-nothing': 'a typo, a release or a licence: nothing to learn from',
  duplicate: 'came twice',
  'foreign-organisation': 'belongs to another organisation',
  'invalid-row': 'cannot be read',
};

/** The memories that were considered and are not in the block, and why. */
export function LeftOutTable({
  injection,
  leftOut,
  count,
}: {
  readonly injection: InspectedInjection;
  readonly leftOut: readonly TracedLeftOut[];
  readonly count: number;
}): ReactNode {
  const columns: readonly Column<TracedLeftOut>[] = [
    {
      id: 'memory',
      head: 'Left out',
      grow: true,
      cell: ({ id }) => <MemoryCell id={id} memory={memoryOf(injection, id)} />,
    },
    {
      id: 'reason',
      head: 'Why',
      cell: ({ reason }) => <Badge tone={reason === 'denied' ? 'bad' : 'neutral'}>{REASONS[reason]}</Badge>,
    },
    {
      id: 'relevance',
      head: 'Relevance',
      numeric: true,
      cell: ({ relevance }) => (relevance === null ? '–' : <Score value={relevance} />),
    },
    { id: 'tokens', head: 'Tokens', numeric: true, wideOnly: true, cell: ({ tokens }) => tokens ?? '–' },
    { id: 'policy', head: 'Denied by', wideOnly: true, cell: ({ policy }) => <Policy name={policy} /> },
  ];
  return (
    <details className="left-out">
      <summary>
        {count} {count === 1 ? 'memory was' : 'memories were'} considered and left out
      </summary>
      <div className="boxed">
        <DataTable
          label="Memories left out"
          columns={columns}
          rows={leftOut.map((row, index) => ({ ...row, index }))}
          keyOf={(row) => String((row as TracedLeftOut & { index: number }).index)}
        />
      </div>
    </details>
  );
}

function MemoryCell({ id, memory }: { readonly id: string | null; readonly memory: Memory | undefined }): ReactNode {
  if (id === null || !memory || memory.excerpt === null) {
    const why = memory?.status === 'withheld' ? 'withheld by policy' : 'forgotten since';
    return <span className="faint">{id === null ? 'A row without an id' : `${shortId(id)}, ${why}`}</span>;
  }
  return (
    <>
      <Link href={`/memory/${id}`} className="row-title clamp-2">
        <VisibleText>{memory.excerpt}</VisibleText>
      </Link>
      <p className="row-sub">
        {memory.kind} · <span className="mono">{shortId(id)}</span>
        {memory.status === 'active' ? '' : ` · ${memory.status} now`}
      </p>
    </>
  );
}

const USES: Readonly<Record<NonNullable<Memory['use']>, string>> = {
  cited: 'the agent named it, or told what only it says',
  followed: 'a file that it names was edited after it was shown',
  touched: 'a file that it names was only read: no weight moves',
  explicit: 'somebody judged it',
};

function Use({ memory }: { readonly memory: Memory | undefined }): ReactNode {
  const use = memory?.use ?? null;
  if (use === null) return <span className="faint">–</span>;
  return (
    <Badge tone={use === 'touched' ? 'neutral' : 'good'} title={USES[use]}>
      {use}
    </Badge>
  );
}

function Score({ value }: { readonly value: number }): ReactNode {
  return (
    <span className="score">
      <Meter value={value} label={`Relevance ${formatFixed(value)}`} />
      {formatFixed(value)}
    </span>
  );
}

function RankMove({ row: { unweightedRank, weightedRank } }: { readonly row: TracedRow }): ReactNode {
  const moved = unweightedRank - weightedRank;
  if (moved === 0) return weightedRank;
  return (
    <span title={`${unweightedRank} before feedback`}>
      {weightedRank} <span className={moved > 0 ? 'up' : 'down'}>{moved > 0 ? `▲${moved}` : `▼${-moved}`}</span>
    </span>
  );
}

function Policy({ name }: { readonly name: string | null }): ReactNode {
  return name === null ? <span className="faint">–</span> : <span className="mono small">{name}</span>;
}
