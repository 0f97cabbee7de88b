import type { MemoryHealth } from '@inkling/engine/types';
import { HeartPulse } from 'lucide-react';
import type { ReactNode } from 'react';
import { useOperation } from '../api/use-operation.ts';
import { formatCount, formatFixed, formatShare } from '../text/format.ts';
import { Loaded } from '../ui/loaded.tsx';
import type { AnalyticsViewProps } from './analytics-scope.ts';
import { CountBars, type Count } from './charts/count-bars.tsx';
import { Figure } from './charts/figure.tsx';
import { Stats } from '../ui/stats.tsx';

/** How the memory is doing: states, ages, repetition, junk. */
export function HealthView({ scope }: AnalyticsViewProps): ReactNode {
  const health = useOperation('getMemoryHealth', { query: scope });
  return (
    <Loaded query={health} lines={8}>
      {(data) => (
        <div className="stack">
          <Summary health={data} />
          <div className="columns columns-even">
            <CountFigure
              title="States"
              about="What of all that was written can be recalled."
              name="states"
              rows={[
                { name: 'Active', count: data.active },
                { name: 'Superseded', count: data.superseded },
                { name: 'Expired', count: data.expired },
                { name: 'In review', count: data.quarantined },
              ]}
            />
            <CountFigure
              title="Ages"
              about="How old the active memories are."
              name="ages"
              rows={[
                { name: 'A week', count: data.ages.week },
                { name: 'A month', count: data.ages.month },
                { name: 'A quarter', count: data.ages.quarter },
                { name: 'A year', count: data.ages.year },
                { name: 'Older', count: data.ages.older },
              ]}
            />
          </div>
        </div>
      )}
    </Loaded>
  );
}

function Summary({ health }: { readonly health: MemoryHealth }): ReactNode {
  const { active, dedupRatio, repeated, junkShare, junk, meanWeight, pinned, forgotten } = health;
  return (
    <Stats
      stats={[
        { name: 'Active', value: formatCount(active), note: `${formatCount(pinned)} pinned` },
        { name: 'Repeated', value: formatShare(dedupRatio), note: `${formatCount(repeated)} say what another says` },
        { name: 'Junk', value: formatShare(junkShare), note: `${formatCount(junk)} too short or distrusted` },
        { name: 'Mean weight', value: meanWeight === null ? '–' : formatFixed(meanWeight), note: '1 is untested' },
        { name: 'Forgotten', value: formatCount(forgotten), note: 'in this time' },
      ]}
    />
  );
}

function CountFigure({
  title,
  about,
  name,
  rows,
}: {
  readonly title: string;
  readonly about: string;
  readonly name: string;
  readonly rows: readonly Count[];
}): ReactNode {
  const isEmpty = rows.every(({ count }) => count === 0);
  return (
    <Figure<Count>
      title={title}
      about={about}
      name={name}
      icon={HeartPulse}
      rows={isEmpty ? [] : rows}
      empty="Nothing is remembered yet. A repository's history is a good beginning: npx inkling import git."
      columns={[
        { head: title, value: (row) => row.name },
        { head: 'Memories', value: ({ count }) => count },
      ]}
    >
      <CountBars label={`${title} of memories`} rows={rows} />
    </Figure>
  );
}
