import type { CandleView } from '@vigia/contract';
import { epochMs, price } from '@vigia/core/kernel';
import { type SettleableSignal, SettlementBook } from '@vigia/core/pcr';
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

/** Returns on how many of these candles signals are marked. A young history has fewer than {@link PREVIEW_CANDLES}. */
export const countMarked = (candles: readonly CandleView[]): number =>
  Math.min(candles.filter((candle) => candle.closed).length, PREVIEW_CANDLES);

/** Length of the candles that decide signals live and in backtests, in seconds. */
const BASE_SECONDS = 60;

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
  const expirySeconds = expiryIn(rules, timeframeSeconds);
  const entries: Entry[] = [];
  const outcomes = new Map<number, SignalOutcome>();
  const book = new SettlementBook<Entry>(BASE_SECONDS, ({ signal, outcome }) =>
    outcomes.set(signal.entryTime, outcome),
  );
  closed.forEach((candle, index) => {
    const { time, open, high, low, close } = candle;
    const endSeconds = time + timeframeSeconds;
    // The last minute of the candle has the close of the candle.
    book.pushBase(endSeconds - BASE_SECONDS, close);
    const move = fold.push(time, open, high, low, close);
    if (move === 0 || index < firstShown) return;
    const entry = entryAt(candle, move, endSeconds, expirySeconds);
    entries.push(entry);
    if (expirySeconds !== null) book.add(entry);
  });
  const signals = entries.map(
    ({ candle, direction, entryTime }): SignalMark => ({
      id: String(candle.time),
      direction,
      atMs: candle.time * 1_000 + (timeframeSeconds * 1_000) / 2,
      price: direction === 'CALL' ? candle.low : candle.high,
      outcome: outcomes.get(entryTime) ?? 'pending',
    }),
  );
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

type Entry = SettleableSignal & { readonly candle: CandleView };

const entryAt = (candle: CandleView, move: 1 | -1, endSeconds: number, expirySeconds: number | null): Entry => ({
  candle,
  direction: move === 1 ? 'CALL' : 'PUT',
  entryTime: epochMs(endSeconds * 1_000),
  entryPrice: price(candle.close),
  expirationTime: epochMs((endSeconds + (expirySeconds ?? 0)) * 1_000),
});

/** Returns the length of a trade in seconds if every trade ends at the close of a candle. Returns null otherwise. */
function expiryIn({ parameters }: StrategyRules, timeframeSeconds: number): number | null {
  const length = lengthIn(parameters);
  const seconds = length.unit === 'minutes' ? length.minutes * 60 : null;
  return seconds !== null && seconds % timeframeSeconds === 0 ? seconds : null;
}

function countOutcomes(signals: readonly SignalMark[]): Preview['outcomes'] {
  const counts = { pending: 0, won: 0, lost: 0, tie: 0, void: 0 };
  for (const { outcome } of signals) counts[outcome] += 1;
  return counts;
}
