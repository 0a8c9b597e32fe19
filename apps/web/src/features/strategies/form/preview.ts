import type { CandleView } from '@vigia/contract';
import { createStrategyFold, type StrategyRules } from '@vigia/core/strategies';
import { TIMEFRAME_SECONDS, type Timeframe } from '@vigia/core/vocabulary';
import type { SignalMark } from '#shared/chart/marks/trade-marks.ts';

/** Number of candles on which the preview marks signals. */
export const PREVIEW_CANDLES = 200;

export type Preview = {
  readonly signals: readonly SignalMark[];
  readonly calls: number;
  readonly puts: number;
  /** Number of warm-up candles before the first possible signal. */
  readonly warmUp: number;
  /** Whether there are too few candles for a single signal. */
  readonly isTooShort: boolean;
};

/**
 * Computes the signals of rules on the last {@link PREVIEW_CANDLES} closed candles, with earlier ones as warm-up, with
 * the engine's own fold. @param candles oldest first; a forming last candle is ignored.
 */
export function previewOf(candles: readonly CandleView[], rules: StrategyRules, timeframe: Timeframe): Preview {
  const timeframeSeconds = TIMEFRAME_SECONDS[timeframe];
  const fold = createStrategyFold(rules, timeframeSeconds);
  const closed = candles.filter((candle) => candle.closed);
  const firstShown = closed.length - PREVIEW_CANDLES;
  const signals: SignalMark[] = [];
  closed.forEach(({ time, open, high, low, close }, index) => {
    const move = fold.push(time, open, high, low, close);
    if (move === 0 || index < firstShown) return;
    signals.push({
      id: String(time),
      direction: move === 1 ? 'CALL' : 'PUT',
      atMs: time * 1_000 + (timeframeSeconds * 1_000) / 2,
      price: move === 1 ? low : high,
      outcome: 'pending',
    });
  });
  const calls = signals.filter(({ direction }) => direction === 'CALL').length;
  return {
    signals,
    calls,
    puts: signals.length - calls,
    warmUp: fold.warmUp,
    isTooShort: closed.length <= fold.warmUp,
  };
}
