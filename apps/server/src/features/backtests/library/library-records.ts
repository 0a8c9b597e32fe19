import { lengthOfSubject, reportOf, runBacktest } from '@vigia/core/backtest';
import { type CandleColumns, candlesFromTicks, type TickColumns } from '@vigia/core/candles';
import { minorUnits, SeededRng } from '@vigia/core/kernel';
import { type AssetSpec, demoMarket, payoutRatio, simulatedAsset, TickCursor } from '@vigia/core/market-model';
import { PAPER_CURRENCY } from '@vigia/core/money';
import { expectedSecondsOf } from '@vigia/core/trades';
import { toReport } from '../thread/report-view.ts';
import type { LibraryRecord } from '../threads/protocol.ts';
import { SharedCandles } from '../threads/shared-candles.ts';
import { STARTING_POINTS, type StartingPoint } from './library-items.ts';
import { recordSubjectOf } from './library-subject.ts';

const DAY_MS = 86_400_000;
/** Seed of the library's own simulated market, which is the same in every installation. */
const SEED = 20_260_101;
const MARKET = demoMarket(SEED, 'uneven');
/** Time per tick, in milliseconds, for which a day has room. The market has about one tick a second. */
const TICK_MEAN_MIN_MS = 500;
const MINUTE_S = 60;

/**
 * Returns the 1-minute candles of a simulated market between two midnights. The candles depend only on the arguments.
 */
function marketMinutes(asset: AssetSpec, fromMs: number, toMs: number): CandleColumns {
  const cursor = new TickCursor(MARKET, asset).seekFrom(fromMs);
  const all = new SharedCandles((toMs - fromMs) / 1_000 / MINUTE_S);
  const room = DAY_MS / TICK_MEAN_MIN_MS;
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

/** Builds the candles of a complete day, so that its last minute is closed too. */
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

const FROM_MS = Date.UTC(2026, 0, 1);
const TO_MS = Date.UTC(2026, 3, 1);
const STAKE = minorUnits(1_000);

/** Backtests each starting point of the library on the simulated market. It takes seconds, so it runs in a thread. */
export function libraryRecords(): readonly LibraryRecord[] {
  const symbols = [...new Set(STARTING_POINTS.map((point) => point.asset))];
  return symbols.flatMap(recordsOn);
}

function recordsOn(symbol: string): readonly LibraryRecord[] {
  const asset = simulatedAsset(symbol);
  if (asset === undefined) throw new Error(`the simulated market has no ${symbol}`);
  const base = marketMinutes(asset, FROM_MS, TO_MS);
  return STARTING_POINTS.filter((point) => point.asset === symbol).map((point) => ({
    key: point.key,
    record: JSON.stringify(recordOf(point, asset, base)),
  }));
}

function recordOf(point: StartingPoint, asset: AssetSpec, base: Parameters<typeof runBacktest>[0]) {
  const subject = recordSubjectOf(point);
  const payout = (entryMs: number) =>
    payoutRatio(MARKET.facts.key, asset, expectedSecondsOf(lengthOfSubject(subject)), entryMs);
  const run = runBacktest(base, subject, { payout, stakeMinor: STAKE });
  if (!run.ok) throw new Error(`«${point.key}» cannot be run: ${run.error.reason}`);
  const figures = reportOf(run.value, { zoneOffsetMs: () => 0, rng: new SeededRng(SEED) });
  const report = toReport(run.value, figures, {
    asset: asset.symbol,
    source: 'simulated',
    currency: PAPER_CURRENCY,
    compute_ms: 0,
  });
  const { card, profit, trades, from, to, luck } = report;
  return { card, profit, trades, from, to, p_value: luck?.p_value ?? null };
}
