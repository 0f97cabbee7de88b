import type { BudgetChange } from '@inkling/engine/types';
import { SlidersHorizontal } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useOperation } from '../../api/use-operation.ts';
import { formatCount, formatCountOf, formatFixed, formatShare, shortId } from '../../text/format.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SelectField, TextField } from '../../ui/form/field.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useSettled } from '../../ui/form/use-settled.ts';
import { USUAL_BUDGET } from '../analytics-questions.ts';
import type { AnalyticsScope } from '../analytics-scope.ts';
import { Stats } from '../../ui/stats.tsx';

const WORK_TYPES = [
  ['bug_fix', 'bug fix'],
  ['feature', 'feature'],
  ['refactor', 'refactor'],
  ['chore', 'chore'],
] as const;

/** What another budget would have put into the blocks that were built. */
export function BudgetChangeFigure({ scope }: { readonly scope: AnalyticsScope }): ReactNode {
  const [workType, setWorkType] = useState(USUAL_BUDGET.workType);
  const [tokens, setTokens] = useState(String(USUAL_BUDGET.budgetTokens));
  const budgetTokens = useSettled(Math.max(0, Math.min(100_000, Math.round(Number(tokens) || 0))));
  const change = useOperation('getBudgetChange', { query: { ...scope, workType, budgetTokens } });
  return (
    <Panel
      title="What would another budget have changed?"
      about="The logged start blocks, filled again from what was ranked then and what each line costs."
      actions={
        <>
          <SelectField
            label="Work type"
            hideLabel
            value={workType}
            options={WORK_TYPES}
            onChange={(event) => setWorkType(event.target.value)}
          />
          <TextField
            label="Budget in tokens"
            hideLabel
            type="number"
            min={0}
            max={100_000}
            step={50}
            className="field-number-wide"
            value={tokens}
            onChange={(event) => setTokens(event.target.value)}
          />
        </>
      }
    >
      <Loaded query={change}>{(data) => <Change change={data} />}</Loaded>
    </Panel>
  );
}

function Change({ change }: { readonly change: BudgetChange }): ReactNode {
  const { blocks, changedBlocks, meanTokensBefore, meanTokensAfter, meanMemoriesBefore, meanMemoriesAfter } = change;
  if (blocks === 0) {
    return (
      <EmptyState icon={SlidersHorizontal} title="No start block of this work type">
        Claim a session of this work type: its block is logged with everything that was considered.
      </EmptyState>
    );
  }
  return (
    <div className="stack">
      <Stats
        stats={[
          {
            name: 'Blocks changed',
            value: formatShare(changedBlocks, blocks),
            note: `${formatCount(changedBlocks)} of ${formatCount(blocks)}`,
          },
          {
            name: 'Mean tokens',
            value: formatFixed(meanTokensAfter, 0),
            note: `${formatFixed(meanTokensBefore, 0)} now`,
          },
          {
            name: 'Mean memories',
            value: formatFixed(meanMemoriesAfter, 1),
            note: `${formatFixed(meanMemoriesBefore, 1)} now`,
          },
        ]}
      />
      <div className="columns columns-even">
        <Named title="Would have come in" rows={change.gained} />
        <Named title="Would have been left out" rows={change.lost} />
      </div>
    </div>
  );
}

function Named({ title, rows }: { readonly title: string; readonly rows: BudgetChange['gained'] }): ReactNode {
  return (
    <div className="stack stack-tight">
      <h3 className="label">{title}</h3>
      {rows.length === 0 ? <p className="faint small">Nothing.</p> : null}
      <ul className="ties">
        {rows.slice(0, 10).map(({ id, blocks }) => (
          <li key={id} className="row row-between small">
            <Link href={`/memory/${id}`} className="mono">
              {shortId(id)}
            </Link>
            <span className="num muted">{formatCountOf(blocks, 'block')}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
