import type { Anchor, DrawingShape } from '@vigia/contract';
import type { ChartView } from '../view/chart-view.ts';

export type DrawingTool = DrawingShape['kind'];
export const DRAWING_TOOLS = [
  'horizontal_line',
  'trend_line',
  'ray',
  'rectangle',
  'fibonacci',
  'text',
] as const satisfies readonly DrawingTool[];

type OnePoint = Extract<DrawingShape, { readonly kind: 'horizontal_line' | 'text' }>;

/** Returns the time at which a drawing starts. A horizontal line has none. */
export function startMsOf(shape: DrawingShape): number | null {
  if (shape.kind === 'horizontal_line') return null;
  return Date.parse(shape.kind === 'text' ? shape.at.time : shape.from.time);
}

/** Returns whether one press draws the shape. The others need two points. */
export const isOnePoint = (kind: DrawingTool): kind is OnePoint['kind'] =>
  kind === 'horizontal_line' || kind === 'text';

export type Drawing = { readonly id: string; readonly shape: DrawingShape };

/** A position in pixels. */
export type PixelPosition = { readonly x: number; readonly y: number };

type End = 'from' | 'to';
/** The coordinates of a drawing that a drag changes. A horizontal line has the same price at both ends. */
export type DraggedCoordinates = { readonly times: readonly End[]; readonly prices: readonly End[] };
/** A point that can be dragged: an end of a line, or a corner of a rectangle. */
export type Handle = { readonly name: string; readonly grip: DraggedCoordinates; readonly spot: PixelPosition };

export const WHOLE_SHAPE: DraggedCoordinates = { times: ['from', 'to'], prices: ['from', 'to'] };

/** Returns both ends of the drawing in pixels. A horizontal line spans the view. Both ends of a text are its place. */
export function endPositionsOf(shape: DrawingShape, view: ChartView): readonly [PixelPosition, PixelPosition] {
  if (shape.kind === 'horizontal_line') {
    const y = view.y(shape.price);
    return [
      { x: 0, y },
      { x: view.width, y },
    ];
  }
  const spot = ({ time, price }: Anchor): PixelPosition => ({ x: view.x(Date.parse(time)), y: view.y(price) });
  if (shape.kind === 'text') return [spot(shape.at), spot(shape.at)];
  return [spot(shape.from), spot(shape.to)];
}

/**
 * Returns the end of a trend line's ray: the line goes on past its later end to the right edge of the view. Returns
 * null if the line goes straight up, or if its later end is beyond the edge.
 */
export function rayEnd([a, b]: readonly [PixelPosition, PixelPosition], { width }: ChartView): PixelPosition | null {
  const [first, last] = a.x <= b.x ? [a, b] : [b, a];
  if (first.x === last.x || last.x >= width) return null;
  return { x: width, y: last.y + ((last.y - first.y) / (last.x - first.x)) * (width - last.x) };
}

/**
 * Returns the point where a ray from `from` through `to` leaves the view. Both points at one place give no direction,
 * and a ray that starts outside and points away never enters the view; then it ends at `to`.
 */
export function rayExit(
  [from, to]: readonly [PixelPosition, PixelPosition],
  { width, height }: ChartView,
): PixelPosition {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const edge = (distance: number, start: number, size: number) =>
    distance === 0 ? Number.POSITIVE_INFINITY : ((distance > 0 ? size : 0) - start) / distance;
  const steps = Math.min(edge(dx, from.x, width), edge(dy, from.y, height));
  return Number.isFinite(steps) && steps > 1 ? { x: from.x + steps * dx, y: from.y + steps * dy } : to;
}

/** Returns the line that a drawing covers, with the part that goes on past its points. */
export function coveredLineOf(shape: DrawingShape, view: ChartView): readonly [PixelPosition, PixelPosition] {
  const spots = endPositionsOf(shape, view);
  const [a, b] = spots;
  switch (shape.kind) {
    case 'trend_line': {
      const first = a.x <= b.x ? a : b;
      return [first, rayEnd(spots, view) ?? (first === a ? b : a)];
    }
    case 'ray':
      return [a, rayExit(spots, view)];
    case 'fibonacci': {
      // The levels go on to the right edge.
      const left = Math.min(a.x, b.x);
      return [
        { x: left, y: a.y },
        { x: Math.max(a.x, b.x, view.width), y: b.y },
      ];
    }
    case 'horizontal_line':
    case 'rectangle':
    case 'text':
      return spots;
  }
}

