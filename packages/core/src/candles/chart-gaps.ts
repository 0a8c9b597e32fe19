import type { CandleGap } from './gaps.ts';
import { isWeekend } from './history-gaps.ts';

/** A gap between two candles of a chart: a closed weekend, or a hole (docs/spec/history-fetches.md §3). */
export type ChartGap = CandleGap & { readonly kind: 'weekend' | 'hole' };

/**
 * Finds the gaps between candles of a chart. Every gap lacks at least one candle of the timeframe.
 * @param times open times in UTC epoch seconds, ascending, multiples of the timeframe
 * @param tradesOnSaturdays whether the market trades on Saturdays. If it does, all its gaps are holes.
 */
export function chartGaps(
  times: readonly number[],
  timeframeSeconds: number,
  tradesOnSaturdays: boolean,
): readonly ChartGap[] {
  const gaps: ChartGap[] = [];
  let expected: number | null = null;
  for (const time of times) {
    if (expected !== null && time > expected) {
      const kind = !tradesOnSaturdays && isWeekend({ from: expected, to: time }) ? 'weekend' : 'hole';
      gaps.push({ from: expected, to: time, count: (time - expected) / timeframeSeconds, kind });
    }
    expected = time + timeframeSeconds;
  }
  return gaps;
}
