import type { DrawingShape } from '@vigia/contract';
import { cn } from '#shared/lib/cn.ts';
import { formatPrice } from '#shared/lib/format.ts';
import type { ChartView } from '../view/chart-view.ts';
import { FibonacciLines } from './fibonacci-lines.tsx';
import { coveredLineOf, endPositionsOf, type PixelPosition, rayEnd } from './shapes.ts';
import { textBoxOf } from './text-box.ts';

type ShapeLinesProps = {
  readonly shape: DrawingShape;
  readonly scale: { readonly view: ChartView; readonly decimals: number };
  readonly isSelected: boolean;
};

const PRICE_GAP_PX = 6;
/** Text on the chart. Its outline in the colour of the ground keeps it readable over candles. */
const TEXT_CLASS = 'fill-accent stroke-inset stroke-[3px] text-12 font-medium [paint-order:stroke]';

/** Draws the visible lines of a drawing. */
export function ShapeLines({ shape, scale, isSelected }: ShapeLinesProps) {
  const { view, decimals } = scale;
  const [from, to] = endPositionsOf(shape, view);
  const line = cn('stroke-accent', isSelected ? 'stroke-2' : 'stroke-[1.5px]');
  switch (shape.kind) {
    case 'rectangle':
      return <rect {...boxOf(from, to)} rx={2} className={cn(line, 'fill-accent/12')} />;
    case 'horizontal_line':
      return (
        <>
          <Line from={from} to={to} className={line} />
          <text x={view.width - PRICE_GAP_PX} y={from.y - PRICE_GAP_PX} textAnchor="end" className={TEXT_CLASS}>
            {formatPrice(shape.price, decimals)}
          </text>
        </>
      );
    case 'trend_line': {
      const ray = rayEnd([from, to], view);
      return (
        <>
          <Line from={from} to={to} className={line} />
          {ray && <Line from={from.x <= to.x ? to : from} to={ray} className={cn(line, 'opacity-60')} dash="6 4" />}
        </>
      );
    }
    case 'ray':
      return <Line from={from} to={coveredLineOf(shape, view)[1]} className={line} />;
    case 'fibonacci':
      return <FibonacciLines shape={shape} scale={scale} lineClass={line} textClass={TEXT_CLASS} />;
    case 'text':
      return <Words text={shape.text} at={from} isSelected={isSelected} />;
  }
}

/** Draws a text beside a point at its place. The frame of a selected text shows what moves. */
function Words({
  text,
  at,
  isSelected,
}: {
  readonly text: string;
  readonly at: PixelPosition;
  readonly isSelected: boolean;
}) {
  const box = textBoxOf(text, at);
  return (
    <>
      {isSelected && <rect {...box} x={box.x - 4} width={box.width + 8} rx={4} className="fill-none stroke-accent" />}
      <text x={at.x} y={at.y} dominantBaseline="central" className={cn(TEXT_CLASS, 'text-13')}>
        {text}
      </text>
    </>
  );
}

type LineProps = {
  readonly from: PixelPosition;
  readonly to: PixelPosition;
  readonly className: string;
  readonly dash?: string;
};

const Line = ({ from, to, className, dash }: LineProps) => (
  <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} className={className} strokeDasharray={dash} />
);

/** Returns the attributes of a rectangle between two opposite corners. */
export const boxOf = (a: PixelPosition, b: PixelPosition) => ({
  x: Math.min(a.x, b.x),
  y: Math.min(a.y, b.y),
  width: Math.abs(a.x - b.x),
  height: Math.abs(a.y - b.y),
});
