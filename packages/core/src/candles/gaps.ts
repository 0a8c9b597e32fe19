import { at } from './columns.ts';

/** A gap without candles: `count` buckets from open time `from` up to but excluding `to`; epoch seconds. */
export type CandleGap = { readonly from: number; readonly to: number; readonly count: number };

/**
 * Finds the buckets without a candle between two times.
 * @param time open times, ascending, multiples of the timeframe; those outside the span are ignored.
 * @param from open time of the first expected bucket, epoch seconds, a multiple of the timeframe.
 * @param to end of the span, exclusive, a multiple of the timeframe.
 */
export function findGaps(time: Float64Array, timeframeSeconds: number, from: number, to: number): readonly CandleGap[] {
  const gaps: CandleGap[] = [];
  let expected = from;
  const closeGapAt = (next: number): void => {
    if (next > expected) gaps.push({ from: expected, to: next, count: (next - expected) / timeframeSeconds });
  };
  for (let i = 0; i < time.length; i += 1) {
    const found = at(time, i);
    if (found >= to) break;
    if (found < expected) continue;
    closeGapAt(found);
    expected = found + timeframeSeconds;
  }
  closeGapAt(to);
  return gaps;
}
