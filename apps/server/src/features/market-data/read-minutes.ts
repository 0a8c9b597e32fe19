import type { CandleColumns } from '@vigia/core/candles';
import { columnsOf } from '@vigia/core/candles';
import { type CandleArchive, minuteStartOf } from './candle-archive.ts';
import type { HistoryFill } from './history-fill.ts';
import type { SymbolTrack } from './symbol-track.ts';

/** Dependencies of reading minutes. `history` fills the gaps of the archive; null if the archive cannot have gaps. */
type ReadDeps = {
  readonly archive: CandleArchive;
  readonly history: Pick<HistoryFill, 'fillNow'> | null;
  readonly nowMs: number;
};

/**
 * Returns closed 1-minute candles since `fromTime`, without gaps. First fills gaps that the background fill has not
 * reached yet, as far back as `fillFromTime`. The newest minutes come from memory, because the stored ones may lag
 * behind.
 */
export async function readMinutes(
  { archive, history, nowMs }: ReadDeps,
  track: SymbolTrack | undefined,
  { fromTime, fillFromTime }: { readonly fromTime: number; readonly fillFromTime: number },
): Promise<CandleColumns> {
  if (track === undefined) return columnsOf([]);
  const symbol = track.asset.symbol;
  const memoryFrom = track.minutes.firstTime ?? minuteStartOf(nowMs);
  if (history !== null && fillFromTime < memoryFrom && track.minutes.firstTime !== null) {
    const isFilled = await history.fillNow([symbol], () => ({ fromTime: fillFromTime, toTime: memoryFrom }));
    if (!isFilled) throw new Error(`the source does not answer for the history of ${symbol}`);
  }
  const older = await archive.minutes(symbol, { fromTime, toTime: memoryFrom });
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
