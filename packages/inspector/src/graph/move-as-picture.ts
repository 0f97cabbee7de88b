import type { Sigma } from 'sigma';
import type { CameraState, MouseCoords } from 'sigma/types';
import type { Attributes } from 'graphology-types';

/** How what was drawn lies on the screen now: moved, then made larger. */
export interface PicturePlace {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** So long after the last movement it is drawn anew, or three times as long as drawing takes: it must not stand in the way of the next movement. */
const REST_MS = { least: 120, most: 1000 } as const;

/** While it still moves: not more often than this, and only when the picture shows too little of what should be seen. */
const BETWEEN_MS = 700;

/**
 * Lets a large graph move as a picture of itself: drawing 5,000 nodes and 10,000 lines takes a processor without a graphics card longer than a frame, moving
 * what was drawn takes it next to nothing. What was drawn is drawn anew when the movement has come to rest, and now and then on a long way.
 * Returns what stops it.
 */
export function moveAsPicture<Node extends Attributes, Edge extends Attributes>(sigma: Sigma<Node, Edge>): () => void {
  const camera = sigma.getCamera();
  const drawAnew = sigma.scheduleRender.bind(sigma);
  const { mouse: _mouse, ...layers } = sigma.getCanvases();
  let drawn = { state: camera.getState(), at: performance.now(), tookMs: 0 };
  let frame: number | null = null;
  let rest: ReturnType<typeof setTimeout> | null = null;
  const isMoving = (): boolean => rest !== null;
  const move = (): void => {
    frame = null;
    const place = placeOf(sigma, drawn.state);
    if (isFar(place, sigma.getDimensions()) && performance.now() - drawn.at > BETWEEN_MS + drawn.tookMs) drawAnew();
    else lay(layers, place);
  };
  const settleLater = (): void => {
    if (rest !== null) clearTimeout(rest);
    rest = setTimeout(settle, Math.min(REST_MS.most, Math.max(REST_MS.least, 3 * drawn.tookMs)));
  };
  const settle = (): void => {
    rest = null;
    // Whoever holds it has not come to rest.
    if (sigma.getMouseCaptor().isMouseDown) settleLater();
    else drawAnew();
  };
  sigma.on('afterRender', () => {
    const at = performance.now();
    const current = (drawn = { state: camera.getState(), at, tookMs: drawn.tookMs });
    lay(layers, { x: 0, y: 0, scale: 1 });
    // The next frame but one begins when this one was drawn, whoever drew it.
    requestAnimationFrame(() => requestAnimationFrame(() => (current.tookMs = performance.now() - at)));
  });
  // What the camera does is not drawn at once. What changes in the graph is.
  sigma.scheduleRender = () => {
    if (isSame(camera.getState(), drawn.state)) return drawAnew();
    settleLater();
    frame ??= requestAnimationFrame(move);
    return sigma;
  };
  pointAtWhatIsSeen(sigma, isMoving);
  return () => {
    if (rest !== null) clearTimeout(rest);
    if (frame !== null) cancelAnimationFrame(frame);
  };
}

/** Where the pointer is in the graph is a matter of where the camera is, not of where it was when it was last drawn; and what flies by below it is not pointed at. */
function pointAtWhatIsSeen<Node extends Attributes, Edge extends Attributes>(
  sigma: Sigma<Node, Edge>,
  isMoving: () => boolean,
): void {
  const camera = sigma.getCamera();
  const toGraph = sigma.viewportToFramedGraph.bind(sigma);
  sigma.viewportToFramedGraph = (point, override = {}) =>
    toGraph(point, { cameraState: camera.getState(), ...override });
  const captor = sigma.getMouseCaptor();
  const listeners = captor.listeners('mousemove') as ((event: MouseCoords) => void)[];
  for (const listener of listeners) {
    captor.removeListener('mousemove', listener);
    captor.on('mousemove', (event) => {
      if (!isMoving() && !captor.isMouseDown) listener(event);
    });
  }
}

function placeOf<Node extends Attributes, Edge extends Attributes>(
  sigma: Sigma<Node, Edge>,
  drawn: CameraState,
): PicturePlace {
  const now = { cameraState: sigma.getCamera().getState() };
  const before = { cameraState: drawn };
  const [left, right] = [
    { x: 0, y: 0 },
    { x: 1, y: 0 },
  ] as const;
  const [a, b] = [sigma.framedGraphToViewport(left, before), sigma.framedGraphToViewport(right, before)];
  const [c, d] = [sigma.framedGraphToViewport(left, now), sigma.framedGraphToViewport(right, now)];
  const scale = (d.x - c.x) / (b.x - a.x);
  return { x: c.x - a.x * scale, y: c.y - a.y * scale, scale };
}

/** True when a good part of the box is empty, or what it shows is a blur. */
function isFar(
  { x, y, scale }: PicturePlace,
  { width, height }: { readonly width: number; readonly height: number },
): boolean {
  const seen = overlap(x, x + width * scale, width) * overlap(y, y + height * scale, height);
  return scale > 3 || seen < 0.5;
}

function overlap(from: number, to: number, size: number): number {
  return Math.max(0, Math.min(to, size) - Math.max(from, 0)) / size;
}

function isSame(a: CameraState, b: CameraState): boolean {
  return a.x === b.x && a.y === b.y && a.ratio === b.ratio && a.angle === b.angle;
}

function lay(layers: Readonly<Record<string, HTMLCanvasElement>>, { x, y, scale }: PicturePlace): void {
  for (const { style } of Object.values(layers)) {
    style.transformOrigin = '0 0';
    style.transform = scale === 1 && x === 0 && y === 0 ? '' : `translate(${x}px, ${y}px) scale(${scale})`;
  }
}
