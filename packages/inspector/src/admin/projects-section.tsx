import type { ProjectMemoryConfig } from '@inkling/engine/types';
import { FolderGit2, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useChange, useOperation } from '../api/use-operation.ts';
import { ProjectField } from '../projects/project-field.tsx';
import { VisibleText } from '../text/visible-text.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { SelectField } from '../ui/form/field.tsx';
import { FormDialog } from '../ui/form/form-dialog.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Panel } from '../ui/panel.tsx';
import { Toggle } from '../ui/form/toggle.tsx';
import { ChangedBy } from './changed-by.tsx';

type Patch = Partial<
  Pick<ProjectMemoryConfig, 'memoryEnabled' | 'runtimeInjectEnabled' | 'graphEnabled' | 'captureOff'>
>;
type Save = (projectId: string | null, patch: Patch) => void;

/** Where memory is on, whether it is pushed into running sessions, whether talk is remembered, and where the graph is on. */
export function ProjectsSection(): ReactNode {
  const projects = useOperation('listProjectConfigs', { query: { limit: 1000 } });
  const set = useChange('setProjectConfig', {
    changes: ['listProjectConfigs', 'listConfigChanges', 'getEffectiveConfig'],
    say: () => 'Saved.',
  });
  const save: Save = (projectId, body) => set.mutate({ query: { projectId: projectId ?? '' }, body });
  return (
    <Panel
      title="Projects"
      about="Projects with settings of their own. In every other project memory and its delivery are on, conversations are remembered, and the graph is as the plan says, or on if there is an index."
      actions={
        <>
          <PlanGraph />
          <AddProject save={save} />
        </>
      }
      flush
    >
      <Loaded query={projects}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState icon={FolderGit2} title="Every project has the defaults">
              Add a project to switch its memory, delivery, conversations or graph on or off.
            </EmptyState>
          ) : (
            <DataTable
              label="Projects"
              columns={columnsOf(save)}
              rows={rows}
              keyOf={({ projectId }) => projectId ?? 'no project'}
            />
          )
        }
      </Loaded>
    </Panel>
  );
}

/** The plan's own switch: the graph of every project. Only an operator may set it, and is told so otherwise. */
function PlanGraph(): ReactNode {
  const plan = useOperation('getPlan', {});
  const set = useChange('setPlan', {
    changes: ['getPlan', 'listConfigChanges', 'getEffectiveConfig'],
    say: () => 'Saved.',
  });
  const decided = plan.data?.features.find(({ key }) => key === 'kg_enabled')?.value ?? null;
  return (
    <SelectField
      label="Graph in the plan"
      value={String(decided)}
      options={PLAN_GRAPH}
      onChange={(event) => set.mutate({ body: { kg_enabled: GRAPH_VALUES[event.target.value] ?? null } })}
    />
  );
}

const PLAN_GRAPH = [
  ['null', 'not decided'],
  ['true', 'on for every project'],
  ['false', 'off'],
] as const;

function columnsOf(save: Save): readonly Column<ProjectMemoryConfig>[] {
  const name = ({ projectId }: ProjectMemoryConfig): string => projectId ?? 'what belongs to no project';
  return [
    {
      id: 'project',
      head: 'Project',
      grow: true,
      cell: (row) => (
        <span className="row-title">
          <VisibleText>{name(row)}</VisibleText>
        </span>
      ),
    },
    {
      id: 'memory',
      head: 'Memory',
      cell: (row) => (
        <Toggle
          label={`Memory of ${name(row)}`}
          checked={row.memoryEnabled}
          onChange={(memoryEnabled) => save(row.projectId, { memoryEnabled })}
        />
      ),
    },
    {
      id: 'inject',
      head: 'Delivery',
      cell: (row) => (
        <Toggle
          label={`Delivery into sessions of ${name(row)}`}
          checked={row.runtimeInjectEnabled}
          onChange={(runtimeInjectEnabled) => save(row.projectId, { runtimeInjectEnabled })}
        />
      ),
    },
    talkColumn(name, save),
    {
      id: 'graph',
      head: 'Graph',
      cell: (row) => (
        <SelectField
          label={`Graph of ${name(row)}`}
          hideLabel
          value={String(row.graphEnabled)}
          options={GRAPH}
          onChange={(event) => save(row.projectId, { graphEnabled: GRAPH_VALUES[event.target.value] ?? null })}
        />
      ),
    },
    { id: 'by', head: 'Set by', wideOnly: true, cell: (row) => <ChangedBy change={row} /> },
  ];
}

/** The kind of what is said. */
const EXCHANGE = 'exchange';

function talkColumn(name: (row: ProjectMemoryConfig) => string, save: Save): Column<ProjectMemoryConfig> {
  return {
    id: 'talk',
    head: 'Conversations',
    cell: (row) => (
      <Toggle
        label={`Remember what is said in sessions of ${name(row)}`}
        checked={!row.captureOff.includes(EXCHANGE)}
        onChange={(isOn) => {
          const others = row.captureOff.filter((kind) => kind !== EXCHANGE);
          save(row.projectId, { captureOff: isOn ? others : [...others, EXCHANGE] });
        }}
      />
    ),
  };
}

const GRAPH = [
  ['null', 'as the plan says, or on if there is an index'],
  ['true', 'on'],
  ['false', 'off, unless the plan has it on'],
] as const;

const GRAPH_VALUES: Readonly<Record<string, boolean | null>> = { null: null, true: true, false: false };

/** What a project can be set to when it has the defaults: the graph may be undecided, everything else is on. */
const FIRST: Readonly<Record<string, { readonly says: string; readonly patch: Patch }>> = {
  'graph-on': { says: 'graph on', patch: { graphEnabled: true } },
  'graph-off': { says: 'graph off', patch: { graphEnabled: false } },
  memory: { says: 'memory off', patch: { memoryEnabled: false } },
  delivery: { says: 'delivery off', patch: { runtimeInjectEnabled: false } },
  talk: { says: 'conversations not remembered', patch: { captureOff: [EXCHANGE] } },
};

function AddProject({ save }: { readonly save: Save }): ReactNode {
  return (
    <FormDialog
      trigger="Another project"
      icon={<Plus size={14} aria-hidden />}
      title="Change a setting of a project"
      about="Its other settings stay; change them in the list."
      verb="Set it"
      onSubmit={(form) => {
        const projectId = String(form.get('projectId')).trim();
        save(projectId === '' ? null : projectId, FIRST[String(form.get('what'))]?.patch ?? {});
      }}
    >
      <SelectField label="What" name="what" options={Object.entries(FIRST).map(([key, { says }]) => [key, says])} />
      <ProjectField
        label="Project"
        name="projectId"
        maxLength={512}
        hint="Its id, as a session names it. Empty: what belongs to no project."
      />
    </FormDialog>
  );
}
