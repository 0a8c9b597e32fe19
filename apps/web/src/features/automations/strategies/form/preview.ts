import type { CandleView } from '@vigia/contract';
import { StrategyFold, type StrategyRules } from '@vigia/core/strategies';
import { lengthIn } from '@vigia/core/trades';
import { type SignalOutcome, TIMEFRAME_SECONDS, type Timeframe } from '@vigia/core/vocabulary';
import type { SignalMark } from '#shared/chart/marks/trade-marks.ts';

/** Number of candles on which the preview marks signals. */
export const PREVIEW_CANDLES = 500;

export type Preview = {
  readonly signals: readonly SignalMark[];
  readonly calls: number;
  readonly puts: number;
  /** Number of signals by outcome. */
  readonly outcomes: Readonly<Record<SignalOutcome, number>>;
  /** Number of warm-up candles before the first possible signal. */
  readonly warmUp: number;
  /** Whether there are too few candles for a single signal. */
  readonly isTooShort: boolean;
};

type Entry = { readonly index: number; readonly move: 1 | -1 };

/**
 * Computes the signals of rules on the last {@link PREVIEW_CANDLES} closed candles with the same fold as the engine.
 * Earlier candles are the warm-up. A signal has an outcome if its expiry is the close of a candle; other signals stay
 * pending.
 * @param candles oldest first; if the last one is still forming, it is ignored
 */
export function previewOf(candles: readonly CandleView[], rules: StrategyRules, timeframe: Timeframe): Preview {
  const timeframeSeconds = TIMEFRAME_SECONDS[timeframe];
  const fold = new StrategyFold(rules, timeframeSeconds);
  const closed = candles.filter((candle) => candle.closed);
  const firstShown = closed.length - PREVIEW_CANDLES;
  const entries: Entry[] = [];
  closed.forEach(({ time, open, high, low, close }, index) => {
    const move = fold.push(time, open, high, low, close);
    if (move !== 0 && index >= firstShown) entries.push({ index, move });
  });
  const expirySeconds = expiryIn(rules, timeframeSeconds);
  const signals = entries.flatMap((entry): SignalMark[] => {
    const candle = closed[entry.index];
    if (candle === undefined) return [];
    return [
      {
        id: String(candle.time),
        direction: entry.move === 1 ? 'CALL' : 'PUT',
        atMs: candle.time * 1_000 + (timeframeSeconds * 1_000) / 2,
        price: entry.move === 1 ? candle.low : candle.high,
        outcome: expirySeconds === null ? 'pending' : outcomeOf(closed, entry, expirySeconds),
      },
    ];
  });
  const calls = signals.filter(({ direction }) => direction === 'CALL').length;
  return {
    signals,
    calls,
    puts: signals.length - calls,
    outcomes: countOutcomes(signals),
    warmUp: fold.warmUp,
    isTooShort: closed.length <= fold.warmUp,
  };
}

/** Returns the length of a trade in seconds if every trade ends at the close of a candle. Returns null otherwise. */
function expiryIn({ parameters }: StrategyRules, timeframeSeconds: number): number | null {
  const length = lengthIn(parameters);
  const seconds = length.unit === 'minutes' ? length.minutes * 60 : null;
  return seconds !== null && seconds % timeframeSeconds === 0 ? seconds : null;
}

/**
 * Compares the last close at the expiry with the entry price (docs/spec/pcr.md §6). Before the expiry, the outcome is
 * pending.
 */
function outcomeOf(closed: readonly CandleView[], { index, move }: Entry, expirySeconds: number): SignalOutcome {
  const entry = closed[index];
  const lastTime = (entry?.time ?? NaN) + expirySeconds;
  const newest = closed.at(-1)?.time ?? -Infinity;
  if (entry === undefined || newest < lastTime) return 'pending';
  let last = index;
  while ((closed[last + 1]?.time ?? Infinity) <= lastTime) last += 1;
  const change = ((closed[last]?.close ?? NaN) - entry.close) * move;
  if (change === 0) return 'tie';
  return change > 0 ? 'won' : 'lost';
}

function countOutcomes(signals: readonly SignalMark[]): Preview['outcomes'] {
  const counts = { pending: 0, won: 0, lost: 0, tie: 0, void: 0 };
  for (const { outcome } of signals) counts[outcome] += 1;
  return counts;
}
