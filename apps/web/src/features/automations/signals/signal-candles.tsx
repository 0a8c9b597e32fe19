import { useQuery } from '@tanstack/react-query';
import type { CandleView } from '@vigia/contract';
import { type Direction, TIMEFRAME_SECONDS, type Timeframe } from '@vigia/core/vocabulary';
import { Eye, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { CANDLES_PATH, fetchCandles } from '#shared/chart/candles.ts';
import { cn } from '#shared/lib/cn.ts';
import { formatPrice } from '#shared/lib/format.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { apiOf } from '#shared/lib/services.ts';
import { after } from '#shared/lib/timer.ts';
import { Button } from '#shared/ui/button.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { ErrorState } from '#shared/ui/states.tsx';
import { signalMessages as words } from './signals.es.ts';

const BEFORE = 36;
const AFTER = 6;
/** Time in milliseconds between two candles of the playback. */
const PACE_MS = 140;
const [WIDTH, HEIGHT, PAD] = [720, 200, 10];

/** The fields of a signal that its candles need. */
export type DrawnSignal = {
  readonly asset: string;
  readonly timeframe: Timeframe;
  readonly direction: Direction;
  readonly entry_price: number;
  readonly entry_time: string;
  readonly expiration_time: string;
};

/** A band of prices behind the candles, such as a price zone. */
export type PriceBand = { readonly low: number; readonly high: number };

type SignalCandlesProps = {
  readonly signal: DrawnSignal;
  readonly decimals: number;
  /** Price zones of the signal, the widest first. */
  readonly bands?: readonly PriceBand[];
};

const NO_BANDS: readonly PriceBand[] = [];

/**
 * Shows the candles around a signal, with the signal's candle, price zone, entry and expiry. The user can play the
 * candles one by one.
 */
export function SignalCandles({ signal, decimals, bands = NO_BANDS }: SignalCandlesProps) {
  const { asset, timeframe } = signal;
  const seconds = TIMEFRAME_SECONDS[timeframe];
  const [entryS, expiryS] = [Date.parse(signal.entry_time) / 1_000, Date.parse(signal.expiration_time) / 1_000];
  const beforeS = Math.ceil(expiryS / seconds + AFTER) * seconds;
  const limit = BEFORE + AFTER + Math.ceil((expiryS - entryS) / seconds);
  const { data, error, refetch } = useQuery({
    queryKey: [CANDLES_PATH, 'signal', asset, timeframe, beforeS, limit],
    queryFn: ({ client, signal: aborted }) =>
      fetchCandles(apiOf(client), asset, timeframe, { beforeS, limit, signal: aborted }),
  });
  const candles = data?.filter(({ time }) => time < beforeS && time >= beforeS - limit * seconds) ?? [];
  const { shown, isPlaying, play, stop } = usePlayback(candles.length);
  return (
    <figure className="grid gap-2" aria-label={words.candles(asset)}>
      <div className="relative h-[200px] overflow-hidden rounded-control border border-line bg-inset">
        {!data && !error && <Skeleton className="absolute inset-4" />}
        {error && <ErrorState title={words.candlesFailed} text={problemOf(error)} onRetry={() => void refetch()} />}
        {data && candles.length === 0 && (
          <p className="grid h-full place-items-center text-13 text-fg-2">{words.noCandles}</p>
        )}
        {candles.length > 0 && (
          <Scene
            candles={candles}
            shown={shown}
            entry={{ timeS: entryS - seconds, price: signal.entry_price }}
            expiryTimeS={expiryS - seconds}
            isCall={signal.direction === 'CALL'}
            decimals={decimals}
            bands={bands}
          />
        )}
      </div>
      {candles.length > 0 && (
        <Button size="sm" className="justify-self-start touch:h-(--h-touch)" onClick={isPlaying ? stop : play}>
          {isPlaying ? <Eye size={14} aria-hidden /> : <Play size={14} aria-hidden />}
          {isPlaying ? words.stop : words.play}
        </Button>
      )}
    </figure>
  );
}

/**
 * Plays the candles one by one. The playback starts with the first third of the candles. `shown` is the number of
 * visible candles.
 */
function usePlayback(count: number) {
  const [played, setPlayed] = useState<number | null>(null);
  const isPlaying = played !== null && played < count;
  useEffect(() => {
    if (!isPlaying || played === null) return;
    return after(PACE_MS, () => setPlayed(played + 1));
  }, [isPlaying, played]);
  return {
    shown: isPlaying ? played : count,
    isPlaying,
    play: () => setPlayed(Math.floor(count / 3)),
    stop: () => setPlayed(null),
  };
}

type SceneProps = {
  readonly candles: readonly CandleView[];
  readonly shown: number;
  /** Open time of the signal's candle in epoch seconds, and the price of the entry. */
  readonly entry: { readonly timeS: number; readonly price: number };
  /** Open time of the candle that ends at the expiry. */
  readonly expiryTimeS: number;
  readonly isCall: boolean;
  readonly decimals: number;
  readonly bands: readonly PriceBand[];
};

function Scene({ candles, shown, entry, expiryTimeS, isCall, decimals, bands }: SceneProps) {
  const drawn = [...candles, ...bands];
  const [low, high] = [Math.min(...drawn.map((each) => each.low)), Math.max(...drawn.map((each) => each.high))];
  const yOf = (price: number) => PAD + ((high - price) / (high - low || 1)) * (HEIGHT - 2 * PAD);
  const step = WIDTH / candles.length;
  const xOf = (timeS: number) => {
    const index = candles.findLastIndex(({ time }) => time <= timeS);
    return (Math.max(index, 0) + 0.5) * step;
  };
  const tone = isCall ? 'stroke-call' : 'stroke-put';
  const isEntryShown = (candles[shown - 1]?.time ?? Infinity) >= entry.timeS;
  return (
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
        <Bar key={candle.time} candle={candle} x={(index + 0.5) * step} width={step * 0.6} yOf={yOf} />
      ))}
      {isEntryShown && (
        <>
          <line x1={xOf(entry.timeS)} x2={xOf(entry.timeS)} y1="0" y2={HEIGHT} className={tone} strokeDasharray="3 3" />
          <line
            x1={xOf(entry.timeS)}
            x2={xOf(expiryTimeS)}
            y1={yOf(entry.price)}
            y2={yOf(entry.price)}
            className={tone}
            strokeWidth="2"
          />
          <line
            x1={xOf(expiryTimeS)}
            x2={xOf(expiryTimeS)}
            y1="0"
            y2={HEIGHT}
            className="stroke-line-strong"
            strokeDasharray="3 3"
          />
          <title>{formatPrice(entry.price, decimals)}</title>
        </>
      )}
    </svg>
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
