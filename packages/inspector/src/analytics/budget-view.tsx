import type { ParetoPoint } from '@inkling/engine/types';
import { ChartScatter } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useOperation } from '../api/use-operation.ts';
import { formatFixed, formatShare } from '../text/format.ts';
import { SelectField } from '../ui/form/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { USUAL_LEVEL } from './analytics-questions.ts';
import type { AnalyticsViewProps } from './analytics-scope.ts';
import { BudgetChangeFigure } from './charts/budget-change-figure.tsx';
import { Figure } from './charts/figure.tsx';
import { isOnFront, type ParetoMeasure } from './charts/is-on-front.ts';
import { ParetoChart } from './charts/pareto-chart.tsx';

const MEASURES = [
  ['acceptedRate', 'Accepted share of judged sessions'],
  ['usedShare', 'Used share of memories given'],
] as const;

const LEVELS = [
  ['budget', 'By budget'],
  ['tokens', 'By tokens spent'],
] as const;

/** What blocks cost against what became of them, and what another budget would have changed. */
export function BudgetView({ scope }: AnalyticsViewProps): ReactNode {
  const [measure, setMeasure] = useState<ParetoMeasure>('usedShare');
  const [level, setLevel] = useState<'budget' | 'tokens'>(USUAL_LEVEL);
  const budget = useOperation('getContextBudget', { query: { ...scope, level } });
  return (
    <div className="stack">
      <Loaded query={budget} lines={8}>
        {({ points }) => (
          <Figure<ParetoPoint>
            title="Context Budget Pareto"
            about="Each point is the blocks of one work type at one level. A diamond is on the front: among blocks of its source and work type, nothing is both cheaper and better."
            name="context-budget"
            icon={ChartScatter}
            rows={points}
            empty="Each injection is logged with its cost. Complete sessions with an outcome to see what it brought."
            columns={[
              ...COLUMNS,
              { head: 'On the front', value: (row) => (isOnFront(row, points, measure) ? 'yes' : 'no') },
            ]}
            actions={
              <>
                <SelectField
                  label="Measure"
                  hideLabel
                  value={measure}
                  options={MEASURES}
                  onChange={(event) => setMeasure(event.target.value as ParetoMeasure)}
                />
                <SelectField
                  label="Level"
                  hideLabel
                  value={level}
                  options={LEVELS}
                  onChange={(event) => setLevel(event.target.value as 'budget' | 'tokens')}
                />
              </>
            }
          >
            <ParetoChart points={points} measure={measure} />
          </Figure>
        )}
      </Loaded>
      <BudgetChangeFigure scope={scope} />
    </div>
  );
}

const share = (value: number): string => formatShare(value);

const COLUMNS = [
  { head: 'Source', value: (row: ParetoPoint) => row.source },
  { head: 'Work type', value: (row: ParetoPoint) => row.workType },
  { head: 'Level', value: (row: ParetoPoint) => row.level },
  { head: 'Injections', value: (row: ParetoPoint) => row.injections },
  {
    head: 'Mean tokens',
    value: (row: ParetoPoint) => row.meanTokens,
    format: (value: number) => formatFixed(value, 0),
  },
  { head: 'Judged sessions', value: (row: ParetoPoint) => row.judged },
  { head: 'Accepted', value: (row: ParetoPoint) => row.acceptedRate, format: share },
  { head: 'Memories given', value: (row: ParetoPoint) => row.given },
  { head: 'Used', value: (row: ParetoPoint) => row.usedShare, format: share },
] as const;
