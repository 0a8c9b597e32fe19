import type { TradingPerformance } from '@vigia/contract';
import type { Currency } from '@vigia/core/vocabulary';
import { useRef } from 'react';
import { cn } from '#shared/lib/cn.ts';
import { formatDateTime, formatSignedMoney } from '#shared/lib/format.ts';
import { useElementWidth } from '#shared/lib/use-element-width.ts';
import { uiMessages } from './messages.es.ts';
import { ResultLine } from './result-line.tsx';

const words = uiMessages.record;

type EquityCurveProps = {
  readonly points: TradingPerformance['equity'];
  readonly currency: Currency;
  readonly height: number;
  /** Whether the curve has labels: for the highest value, the lowest value, zero, and the first and last trade. */
  readonly axes?: boolean;
  readonly className?: string;
};

const PADDING = 4;
const AXIS_WIDTH = 76;
/** Smallest distance between two labels in pixels. Closer labels would overlap. */
const LABEL_GAP = 16;

/**
 * Draws the cumulative result after each trade, starting at zero. Each trade is one step on the x axis, regardless of
 * time.
 */
export function EquityCurve({ points, currency, height, axes = false, className }: EquityCurveProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useElementWidth(box) - (axes ? AXIS_WIDTH : 0);
  const totals = [0, ...points.map(({ total }) => total)];
  const last = totals.at(-1) ?? 0;
  const high = Math.max(...totals);
  const low = Math.min(...totals);
  const y = (total: number) => PADDING + (1 - (total - low) / (high - low || 1)) * (height - 2 * PADDING);
  const x = (index: number) => (index / Math.max(1, totals.length - 1)) * (width - PADDING);
  const line = totals.map((total, index) => `${x(index).toFixed(1)},${y(total).toFixed(1)}`).join(' ');
  const spoken = words.curve(
    formatSignedMoney(last, currency),
    formatSignedMoney(high, currency),
    formatSignedMoney(low, currency),
  );
  return (
    <div ref={box} className={cn('min-w-0', className)}>
      <div className="relative" style={{ height }}>
        {width > 0 && (
          <svg role="img" aria-label={spoken} width={width} height={height} className="block">
            <ResultLine line={line} end={{ x: x(totals.length - 1), y: y(last) }} zeroY={y(0)} height={height} />
          </svg>
        )}
        {axes && <AxisLabels totals={[high, low, 0]} currency={currency} y={y} />}
      </div>
      {axes && <Span points={points} />}
    </div>
  );
}

type AxisLabelsProps = Pick<EquityCurveProps, 'currency'> & {
  readonly totals: readonly number[];
  readonly y: (total: number) => number;
};

/** Shows the first label, and every further label that overlaps no shown label. */
function AxisLabels({ totals, currency, y }: AxisLabelsProps) {
  const shown = totals.filter((total, index) =>
    totals.slice(0, index).every((earlier) => Math.abs(y(earlier) - y(total)) >= LABEL_GAP),
  );
  return shown.map((total) => (
    <span
      key={total}
      aria-hidden
      className="absolute right-0 -translate-y-1/2 text-right text-12 whitespace-nowrap text-fg-3"
      style={{ top: Math.max(y(total), LABEL_GAP / 2) }}
    >
      {formatSignedMoney(total, currency)}
    </span>
  ));
}

function Span({ points }: Pick<EquityCurveProps, 'points'>) {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return null;
  return (
    <p className="mt-1 flex justify-between gap-2 text-12 text-fg-3" style={{ paddingRight: AXIS_WIDTH }}>
      <span>{formatDateTime(first.at)}</span>
      <span>{formatDateTime(last.at)}</span>
    </p>
  );
}
