import { useRef } from 'react';
import { formatDay, formatSignedMoney } from '#shared/lib/format.ts';
import { useElementWidth } from '#shared/lib/use-element-width.ts';
import type { ComparedRun } from '../model/compared-run.ts';
import { lineStyleOf } from './backtest-line-style.tsx';
import { compareMessages } from './messages.es.ts';

const words = compareMessages.comparison;
const HEIGHT = 240;
const PADDING = 6;
const AXIS_WIDTH = 84;

type CurvesProps = { readonly runs: readonly ComparedRun[] };

/** Draws the equity curves of several backtests on the same axes of time and amount. */
export function EquityCurves({ runs }: CurvesProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useElementWidth(box) - AXIS_WIDTH;
  const [first] = runs;
  const drawn = runs.filter(({ report }) => report.equity.length > 0);
  if (first === undefined || drawn.length === 0) return null;
  const { currency } = first.report;
  if (runs.some(({ report }) => report.currency !== currency)) {
    return <p className="text-13 text-fg-2">{words.currencies}</p>;
  }
  const scale = scaleOf(drawn, width);
  const spoken = drawn.map(({ name, report }) =>
    words.curve(name, formatSignedMoney(report.equity.at(-1)?.total ?? 0, currency)),
  );
  return (
    <section aria-label={words.curves}>
      <h3 className="mb-2 text-13 font-medium text-fg-2">{words.curves}</h3>
      <div ref={box} className="relative min-w-0" style={{ height: HEIGHT }}>
        {width > 0 && (
          <svg role="img" aria-label={words.spoken(spoken.join('; '))} width={width} height={HEIGHT} className="block">
            <line x1="0" x2={width} y1={scale.y(0)} y2={scale.y(0)} className="stroke-line-strong" />
            {runs.map(({ id, report }, index) => (
              <polyline
                key={id}
                points={report.equity.map(({ at, total }) => `${scale.x(at)},${scale.y(total)}`).join(' ')}
                fill="none"
                stroke="currentColor"
                strokeWidth="1.75"
                strokeDasharray={lineStyleOf(index).dashes}
                strokeLinejoin="round"
                className={lineStyleOf(index).color}
              />
            ))}
          </svg>
        )}
        {[scale.high, scale.low].map((total) => (
          <span
            key={total}
            aria-hidden
            className="absolute right-0 -translate-y-1/2 text-12 whitespace-nowrap text-fg-3"
            style={{ top: Math.min(Math.max(scale.y(total), 8), HEIGHT - 8) }}
          >
            {formatSignedMoney(total, currency)}
          </span>
        ))}
      </div>
      <p className="mt-1 flex justify-between gap-2 text-12 text-fg-3" style={{ paddingRight: AXIS_WIDTH }}>
        <span>{formatDay(scale.from)}</span>
        <span>{formatDay(scale.to)}</span>
      </p>
    </section>
  );
}

/** Returns functions that convert times and amounts to positions. The scales cover every curve and zero. */
function scaleOf(runs: readonly ComparedRun[], width: number) {
  const points = runs.flatMap(({ report }) => report.equity);
  const times = points.map(({ at }) => Date.parse(at));
  const totals = [0, ...points.map(({ total }) => total)];
  const [fromMs, toMs] = [Math.min(...times), Math.max(...times)];
  const [low, high] = [Math.min(...totals), Math.max(...totals)];
  return {
    low,
    high,
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
    x: (at: string) => Math.round(((Date.parse(at) - fromMs) / (toMs - fromMs || 1)) * width * 10) / 10,
    y: (total: number) =>
      Math.round((PADDING + (1 - (total - low) / (high - low || 1)) * (HEIGHT - 2 * PADDING)) * 10) / 10,
  };
}
