import type { DrawingShape } from '@vigia/contract';
import { RETRACEMENT_LEVELS, retracementPrice } from '@vigia/core/candles';
import { formatPercent, formatPrice } from '#shared/lib/format.ts';
import type { ChartView } from '../view/chart-view.ts';
import { endPositionsOf } from './shapes.ts';

type FibonacciProps = {
  readonly shape: Extract<DrawingShape, { readonly kind: 'fibonacci' }>;
  readonly scale: { readonly view: ChartView; readonly decimals: number };
  readonly lineClass: string;
  readonly textClass: string;
};

/** Smallest distance in pixels between two levels with a text. */
const TEXT_GAP_PX = 14;
/** The smallest distance between two levels, as a fraction of the move. */
const NARROWEST = 0.118;

/** Draws the levels of a retracement from its first time to the right edge, and the move that they divide. */
export function FibonacciLines({ shape, scale: { view, decimals }, lineClass, textClass }: FibonacciProps) {
  const [from, to] = endPositionsOf(shape, view);
  const left = Math.min(from.x, to.x);
  // If the levels are closer than a text is high, only both ends have one.
  const hasRoom = Math.abs(from.y - to.y) * NARROWEST >= TEXT_GAP_PX;
  return (
    <>
      <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} className={lineClass} strokeDasharray="2 4" />
      {RETRACEMENT_LEVELS.map((level) => {
        const price = retracementPrice(shape.from.price, shape.to.price, level);
        const y = view.y(price);
        return (
          <g key={level}>
            <line x1={left} y1={y} x2={Math.max(left, view.width)} y2={y} className={lineClass} />
            {(hasRoom || level === 0 || level === 1) && (
              <text x={Math.max(left, 0) + 4} y={y - 4} className={textClass}>
                {formatPercent(level)} · {formatPrice(price, decimals)}
              </text>
            )}
          </g>
        );
      })}
    </>
  );
}
