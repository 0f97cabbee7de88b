import type { GraphNeighbourhood } from '@inkling/engine/types';
import { Waypoints } from 'lucide-react';
import { Suspense, use, useState, type ReactNode } from 'react';
import { useOperation } from '../api/use-operation.ts';
import { ProjectField } from '../projects/project-field.tsx';
import { formatCount, formatCountOf } from '../text/format.ts';
import { Command, EmptyState } from '../ui/empty-state.tsx';
import { SelectField, TextField } from '../ui/form/field.tsx';
import { Loaded, Skeleton } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { Panel } from '../ui/panel.tsx';
import { useSearchState } from '../ui/form/use-search-state.ts';
import { useSettled } from '../ui/form/use-settled.ts';
import { GRAPH_FILTERS, graphQuestion } from './graph-question.ts';
import { colourOf } from './node-colour.ts';
import { NodeDetail } from './node-detail.tsx';
import { NodeTable } from './node-table.tsx';
import { useGraphColours } from './use-graph-colours.ts';

// Asked for at once and drawn when it is there: the browser reads the library while the daemon searches.
const canvas = import('./graph-canvas.tsx');

function GraphCanvas(props: Parameters<Awaited<typeof canvas>['GraphCanvas']>[0]): ReactNode {
  const { GraphCanvas: Canvas } = use(canvas);
  return <Canvas {...props} />;
}

const DEPTHS = [
  ['1', '1 step'],
  ['2', '2 steps'],
  ['3', '3 steps'],
] as const;

const SIZES = [
  ['200', '200 nodes'],
  ['500', '500 nodes'],
  ['2000', '2,000 nodes'],
  ['5000', '5,000 nodes'],
] as const;

const FRESH_MS = 60_000;

/** The knowledge graph around a search: what calls, imports and decides what. */
export function GraphPage(): ReactNode {
  const [filters, set] = useSearchState(GRAPH_FILTERS);
  const settled = useSettled(filters);
  const graph = useOperation('getGraphNeighbourhood', graphQuestion(settled), { freshMs: FRESH_MS });
  return (
    <Page
      title="Graph"
      about="What the memory knows of the code: modules, functions, dependencies and decisions, and how they are connected."
    >
      <div className="filters" role="search" aria-label="Graph">
        <TextField
          label="Around"
          type="search"
          className="field-wide"
          placeholder="A name or a question. Empty: what matters most"
          value={filters.q}
          onChange={(event) => set({ q: event.target.value })}
        />
        <TextField
          label="File"
          placeholder="src/auth/index.ts"
          value={filters.path}
          onChange={(event) => set({ path: event.target.value })}
        />
        <ProjectField
          label="Project"
          placeholder="Any project"
          value={filters.project}
          onChange={(event) => set({ project: event.target.value })}
        />
        <SelectField
          label="Reach"
          value={filters.depth || '2'}
          options={DEPTHS}
          onChange={(event) => set({ depth: event.target.value })}
        />
        <SelectField
          label="At most"
          value={filters.limit || '500'}
          options={SIZES}
          onChange={(event) => set({ limit: event.target.value })}
        />
      </div>
      <Loaded query={graph} lines={10}>
        {(data) => <GraphView data={data} />}
      </Loaded>
    </Page>
  );
}

function GraphView({ data }: { readonly data: GraphNeighbourhood }): ReactNode {
  const [selected, setSelected] = useState<string | null>(null);
  if (data.nodes.length === 0) {
    return (
      <Panel>
        <EmptyState icon={Waypoints} title="Nothing is in the graph here">
          <p>The graph is made from a repository's code:</p>
          <Command>npx inkling graph index</Command>
        </EmptyState>
      </Panel>
    );
  }
  return (
    <>
      <div className="columns graph-columns">
        <Panel flush className="graph-panel">
          <Suspense
            fallback={
              <div className="graph-box">
                <Skeleton lines={8} />
              </div>
            }
          >
            <GraphCanvas data={data} selected={selected} onSelect={setSelected} />
          </Suspense>
          <Legend data={data} />
        </Panel>
        <NodeDetail data={data} id={selected} onSelect={setSelected} />
      </div>
      <NodeTable data={data} selected={selected} onSelect={setSelected} />
    </>
  );
}

function Legend({ data }: { readonly data: GraphNeighbourhood }): ReactNode {
  const colours = useGraphColours();
  const types = [...Map.groupBy(data.nodes, ({ type }) => type)].toSorted(([, a], [, b]) => b.length - a.length);
  return (
    <ul className="legend">
      {types.slice(0, 8).map(([type, nodes]) => (
        <li key={type} className="legend-item">
          <span className="legend-dot" style={{ background: colourOf(type, colours) }} aria-hidden />
          {type} <span className="faint num">{formatCount(nodes.length)}</span>
        </li>
      ))}
      <li className="legend-item faint num">
        {formatCountOf(data.edges.length, 'edge')}
        {data.hasMore ? ', there are more' : ''}
      </li>
    </ul>
  );
}