/** Returns whether any part of the drawing is in view. */
export function isInView(shape: DrawingShape, view: ChartView): boolean {
  const [a, b] = coveredLineOf(shape, view);
  const overlaps = (low: number, high: number, end: number) => Math.max(low, high) >= 0 && Math.min(low, high) <= end;
  return overlaps(a.x, b.x, view.width) && overlaps(a.y, b.y, view.height);
}

/** Returns the points of a drawing that the user can drag, with their positions. */
export function handlesOf(shape: DrawingShape, view: ChartView): readonly Handle[] {
  const [from, to] = endPositionsOf(shape, view);
  const ends = [
    { name: 'from', grip: { times: ['from'], prices: ['from'] }, spot: from },
    { name: 'to', grip: { times: ['to'], prices: ['to'] }, spot: to },
  ] satisfies Handle[];
  switch (shape.kind) {
    case 'horizontal_line':
    case 'text':
      return [];
    case 'trend_line':
    case 'ray':
    case 'fibonacci':
      return ends;
    case 'rectangle':
      return [
        ...ends,
        { name: 'from-to', grip: { times: ['from'], prices: ['to'] }, spot: { x: from.x, y: to.y } },
        { name: 'to-from', grip: { times: ['to'], prices: ['from'] }, spot: { x: to.x, y: from.y } },
      ];
  }
}

type Scale = { readonly view: ChartView; readonly decimals: number };

/** Returns the shape after some of its coordinates have been dragged by this many pixels. */
export function draggedShape(
  shape: DrawingShape,
  { times, prices }: DraggedCoordinates,
  by: PixelPosition,
  { view, decimals }: Scale,
): DrawingShape {
  const priceBy = (price: number) => (by.y === 0 ? price : rounded(view.priceAt(view.y(price) + by.y), decimals));
  if (shape.kind === 'horizontal_line') return { ...shape, price: priceBy(shape.price) };
  const timeBy = (time: string) => (by.x === 0 ? time : isoOf(view.timeAt(view.x(Date.parse(time)) + by.x)));
  if (shape.kind === 'text') return { ...shape, at: { time: timeBy(shape.at.time), price: priceBy(shape.at.price) } };
  const moved = (end: End) => ({
    time: times.includes(end) ? timeBy(shape[end].time) : shape[end].time,
    price: prices.includes(end) ? priceBy(shape[end].price) : shape[end].price,
  });
  return { ...shape, from: moved('from'), to: moved('to') };
}

/** Returns the shape that a tool draws between two points. A text is empty until its content is written. */
export function drawnShape(
  kind: DrawingTool,
  from: PixelPosition,
  to: PixelPosition,
  { view, decimals }: Scale,
): DrawingShape {
  const price = (y: number) => rounded(view.priceAt(y), decimals);
  if (kind === 'horizontal_line') return { kind, price: price(to.y) };
  const anchor = ({ x, y }: PixelPosition) => ({ time: isoOf(view.timeAt(x)), price: price(y) });
  if (kind === 'text') return { kind, at: anchor(to), text: '' };
  return { kind, from: anchor(from), to: anchor(to) };
}

/** Returns the shape that a tool draws without a pointer: in the middle of the view, and large enough to be visible. */
export function shapeInTheMiddle(kind: DrawingTool, scale: Scale): DrawingShape {
  const { width, height } = scale.view;
  // The levels of a retracement need room for their texts.
  const [fromY, toY] = kind === 'fibonacci' ? [0.85, 0.25] : [0.6, 0.4];
  const from = { x: width * 0.35, y: height * fromY };
  const to = { x: width * 0.65, y: height * toY };
  return drawnShape(kind, from, isOnePoint(kind) ? { x: width / 2, y: height / 2 } : to, scale);
}

const rounded = (price: number, decimals: number): number => Number(price.toFixed(decimals));
const isoOf = (timeMs: number): string => new Date(timeMs).toISOString();
