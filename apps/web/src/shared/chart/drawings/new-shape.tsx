import type { DrawingShape } from '@vigia/contract';
import { type PointerEvent, useState } from 'react';
import type { ChartView } from '../view/chart-view.ts';
import { ShapeLines } from './shape-lines.tsx';
import { type DrawingTool, drawnShape, isOnePoint, type PixelPosition } from './shapes.ts';

/**
 * Distance in pixels below which a press counts as a click instead of a drag. The next click then sets the other end.
 */
const CLICK_PX = 6;

type NewShapeProps = {
  readonly kind: DrawingTool;
  readonly scale: { readonly view: ChartView; readonly decimals: number };
  readonly onDrawn: (shape: DrawingShape) => void;
};

/**
 * Receives the pointer events while a tool is selected. The user drags from one end to the other, or clicks once for
 * each end.
 */
export function NewShape({ kind, scale, onDrawn }: NewShapeProps) {
  const [from, setFrom] = useState<PixelPosition | null>(null);
  const [to, setTo] = useState<PixelPosition | null>(null);
  const start = (event: PointerEvent<SVGRectElement>) => {
    if (!event.isPrimary || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setTo(spotOf(event));
    setFrom((known) => known ?? spotOf(event));
  };
  const end = (event: PointerEvent<SVGRectElement>) => {
    if (!from || !event.isPrimary) return;
    const spot = spotOf(event);
    const isApart = Math.hypot(spot.x - from.x, spot.y - from.y) >= CLICK_PX;
    if (isOnePoint(kind) || isApart) onDrawn(drawnShape(kind, from, spot, scale));
  };
  return (
    <>
      <rect
        width="100%"
        height="100%"
        className="pointer-events-auto cursor-crosshair touch-none fill-transparent"
        data-drawing-surface
        onPointerDown={start}
        onPointerMove={(event) => event.isPrimary && setTo(spotOf(event))}
        onPointerUp={end}
        onPointerCancel={() => setFrom(null)}
        onPointerLeave={() => from === null && setTo(null)}
      />
      {to && (from || isOnePoint(kind)) && (
        <g className="pointer-events-none opacity-80">
          <ShapeLines shape={drawnShape(kind, from ?? to, to, scale)} scale={scale} isSelected />
        </g>
      )}
    </>
  );
}

const spotOf = ({ nativeEvent: { offsetX: x, offsetY: y } }: PointerEvent): PixelPosition => ({ x, y });
