import { Sigma } from 'sigma';
import {
  EdgeLineProgram,
  EdgeRectangleProgram,
  type NodeHoverDrawingFunction,
  type NodeLabelDrawingFunction,
} from 'sigma/rendering';
import type { DrawnGraph, EdgeLook, NodeLook } from './graph-data.ts';
import { moveAsPicture } from './move-as-picture.ts';
import type { GraphColours } from './node-colour.ts';

/** What draws a graph into a box. */
export interface GraphRenderer {
  /** Shows a node with its neighbours and fades the rest; null = all alike. */
  select(id: string | null): void;
  /** Makes the part that is seen larger (above 1) or smaller. */
  zoom(factor: number): void;
  end(): void;
}

/** More nodes and lines take a processor without a graphics card longer than a frame. */
const MANY = 3000;

/** Draws the graph, and tells which node was clicked. */
export function createRenderer(
  graph: DrawnGraph,
  box: HTMLElement,
  colours: GraphColours,
  onClick: (id: string | null) => void,
): GraphRenderer {
  let focus: ReadonlySet<string> | null = null;
  const isLarge = graph.order + graph.size > MANY;
  const sigma = new Sigma<NodeLook, EdgeLook>(graph, box, {
    allowInvalidContainer: true,
    labelFont: getComputedStyle(document.body).fontFamily,
    labelSize: 12,
    labelColor: { color: colours.ink },
    labelRenderedSizeThreshold: 8,
    labelDensity: 0.5,
    labelGridCellSize: 130,
    defaultEdgeType: 'line',
    // Of many lines each is one point wide. Arrows are not drawn, and a program that is not there is not compiled.
    edgeProgramClasses: isLarge ? { line: EdgeLineProgram, arrow: EdgeLineProgram } : { arrow: EdgeRectangleProgram },
    enableCameraRotation: false,
    zIndex: true,
    defaultDrawNodeLabel: labelOf(colours),
    defaultDrawNodeHover: hoverOf(colours),
    nodeReducer: (node, look) =>
      focus === null || focus.has(node) ? look : { ...look, color: colours.faded, label: '', zIndex: -1 },
    edgeReducer: (edge, look) =>
      focus === null || graph.extremities(edge).every((end) => focus?.has(end)) ? look : { ...look, hidden: true },
  });
  sigma.on('clickNode', ({ node }) => onClick(node));
  sigma.on('clickStage', () => onClick(null));
  const stop = isLarge ? moveAsPicture(sigma) : () => undefined;
  return {
    select(id) {
      focus = id === null || !graph.hasNode(id) ? null : new Set([id, ...graph.neighbors(id)]);
      sigma.refresh({ skipIndexation: true });
    },
    zoom: (factor) => {
      const camera = sigma.getCamera();
      camera.setState({ ratio: camera.ratio * factor });
    },
    end() {
      stop();
      sigma.kill();
    },
  };
}

/** A label with a rim of the ground's colour, so that it can be read where it crosses a line or another node. */
function labelOf({ surface, ink }: GraphColours): NodeLabelDrawingFunction<NodeLook, EdgeLook> {
  return (context, { x, y, size, label }, settings) => {
    if (!label) return;
    context.font = `${settings.labelWeight} ${settings.labelSize}px ${settings.labelFont}`;
    const width = context.measureText(label).width;
    // Beside its node: at the right edge of the drawing, where it would be cut, on the other side.
    const isCut = x + size + 3 + width > context.canvas.width / window.devicePixelRatio;
    const [left, base] = [isCut ? x - size - 3 - width : x + size + 3, y + settings.labelSize / 3];
    context.lineWidth = 4;
    context.lineJoin = 'round';
    context.strokeStyle = surface;
    context.strokeText(label, left, base);
    context.fillStyle = ink;
    context.fillText(label, left, base);
  };
}

/** The label of the node under the pointer, on a ground of its own so that it can be read over anything. */
function hoverOf({ surface, ink, line }: GraphColours): NodeHoverDrawingFunction<NodeLook, EdgeLook> {
  return (context, { x, y, size, label, color }, settings) => {
    const text = label ?? '';
    context.font = `600 ${settings.labelSize}px ${settings.labelFont}`;
    const width = context.measureText(text).width + 12;
    context.fillStyle = surface;
    context.strokeStyle = line;
    context.beginPath();
    context.roundRect(x + size + 2, y - 11, width, 22, 6);
    context.fill();
    context.stroke();
    context.fillStyle = ink;
    context.fillText(text, x + size + 8, y + settings.labelSize / 3);
    context.fillStyle = color;
    context.beginPath();
    context.arc(x, y, size + 1, 0, Math.PI * 2);
    context.fill();
  };
}
