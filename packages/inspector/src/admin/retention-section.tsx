import { CalendarClock, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Answer } from '../api/call.ts';
import { useChange, useOperation } from '../api/use-operation.ts';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { TextField } from '../ui/form/field.tsx';
import { FormDialog } from '../ui/form/form-dialog.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Panel } from '../ui/panel.tsx';
import { ChangedBy } from './changed-by.tsx';
import { NumberSetting } from './number-setting.tsx';

type Kept = Answer<'getRetention'>['days'][number];
type Save = (kind: string, days: number | null) => void;

const EVERY_OTHER_KIND = '*';
const MOST_DAYS = 36_500;

/** For how many days memories of a kind are kept. */
export function RetentionSection(): ReactNode {
  const retention = useOperation('getRetention', {});
  const set = useChange('setRetention', {
    changes: ['getRetention', 'listConfigChanges'],
    say: ({ changed }) =>
      changed.length > 0 ? 'Saved. What is older is forgotten within the hour.' : 'Nothing changed.',
  });
  const save: Save = (kind, days) => set.mutate({ body: { [kind]: days } });
  return (
    <Loaded query={retention}>
      {({ days }) => (
        <Panel
          title="Retention"
          about="How long memories are kept, by kind. What is older is deleted for good, once an hour; what is pinned stays. An exchange is kept for 90 days unless you say otherwise, and twice as long when it was used."
          actions={<AddKind onAdd={save} />}
          flush
        >
          {days.length === 0 ? (
            <EmptyState icon={CalendarClock} title="Everything but exchanges is kept">
              Set a number of days for a kind, or for all kinds with the name *.
            </EmptyState>
          ) : (
            <DataTable
              label="Retention"
              columns={columnsOf(save)}
              rows={days}
              keyOf={({ key, updatedAt }) => `${key} ${updatedAt}`}
            />
          )}
        </Panel>
      )}
    </Loaded>
  );
}

function columnsOf(save: Save): readonly Column<Kept>[] {
  return [
    {
      id: 'kind',
      head: 'Kind',
      grow: true,
      cell: ({ key }) => <span className="row-title">{key === EVERY_OTHER_KIND ? 'every other kind' : key}</span>,
    },
    {
      id: 'days',
      head: 'Days',
      cell: ({ key, value }) => (
        <NumberSetting
          label={`Days that ${key} is kept`}
          value={value}
          min={1}
          max={MOST_DAYS}
          placeholder="for ever"
          save={(days) => save(key, days)}
        />
      ),
    },
    { id: 'by', head: 'Set by', wideOnly: true, cell: (change) => <ChangedBy change={change} /> },
  ];
}

function AddKind({ onAdd }: { readonly onAdd: Save }): ReactNode {
  return (
    <FormDialog
      trigger="A kind"
      icon={<Plus size={14} aria-hidden />}
      title="Set how long a kind is kept"
      verb="Set"
      onSubmit={(form) => onAdd(String(form.get('kind')).trim(), Number(form.get('days')))}
    >
      <TextField label="Kind, or * for every other" name="kind" required maxLength={512} placeholder="error" />
      <TextField label="Days" name="days" type="number" min={1} max={MOST_DAYS} required />
    </FormDialog>
  );
}
