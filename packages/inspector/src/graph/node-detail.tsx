import type { GraphEdge, GraphNeighbourhood } from '@inkling/engine/types';
import { MousePointerClick } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { sessionHref } from '../sessions/session-name.ts';
import { formatCountOf, formatFixed, shortId } from '../text/format.ts';
import { VisibleText } from '../text/visible-text.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Panel } from '../ui/panel.tsx';

export interface NodeDetailProps {
  readonly data: GraphNeighbourhood;
  readonly id: string | null;
  readonly onSelect: (id: string) => void;
}

/** One node: what it is, where it stands in the code, what it is tied to, and where that was learned. */
export function NodeDetail({ data, id, onSelect }: NodeDetailProps): ReactNode {
  const node = data.nodes.find((each) => each.id === id);
  if (!node) {
    return (
      <Panel>
        <EmptyState icon={MousePointerClick} title="Choose a node">
          In the drawing or in the list below. Its edges and their sources are shown here.
        </EmptyState>
      </Panel>
    );
  }
  const edges = data.edges.filter(({ sourceId, targetId }) => sourceId === id || targetId === id);
  return (
    <Panel title={<VisibleText>{node.name}</VisibleText>} about={node.type} className="node-detail">
      <div className="stack">
        <dl className="facts">
          <dt>Full name</dt>
          <dd className="mono">
            <VisibleText>{node.qualifiedName}</VisibleText>
          </dd>
          <dt>Importance</dt>
          <dd className="num">{formatFixed(node.importance)}</dd>
          <dt>Feedback weight</dt>
          <dd className="num">{formatFixed(node.feedbackWeight)}</dd>
          <dt>Classification</dt>
          <dd>{node.classification}</dd>
          {(node.metadata.paths ?? []).slice(0, 5).map((path) => (
            <PathFact key={path} path={path} />
          ))}
        </dl>
        <EdgeList data={data} edges={edges} id={node.id} onSelect={onSelect} />
      </div>
    </Panel>
  );
}

function PathFact({ path }: { readonly path: string }): ReactNode {
  return (
    <>
      <dt>File</dt>
      <dd className="mono">
        <Link href={`/memory?path=${encodeURIComponent(path)}`} title="What is remembered about it">
          <VisibleText>{path}</VisibleText>
        </Link>
      </dd>
    </>
  );
}

const MOST = 40;

function EdgeList({
  data,
  edges,
  id,
  onSelect,
}: Omit<NodeDetailProps, 'id'> & { readonly edges: readonly GraphEdge[]; readonly id: string }): ReactNode {
  const names = new Map(data.nodes.map((node) => [node.id, node.name]));
  return (
    <div className="stack stack-tight">
      <h3 className="label">{formatCountOf(edges.length, 'edge')}</h3>
      <ul className="ties">
        {edges.slice(0, MOST).map((edge) => {
          const isOut = edge.sourceId === id;
          const other = isOut ? edge.targetId : edge.sourceId;
          return (
            <li key={`${edge.sourceId} ${edge.relationshipName} ${edge.targetId}`} className="tie">
              <span className="faint">
                {isOut ? '→' : '←'} <VisibleText>{edge.relationshipName}</VisibleText>
              </span>
              <button type="button" className="link-button" onClick={() => onSelect(other)}>
                <VisibleText>{names.get(other) ?? shortId(other)}</VisibleText>
              </button>
              <span className="num faint">{formatFixed(edge.feedbackWeight)}</span>
              <Provenance edge={edge} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function Provenance({ edge }: { readonly edge: GraphEdge }): ReactNode {
  const { sourceFile, observationId, sessionId } = edge;
  return (
    <span className="tie-source">
      {sourceFile ? <VisibleText>{sourceFile}</VisibleText> : null}
      {observationId ? <Link href={`/memory/${observationId}`}>memory {shortId(observationId)}</Link> : null}
      {sessionId ? <Link href={sessionHref(sessionId)}>session {shortId(sessionId)}</Link> : null}
    </span>
  );
}
