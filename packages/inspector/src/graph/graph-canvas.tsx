import type { GraphNeighbourhood } from '@inkling/engine/types';
import { useEffect, useRef, type ReactNode } from 'react';
import { formatCountOf } from '../text/format.ts';
import { drawGraph } from './graph-data.ts';
import { runLayout } from './run-layout.ts';
import { createRenderer, type GraphRenderer } from './renderer.ts';
import { useGraphColours } from './use-graph-colours.ts';

/** The graph, drawn by the graphics card where there is one. A large one moves as a picture of itself, so that it is smooth where there is none. */
export function GraphCanvas({
  data,
  selected,
  onSelect,
}: {
  readonly data: GraphNeighbourhood;
  readonly selected: string | null;
  readonly onSelect: (id: string | null) => void;
}): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const renderer = useRef<GraphRenderer | null>(null);
  const colours = useGraphColours();
  const select = useRef(onSelect);
  select.current = onSelect;
  useEffect(() => {
    const place = box.current;
    if (!place) return undefined;
    const graph = drawGraph(data, colours);
    const drawn = createRenderer(graph, place, colours, (id) => select.current(id));
    renderer.current = drawn;
    const stop = runLayout(graph, () => place.toggleAttribute('data-settled', true));
    return () => {
      place.toggleAttribute('data-settled', false);
      stop();
      renderer.current = null;
      drawn.end();
    };
  }, [data, colours]);
  useEffect(() => renderer.current?.select(selected), [selected, data, colours]);
  return (
    <div className="graph-box">
      <div
        ref={box}
        className="graph-canvas"
        role="img"
        aria-label={`${formatCountOf(data.nodes.length, 'node')}. The list below names them.`}
      />
      <div className="graph-zoom">
        <ZoomButton label="Zoom in" sign="+" onClick={() => renderer.current?.zoom(1 / 1.5)} />
        <ZoomButton label="Zoom out" sign="−" onClick={() => renderer.current?.zoom(1.5)} />
      </div>
    </div>
  );
}

function ZoomButton({
  label,
  sign,
  onClick,
}: {
  readonly label: string;
  readonly sign: string;
  readonly onClick: () => void;
}): ReactNode {
  return (
    <button type="button" className="button button-small" aria-label={label} onClick={onClick}>
      {sign}
    </button>
  );
}
