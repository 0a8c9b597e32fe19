import type { CandleColumns } from '@vigia/core/candles';
import { columnsOf } from '@vigia/core/candles';
import type { PriceSource } from '@vigia/core/vocabulary';
import type { Sql } from '#platform/persistence/database.ts';
import type { HistoryFill } from './history-fill.ts';
import { storedMinutes } from './market.repository.ts';
import type { SymbolTrack } from './symbol-track.ts';

type ReadDeps = { readonly sql: Sql; readonly source: PriceSource; readonly history: HistoryFill };

/**
 * Closed 1-minute candles from `fromTime` on, without holes: what the background has not reached yet is filled first, as far
 * back as history is kept (`fillFromTime`). The newest come from memory, for the store may lag by a moment.
 */
export async function readMinutes(
  { sql, source, history }: ReadDeps,
  track: SymbolTrack | undefined,
  { fromTime, fillFromTime }: { readonly fromTime: number; readonly fillFromTime: number },
): Promise<CandleColumns> {
  if (track === undefined) return columnsOf([]);
  const symbol = track.asset.symbol;
  const memoryFrom = track.minutes.firstTime ?? Number.MAX_SAFE_INTEGER;
  if (fillFromTime < memoryFrom && track.minutes.firstTime !== null) {
    const isFilled = await history.fillNow([symbol], () => ({ fromTime: fillFromTime, toTime: memoryFrom }));
    if (!isFilled) throw new Error(`${source} does not answer for the history of ${symbol}`);
  }
  const older = await storedMinutes(sql, source, symbol, { fromTime, toTime: memoryFrom });
  return joined(older, track.minutes.since(Math.max(fromTime, memoryFrom)));
}

function joined(first: CandleColumns, second: CandleColumns): CandleColumns {
  const join = (a: Float64Array, b: Float64Array): Float64Array => {
    const both = new Float64Array(first.length + second.length);
    both.set(a);
    both.set(b, first.length);
    return both;
  };
  return {
    length: first.length + second.length,
    time: join(first.time, second.time),
    open: join(first.open, second.open),
    high: join(first.high, second.high),
    low: join(first.low, second.low),
    close: join(first.close, second.close),
  };
}
