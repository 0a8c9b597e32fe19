import type { SimulatedSessions } from '@vigia/core/calculator';
import { PAPER_CURRENCY } from '@vigia/core/vocabulary';
import { useId, useRef } from 'react';
import { formatCount, formatShortMoney } from '#shared/lib/format.ts';
import { useElementWidth } from '#shared/lib/use-element-width.ts';
import { useIsMobile } from '#shared/lib/use-media-query.ts';
import { calculatorMessages } from '../messages.es.ts';
import {
  balanceMarks,
  bandPath,
  type FanLayout,
  labelsWithRoom,
  layOutFan,
  quantilePath,
  sessionPath,
  shownPaths,
  tradeMarks,
} from '../model/fan-layout.ts';

const words = calculatorMessages.fan;
const HEIGHT = 320;
const PHONE_HEIGHT = 240;
/** Space in pixels that a label of the trade axis needs before the end of the plot. */
const MARK_WIDTH = 28;

const money = (balanceMinor: number): string => formatShortMoney(balanceMinor / 100, PAPER_CURRENCY);
const last = (balances: readonly number[]): number => balances.at(-1) ?? 0;

export const useFanHeight = (): number => (useIsMobile() ? PHONE_HEIGHT : HEIGHT);

/** Draws all sessions: a band for the middle half, a band for nine of ten, the median, and some single sessions. */
export function FanChart({ sessions }: { readonly sessions: SimulatedSessions }) {
  const box = useRef<HTMLDivElement>(null);
  const width = useElementWidth(box);
  const height = useFanHeight();
  return (
    <div ref={box} className="overflow-hidden bg-inset" style={{ height }}>
      {width > 0 && <Fan sessions={sessions} layout={layOutFan(sessions.spread, width, height)} />}
    </div>
  );
}

type FanProps = { readonly sessions: SimulatedSessions; readonly layout: FanLayout };

function Fan({ sessions, layout }: FanProps) {
  const clip = useId();
  const { spread } = sessions;
  const { width, height, plotWidth, plotHeight, x, y } = layout;
  const start = spread.p50[0] ?? 0;
  const spoken = words.spoken(money(start), money(last(spread.p50)), money(last(spread.p5)), money(last(spread.p95)));
  return (
    <svg role="img" aria-label={spoken} width={width} height={height} className="block text-12">
      <clipPath id={clip}>
        <rect width={plotWidth} height={plotHeight} />
      </clipPath>
      <Grid sessions={sessions} layout={layout} />
      <g clipPath={`url(#${clip})`} fill="none">
        <path d={bandPath(layout, spread.p95, spread.p5)} className="fill-accent/16" />
        <path d={bandPath(layout, spread.p75, spread.p25)} className="fill-accent/26" />
        {shownPaths(sessions).map((path, index) => (
          <path key={index} d={sessionPath(layout, path)} className="stroke-fg-3/30" />
        ))}
        <line x1="0" x2={plotWidth} y1={y(start)} y2={y(start)} className="stroke-fg-2" strokeDasharray="4 4" />
        <path d={quantilePath(layout, spread.p50)} className="stroke-accent-2" strokeWidth="2" />
      </g>
      <circle cx={x(spread.p50.length - 1)} cy={y(last(spread.p50))} r="4" className="fill-accent-2" />
      <text
        x="8"
        y={Math.max(16, y(start) - 12)}
        className="fill-fg-2 stroke-inset stroke-4 [paint-order:stroke]"
        strokeLinejoin="round"
      >
        {words.start(money(start))}
      </text>
      <Ends sessions={sessions} layout={layout} />
    </svg>
  );
}

function Grid({ sessions: { spread }, layout: { x, y, width, plotWidth, plotHeight } }: FanProps) {
  const marks = tradeMarks(spread.p50.length - 1);
  return (
    <g>
      {balanceMarks(spread).map((balance) => (
        <line key={balance} x1="0" x2={plotWidth} y1={y(balance)} y2={y(balance)} className="stroke-grid" />
      ))}
      {marks.map((trade) => (
        <g key={trade}>
          <line x1={x(trade)} x2={x(trade)} y1="0" y2={plotHeight} className="stroke-grid" />
          {x(trade) > 3 * MARK_WIDTH && x(trade) < plotWidth - MARK_WIDTH && (
            <text x={x(trade)} y={plotHeight + 17} textAnchor="middle" className="fill-fg-3">
              {formatCount(trade)}
            </text>
          )}
        </g>
      ))}
      <text x="8" y={plotHeight + 17} className="fill-fg-3">
        {words.axis}
      </text>
      <line x1={plotWidth + 0.5} x2={plotWidth + 0.5} y1="0" y2={plotHeight} className="stroke-line" />
      <line x1="0" x2={width} y1={plotHeight + 0.5} y2={plotHeight + 0.5} className="stroke-line" />
    </g>
  );
}

/** Labels the axis: first the ends of the bands and of the median, then the round balances that still fit. */
function Ends({ sessions: { spread }, layout }: FanProps) {
  const ends = [spread.p50, spread.p95, spread.p5].map(last);
  const shown = labelsWithRoom(layout, [...ends, spread.p50[0] ?? 0, ...balanceMarks(spread)]);
  return shown.map((balance) => (
    <text
      key={balance}
      x={layout.width - 8}
      y={layout.y(balance) + 4}
      textAnchor="end"
      className={ends.includes(balance) ? 'fill-fg-1 font-medium' : 'fill-fg-3'}
    >
      {money(balance)}
    </text>
  ));
}
