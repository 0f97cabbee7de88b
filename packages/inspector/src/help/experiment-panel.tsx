import type { ExperimentReport } from '@inkling/engine/types';
import type { ReactNode } from 'react';
import { formatCount } from '../text/format.ts';
import { Timestamp } from '../text/timestamp.tsx';
import { Badge, type Tone } from '../ui/badge.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { Command } from '../ui/empty-state.tsx';
import { Panel } from '../ui/panel.tsx';

type Measure = ExperimentReport['measures'][number];

/** Sessions with memory against those without; without an experiment, how to begin one. */
export function ExperimentPanel({ experiment: report }: { readonly experiment: ExperimentReport | null }): ReactNode {
  if (report === null) {
    return (
      <Panel title="With memory and without">
        <p>Whether it helped, and was not only used, shows when some sessions go without it:</p>
        <Command>npx inkling experiment start --withhold 10%</Command>
      </Panel>
    );
  }
  const { experiment, sessions, measures } = report;
  const { withhold, startedAt, stoppedAt } = experiment;
  return (
    <Panel
      title="With memory and without"
      about={
        <>
          {percent(withhold)} of the sessions of {experiment.projectId ?? 'no project'} go without memory, since{' '}
          <Timestamp at={startedAt} />
          {stoppedAt === null ? '' : ', and the experiment has stopped'}: {sessions.with} with, {sessions.without}{' '}
          without.
        </>
      }
      flush
    >
      <DataTable label="With memory and without" columns={COLUMNS} rows={measures} keyOf={({ measure }) => measure} />
    </Panel>
  );
}

const NAMES: Readonly<Record<Measure['measure'], string>> = {
  accepted: 'Accepted',
  corrected: 'Corrected by the user',
  tokens: 'Tokens, estimated',
  'tool-calls': 'Tool calls',
  'seconds-to-test': 'Seconds to a passing test',
};

const TONES: Readonly<Record<Measure['verdict'], Tone>> = {
  better: 'good',
  worse: 'bad',
  same: 'neutral',
  'too-little': 'neutral',
};

const percent = (share: number): string => `${Math.round(share * 100)} %`;
const isShare = ({ measure }: Measure): boolean => measure === 'accepted' || measure === 'corrected';
const amount = (measure: Measure, side: Measure['with']): string =>
  `${isShare(measure) ? percent(side.value) : formatCount(Math.round(side.value))} of ${side.sessions}`;
const signed = (share: number): string => `${share < 0 ? '−' : '+'}${Math.round(Math.abs(share) * 100)}`;

function intervalOf(measure: Measure): string {
  const { low, high } = measure.difference;
  if (low === null || high === null) return '–';
  return `${signed(low)} to ${signed(high)}${isShare(measure) ? ' points' : ' %'}`;
}

const COLUMNS: readonly Column<Measure>[] = [
  { id: 'measure', head: 'Measure', grow: true, cell: ({ measure }) => NAMES[measure] },
  { id: 'with', head: 'With', numeric: true, cell: (measure) => amount(measure, measure.with) },
  { id: 'without', head: 'Without', numeric: true, cell: (measure) => amount(measure, measure.without) },
  { id: 'interval', head: 'Difference, 95 %', numeric: true, wideOnly: true, cell: intervalOf },
  {
    id: 'verdict',
    head: 'Verdict',
    cell: ({ verdict, moreSessions }) =>
      verdict === 'too-little' ? (
        <span className="faint">too little to tell, about {formatCount(moreSessions)} more sessions are needed</span>
      ) : (
        <Badge tone={TONES[verdict]}>{verdict}</Badge>
      ),
  },
];
