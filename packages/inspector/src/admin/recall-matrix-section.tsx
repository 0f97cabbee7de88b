import type { ReactNode } from 'react';
import { useChange, useOperation } from '../api/use-operation.ts';
import { Button } from '../ui/form/button.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Panel } from '../ui/panel.tsx';
import { Toggle } from '../ui/form/toggle.tsx';
import { ChangedBy } from './changed-by.tsx';
import { workTypeRows, type WorkTypeRow } from './work-type-rows.ts';

/** Which work types are given triplets of the graph. */
export function RecallMatrixSection(): ReactNode {
  const matrix = useOperation('getRecallMatrix', {});
  const set = useChange('setRecallMatrix', {
    changes: ['getRecallMatrix', 'listConfigChanges'],
    say: ({ changed }) => (changed.length > 0 ? 'Saved. It applies from the next session on.' : 'Nothing changed.'),
  });
  const save = (workType: string, isOn: boolean | null): void => set.mutate({ body: { [workType]: isOn } });
  const columns: readonly Column<WorkTypeRow<boolean>>[] = [
    {
      id: 'type',
      head: 'Work type',
      grow: true,
      cell: ({ workType }) => <span className="row-title">{workType}</span>,
    },
    { id: 'default', head: 'Default', cell: ({ byDefault }) => (byDefault ? 'on' : 'off') },
    {
      id: 'now',
      head: 'Recalls the graph',
      cell: ({ workType, byDefault, override }) => (
        <span className="inline-form">
          <Toggle
            label={`Recall the graph for ${workType}`}
            checked={override?.value ?? byDefault}
            onChange={(isOn) => save(workType, isOn)}
          />
          {override === null ? null : (
            <Button small kind="quiet" onClick={() => save(workType, null)}>
              Reset
            </Button>
          )}
        </span>
      ),
    },
    { id: 'by', head: 'Set by', wideOnly: true, cell: ({ override }) => <ChangedBy change={override} /> },
  ];
  return (
    <Loaded query={matrix}>
      {(values) => (
        <Panel
          title="Recall matrix"
          about={`Work types whose blocks may hold triplets of the graph, where a project has it on. Every other work type: ${values.otherwise ? 'on' : 'off'}. The operator sets it.`}
          flush
        >
          <DataTable
            label="Recall matrix"
            columns={columns}
            rows={workTypeRows(values)}
            keyOf={({ workType }) => workType}
          />
        </Panel>
      )}
    </Loaded>
  );
}
