import type { DayCurve } from '@vigia/contract';
import { cn } from '#shared/lib/cn.ts';
import { formatPercent } from '#shared/lib/format.ts';
import { chartMessages as words } from './messages.es.ts';

const WIDTH = 96;
const HEIGHT = 24;
const PADDING = 2;
const NOTHING = '—';

/** Draws the prices of a day as a small curve. A day without at least two prices has no curve. */
export function DayCurveShape({ curve }: { readonly curve: DayCurve | undefined }) {
  const closes = curve?.closes ?? [];
  if (closes.length < 2) return <span aria-hidden />;
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={cn('block h-5 w-full', toneOf(curve?.change_pct ?? 0))}
    >
      <polyline
        points={pointsOf(closes)}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

/** Shows the change of a day in percent, and a dash for an asset without that history. */
export function DayChange({ curve }: { readonly curve: DayCurve | undefined }) {
  const change = curve?.change_pct ?? null;
  if (change === null) return <NoHistory />;
  return (
    <span className={cn('text-right', toneOf(change))}>
      {`${change > 0 ? '+' : ''}${formatPercent(change / 100, 2)}`}
    </span>
  );
}

const NoHistory = () => (
  <span className="text-right text-fg-3">
    <span aria-hidden>{NOTHING}</span>
    <span className="sr-only">{words.noHistory}</span>
  </span>
);

const toneOf = (change: number): string => (change > 0 ? 'text-call' : change < 0 ? 'text-put' : 'text-fg-2');

function pointsOf(closes: readonly number[]): string {
  const low = Math.min(...closes);
  const range = Math.max(...closes) - low || 1;
  const y = (close: number) => PADDING + (1 - (close - low) / range) * (HEIGHT - 2 * PADDING);
  const step = WIDTH / (closes.length - 1);
  return closes.map((close, index) => `${(index * step).toFixed(1)},${y(close).toFixed(1)}`).join(' ');
}
