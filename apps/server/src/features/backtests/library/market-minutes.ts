import { type CandleColumns, candlesFromTicks, type TickColumns } from '@vigia/core/candles';
import { type AssetSpec, SLOT_MS, TickCursor } from '@vigia/core/market-model';
import { SharedCandles } from '../threads/shared-candles.ts';

const DAY_MS = 86_400_000;
const MINUTE_S = 60;

/** The 1-minute candles of a simulated market between two midnights: always the same for the same seed. */
export function marketMinutes(seed: number, asset: AssetSpec, fromMs: number, toMs: number): CandleColumns {
  const cursor = new TickCursor(seed, asset).seekFrom(fromMs);
  const all = new SharedCandles((toMs - fromMs) / 1_000 / MINUTE_S);
  const room = Math.ceil(DAY_MS / SLOT_MS) + 2;
  const day = { timeMs: new Float64Array(room), price: new Float64Array(room) };
  for (let endMs = fromMs + DAY_MS; endMs <= toMs; endMs += DAY_MS) {
    let length = 0;
    for (; cursor.timeMs < endMs; cursor.next()) {
      day.timeMs[length] = cursor.timeMs;
      day.price[length] = cursor.price;
      length += 1;
    }
    all.append(wholeDay({ length, ...day }));
  }
  return all.columns;
}

/** The day is known to be over, so its last minute is closed too. */
function wholeDay(ticks: TickColumns): CandleColumns {
  const { candles, forming } = candlesFromTicks(ticks, MINUTE_S);
  if (forming === null) return candles;
  const withLast = (column: Float64Array, last: number): Float64Array => Float64Array.from([...column, last]);
  return {
    length: candles.length + 1,
    time: withLast(candles.time, forming.time),
    open: withLast(candles.open, forming.open),
    high: withLast(candles.high, forming.high),
    low: withLast(candles.low, forming.low),
    close: withLast(candles.close, forming.close),
  };
}
