import type { ReactNode } from 'react';
import { ProjectField } from '../projects/project-field.tsx';
import { SelectField, TextField } from '../ui/form/field.tsx';
import { Page } from '../ui/page.tsx';
import { useSearchState } from '../ui/form/use-search-state.ts';
import { useSettled } from '../ui/form/use-settled.ts';
import { FILTER_NAMES, WEIGHT_BANDS, type MemoryFilterName, type MemoryFilters } from './memory-filters.ts';
import { MemoryTabs } from './memory-tabs.tsx';
import { ObservationList } from './observation-list.tsx';
import { RecallResults } from './recall-results.tsx';

const KINDS = [
  'decision',
  'error',
  'convention',
  'file_operation',
  'session_summary',
  'commit',
  'explicit',
  'exchange',
] as const;

const OPTIONS = {
  kind: [['', 'Any kind'], ...KINDS.map((kind) => [kind, kind.replaceAll('_', ' ')] as const)],
  class: [
    ['', 'Any class'],
    ['public', 'Public'],
    ['internal', 'Internal'],
    ['confidential', 'Confidential'],
    ['restricted', 'Restricted'],
  ],
  weight: [['', 'Any weight'], ...Object.entries(WEIGHT_BANDS).map(([id, { text }]) => [id, text] as const)],
  status: [
    ['', 'Any state'],
    ['active', 'Active'],
    ['superseded', 'Superseded'],
    ['expired', 'Expired'],
    ['quarantined', 'In review'],
  ],
} as const;

/** Everything that is remembered: to search as an agent would, and to read through. */
export function MemoryPage(): ReactNode {
  const [filters, setFilters] = useSearchState(FILTER_NAMES);
  const settled = useSettled(filters);
  return (
    <Page
      title="Memory"
      about="Search as an agent would and see why each memory stands where it stands, or read through what is remembered."
    >
      <MemoryTabs current="memories" />
      <Filters filters={filters} set={setFilters} />
      {settled.q.trim() === '' ? <ObservationList filters={settled} /> : <RecallResults filters={settled} />}
    </Page>
  );
}

interface FiltersProps {
  readonly filters: MemoryFilters;
  readonly set: (changes: Partial<Record<MemoryFilterName, string>>) => void;
}

function Filters({ filters, set }: FiltersProps): ReactNode {
  const select = (name: keyof typeof OPTIONS, label: string): ReactNode => (
    <SelectField
      label={label}
      value={filters[name]}
      options={OPTIONS[name]}
      onChange={(event) => set({ [name]: event.target.value })}
    />
  );
  const text = (name: MemoryFilterName, label: string, placeholder: string): ReactNode => (
    <TextField
      label={label}
      placeholder={placeholder}
      value={filters[name]}
      onChange={(event) => set({ [name]: event.target.value })}
    />
  );
  return (
    <div className="stack stack-tight" role="search" aria-label="Memory">
      <TextField
        label="What would an agent ask?"
        type="search"
        className="field-large"
        placeholder="For example: why is the session cookie set by the gateway"
        value={filters.q}
        onChange={(event) => set({ q: event.target.value })}
      />
      <div className="filters filters-many">
        {select('kind', 'Kind')}
        {text('path', 'Path', 'src/auth/index.ts')}
        {text('session', 'Session', 'its id')}
        <ProjectField
          label="Project"
          placeholder="Any project"
          value={filters.project}
          onChange={(event) => set({ project: event.target.value })}
        />
        {select('class', 'Classification')}
        {select('weight', 'Weight')}
        {filters.q.trim() === '' ? select('status', 'State') : null}
      </div>
    </div>
  );
}
