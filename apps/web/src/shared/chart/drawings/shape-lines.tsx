import type { DrawingShape } from '@vigia/contract';
import { cn } from '#shared/lib/cn.ts';
import { formatPrice } from '#shared/lib/format.ts';
import type { ChartView } from '../view/chart-view.ts';
import { rayEnd, spotsOf } from './shapes.ts';

type ShapeLinesProps = {
  readonly shape: DrawingShape;
  readonly scale: { readonly view: ChartView; readonly decimals: number };
  readonly isSelected: boolean;
};

const PRICE_GAP_PX = 6;

/** Draws the visible lines of a drawing. */
export function ShapeLines({ shape, scale: { view, decimals }, isSelected }: ShapeLinesProps) {
  const [from, to] = spotsOf(shape, view);
  const ray = shape.kind === 'trend_line' ? rayEnd([from, to], view) : null;
  const last = from.x <= to.x ? to : from;
  const line = cn('stroke-accent', isSelected ? 'stroke-2' : 'stroke-[1.5px]');
  if (shape.kind === 'rectangle') {
    return <rect {...boxOf(from, to)} rx={2} className={cn(line, 'fill-accent/12')} />;
  }
  return (
    <>
      <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} className={line} />
      {ray && (
        <line x1={last.x} y1={last.y} x2={ray.x} y2={ray.y} className={cn(line, 'opacity-60')} strokeDasharray="6 4" />
      )}
      {shape.kind === 'horizontal_line' && (
        <text
          x={view.width - PRICE_GAP_PX}
          y={from.y - PRICE_GAP_PX}
          textAnchor="end"
          className="fill-accent stroke-inset stroke-[3px] text-12 font-medium [paint-order:stroke]"
        >
          {formatPrice(shape.price, decimals)}
        </text>
      )}
    </>
  );
}

type Spot = { readonly x: number; readonly y: number };

/** Returns the attributes of a rectangle between two opposite corners. */
export const boxOf = (a: Spot, b: Spot) => ({
  x: Math.min(a.x, b.x),
  y: Math.min(a.y, b.y),
  width: Math.abs(a.x - b.x),
  height: Math.abs(a.y - b.y),
});
