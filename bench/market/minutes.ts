import { type AssetSpec, type SimulatedPrices, TickCursor } from '@vigia/core/market-model';

const MINUTE_MS = 60_000;
/** Start of every measurement. */
const START_MS = Date.UTC(2026, 9, 1);

/** Ticks of a market, as minutes and as times between ticks. */
export type MeasuredMarket = {
  /** Close of each minute; index 0 is the price before the first minute. */
  readonly closes: readonly number[];
  /** Times between ticks, in milliseconds, ascending. */
  readonly gapsMs: Float64Array;
};

/** Reads the ticks of an asset for a number of minutes. */
export function measureMinutes(market: SimulatedPrices, asset: AssetSpec, minutes: number): MeasuredMarket {
  const cursor = new TickCursor(market, asset).seekBefore(START_MS);
  const closes = [cursor.price];
  const gaps: number[] = [];
  let last = cursor.tick();
  cursor.next();
  for (let minute = 1; minute <= minutes; minute++) {
    for (; cursor.timeMs < START_MS + minute * MINUTE_MS; cursor.next()) {
      gaps.push(cursor.timeMs - last.timeMs);
      last = cursor.tick();
    }
    closes.push(last.price);
  }
  return { closes, gapsMs: Float64Array.from(gaps).sort() };
}

/** Returns the logarithms of close / previous close. */
export const returnsOf = (closes: readonly number[]): number[] =>
  closes.slice(1).map((close, row) => Math.log(close / (closes[row] ?? close)));

export const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
