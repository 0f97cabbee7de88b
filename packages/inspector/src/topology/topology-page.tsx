import type { LiveTopology } from '@inkling/engine/types';
import { Network } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { useOperation } from '../api/use-operation.ts';
import { ProjectField } from '../projects/project-field.tsx';
import { positiveOr } from '../text/positive-or.ts';
import { useNow } from '../text/timestamp.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { SelectField } from '../ui/form/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { Panel } from '../ui/panel.tsx';
import { useSearchState } from '../ui/form/use-search-state.ts';
import { CARD_HEIGHT, CARD_WIDTH, layoutTopology, type TopologyLayout } from './layout.ts';
import { SessionCard } from './session-card.tsx';
import { topologyQuestion, USUAL_WINDOW } from './topology-question.ts';

const REFRESH_MS = 1000;
const MINUTE_MS = 60_000;

const WINDOWS = [
  ['15', '15 minutes'],
  ['60', '1 hour'],
  ['480', '8 hours'],
  ['1440', '1 day'],
] as const;

/** The sessions that run and those that ended a short time ago, and how they came out of each other. */
export function TopologyPage(): ReactNode {
  const [{ window, project }, set] = useSearchState(['window', 'project']);
  const minutes = positiveOr(window, USUAL_WINDOW);
  const question = topologyQuestion({ window, project }, useNow());
  const topology = useOperation('getLiveTopology', question, { everyMs: REFRESH_MS });
  return (
    <Page
      title="Topology"
      about="Sessions as they run: who dispatched or handed over to whom, at which work, in which file."
    >
      <div className="filters">
        <SelectField
          label="Keep ended sessions for"
          value={String(minutes)}
          options={WINDOWS}
          onChange={(event) => set({ window: event.target.value })}
        />
        <ProjectField
          label="Project"
          placeholder="Any project"
          value={project}
          onChange={(event) => set({ project: event.target.value })}
        />
      </div>
      <Panel flush>
        <Loaded query={topology} lines={8}>
          {(data) => <TopologyMap topology={data} windowMs={minutes * MINUTE_MS} />}
        </Loaded>
      </Panel>
    </Page>
  );
}

function TopologyMap({
  topology,
  windowMs,
}: {
  readonly topology: LiveTopology;
  readonly windowMs: number;
}): ReactNode {
  const layout = useMemo(() => layoutTopology(topology), [topology]);
  if (layout.nodes.length === 0) {
    return (
      <EmptyState icon={Network} title="No session runs">
        Sessions appear here when they are queued, and fade out of sight a while after they end.
      </EmptyState>
    );
  }
  return (
    <div className="topology" tabIndex={0} role="region" aria-label="Map of sessions">
      <div className="topology-sheet" style={{ width: layout.width, height: layout.height }}>
        <Edges layout={layout} />
        <ul>
          {layout.nodes.map(({ node, x, y }) => (
            <li
              key={node.sessionId}
              className="topology-place"
              style={{ left: x, top: y, width: CARD_WIDTH, height: CARD_HEIGHT }}
            >
              <SessionCard node={node} windowMs={windowMs} />
            </li>
          ))}
        </ul>
      </div>
      {topology.hasMore ? (
        <p className="panel-note">There are more sessions than fit. Choose a project or a shorter time.</p>
      ) : null}
    </div>
  );
}

function Edges({ layout: { edges, width, height } }: { readonly layout: TopologyLayout }): ReactNode {
  return (
    <svg className="topology-edges" width={width} height={height} aria-hidden>
      <defs>
        <marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">
          <path d="M0,0.5 L8,4 L0,7.5 Z" className="edge-head" />
        </marker>
      </defs>
      {edges.map(({ edge, path, labelX, labelY }) => (
        <g key={`${edge.from} ${edge.to}`}>
          <path d={path} className={`edge edge-${edge.link}`} markerEnd="url(#arrow)" />
          <text x={labelX} y={labelY - 6} className="edge-label" textAnchor="middle">
            {edge.link}
          </text>
        </g>
      ))}
    </svg>
  );
}
