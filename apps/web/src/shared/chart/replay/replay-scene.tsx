import type { CandleView } from '@vigia/contract';
import type { ReactNode } from 'react';
import { cn } from '#shared/lib/cn.ts';
import { formatPrice } from '#shared/lib/format.ts';
import { replayMessages as words } from './messages.es.ts';
import type { PriceBand, ReplayedBet } from './replayed-bet.ts';

/** Size of the drawing, and the space above and below the candles, in which a label fits. */
const [WIDTH, HEIGHT, PAD] = [720, 200, 36];
/** Share of the width from which on a label would not fit on the right of its point. */
const NEAR_THE_END = 0.65;

type ReplaySceneProps = {
  readonly candles: readonly CandleView[];
  readonly shown: number;
  readonly bet: ReplayedBet;
  readonly decimals: number;
  readonly bands: readonly PriceBand[];
};

/** Draws the first `shown` candles. Entry and exit appear with their candles. */
export function ReplayScene({ candles, shown, bet, decimals, bands }: ReplaySceneProps) {
  const { entryPrice, exitPrice, entryTimeMs, expiryTimeMs } = bet;
  const drawn = [...candles, ...bands];
  const [low, high] = [Math.min(...drawn.map((each) => each.low)), Math.max(...drawn.map((each) => each.high))];
  const yOf = (price: number) => PAD + ((high - price) / (high - low || 1)) * (HEIGHT - 2 * PAD);
  const step = WIDTH / candles.length;
  const xOf = (index: number) => (index + 0.5) * step;
  const [entryAt, expiryAt] = [indexOf(candles, entryTimeMs), indexOf(candles, expiryTimeMs)];
  const isCall = bet.direction === 'CALL';
  const isExitShown = exitPrice !== null && shown > expiryAt;
  return (
    <>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className="h-full w-full" aria-hidden>
        {bands.map((band) => (
          <rect
            key={`${band.low} ${band.high}`}
            x="0"
            width={WIDTH}
            y={yOf(band.high)}
            height={Math.max(1, yOf(band.low) - yOf(band.high))}
            className={cn('opacity-15', isCall ? 'fill-call-candle' : 'fill-put-candle')}
          />
        ))}
        {candles.slice(0, shown).map((candle, index) => (
          <Bar key={candle.time} candle={candle} x={xOf(index)} width={step * 0.6} yOf={yOf} />
        ))}
        {shown > entryAt && <BetLines from={xOf(entryAt)} to={xOf(expiryAt)} y={yOf(entryPrice)} isCall={isCall} />}
      </svg>
      {shown > entryAt && (
        <PriceMark x={xOf(entryAt)} y={yOf(entryPrice)} place="before">
          {words.entry(formatPrice(entryPrice, decimals))}
        </PriceMark>
      )}
      {isExitShown && (
        <PriceMark x={xOf(expiryAt)} y={yOf(exitPrice)} place={exitPrice > entryPrice ? 'above' : 'below'}>
          {words.exit(formatPrice(exitPrice, decimals))}
        </PriceMark>
      )}
    </>
  );
}

/** Returns the index of the candle with an instant. The end of a candle belongs to it, not to the next candle. */
const indexOf = (candles: readonly CandleView[], timeMs: number): number =>
  Math.max(
    candles.findLastIndex(({ time }) => time * 1_000 < timeMs),
    0,
  );

type BetLinesProps = { readonly from: number; readonly to: number; readonly y: number; readonly isCall: boolean };

function BetLines({ from, to, y, isCall }: BetLinesProps) {
  const tone = isCall ? 'stroke-call' : 'stroke-put';
  return (
    <>
      <line x1={from} x2={from} y1="0" y2={HEIGHT} className={tone} strokeDasharray="3 3" />
      <line x1={from} x2={to} y1={y} y2={y} className={tone} strokeWidth="2" />
      <line x1={to} x2={to} y1="0" y2={HEIGHT} className="stroke-line-strong" strokeDasharray="3 3" />
    </>
  );
}

/** Where a label is: on the left of its point, or above or below it, so that two labels never overlap. */
type LabelPlace = 'before' | 'above' | 'below';

const PLACE_CLASS: Readonly<Record<LabelPlace, string>> = {
  before: 'mr-2 -translate-y-1/2',
  above: '-translate-y-[34px]',
  below: 'translate-y-3.5',
};

type PriceMarkProps = {
  readonly x: number;
  readonly y: number;
  readonly place: LabelPlace;
  readonly children: ReactNode;
};

/** Renders a point with its label over the drawing, which is stretched and would distort both. */
function PriceMark({ x, y, place, children }: PriceMarkProps) {
  const [share, top] = [x / WIDTH, `${(y / HEIGHT) * 100}%`];
  const side =
    place === 'before'
      ? { right: `${(1 - share) * 100}%` }
      : share > NEAR_THE_END
        ? { right: '4px' }
        : { left: `${share * 100}%` };
  return (
    <>
      <i
        aria-hidden
        className="absolute size-[7px] -translate-1/2 rounded-pill bg-fg-1"
        style={{ left: `${share * 100}%`, top }}
      />
      <span
        className={cn(
          'absolute rounded-chip bg-overlay/90 px-1.5 text-12 leading-5 font-medium whitespace-nowrap text-fg-1',
          PLACE_CLASS[place],
        )}
        style={{ top, ...side }}
      >
        {children}
      </span>
    </>
  );
}

type BarProps = {
  readonly candle: CandleView;
  readonly x: number;
  readonly width: number;
  readonly yOf: (price: number) => number;
};

function Bar({ candle: { open, high, low, close }, x, width, yOf }: BarProps) {
  const top = yOf(Math.max(open, close));
  return (
    <g className={cn(close >= open ? 'fill-call-candle stroke-call-candle' : 'fill-put-candle stroke-put-candle')}>
      <line x1={x} x2={x} y1={yOf(high)} y2={yOf(low)} />
      <rect x={x - width / 2} width={width} y={top} height={Math.max(1, yOf(Math.min(open, close)) - top)} />
    </g>
  );
}
