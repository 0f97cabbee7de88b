import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useChange, useOperation } from '../api/use-operation.ts';
import { formatCount } from '../text/format.ts';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { TextField } from '../ui/form/field.tsx';
import { FormDialog } from '../ui/form/form-dialog.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Panel } from '../ui/panel.tsx';
import { ChangedBy } from './changed-by.tsx';
import { NumberSetting } from './number-setting.tsx';
import { workTypeRows, type WorkTypeRow } from './work-type-rows.ts';

/** How many tokens the block of a session start may cost, by work type. */
export function BudgetsSection(): ReactNode {
  const budgets = useOperation('getBudgets', {});
  const set = useChange('setBudgets', {
    changes: ['getBudgets', 'listConfigChanges'],
    say: ({ changed }) => (changed.length > 0 ? 'Saved. It applies from the next session on.' : 'Nothing changed.'),
  });
  const save = (workType: string, tokens: number | null): void => set.mutate({ body: { [workType]: tokens } });
  return (
    <Loaded query={budgets}>
      {(values) => (
        <Panel
          title="Token budgets"
          about={`What the block of a session start may cost. Every other work type has ${formatCount(values.overrides.find(({ key }) => key === '*')?.value ?? values.otherwise)}.`}
          actions={<AddWorkType onAdd={save} />}
          flush
        >
          <DataTable
            label="Token budgets"
            columns={columnsOf(save)}
            rows={workTypeRows(values)}
            keyOf={({ workType, override }) => `${workType} ${override?.updatedAt ?? ''}`}
          />
        </Panel>
      )}
    </Loaded>
  );
}

function columnsOf(save: (workType: string, tokens: number | null) => void): readonly Column<WorkTypeRow<number>>[] {
  return [
    {
      id: 'type',
      head: 'Work type',
      grow: true,
      cell: ({ workType }) => <span className="row-title">{workType}</span>,
    },
    { id: 'default', head: 'Default', numeric: true, wideOnly: true, cell: ({ byDefault }) => formatCount(byDefault) },
    {
      id: 'yours',
      head: 'Yours',
      cell: ({ workType, override }) => (
        <NumberSetting
          label={`Tokens for ${workType}`}
          value={override?.value ?? null}
          min={0}
          max={100_000}
          placeholder="default"
          save={(tokens) => save(workType, tokens)}
        />
      ),
    },
    { id: 'by', head: 'Set by', wideOnly: true, cell: ({ override }) => <ChangedBy change={override} /> },
  ];
}

function AddWorkType({ onAdd }: { readonly onAdd: (workType: string, tokens: number) => void }): ReactNode {
  return (
    <FormDialog
      trigger="Another work type"
      icon={<Plus size={14} aria-hidden />}
      title="A budget for another work type"
      verb="Add it"
      onSubmit={(form) => onAdd(String(form.get('workType')).trim(), Number(form.get('tokens')))}
    >
      <TextField label="Work type" name="workType" required maxLength={512} placeholder="migration" />
      <TextField label="Tokens" name="tokens" type="number" min={0} max={100_000} required />
    </FormDialog>
  );
}
