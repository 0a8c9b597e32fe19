import { createHash } from 'node:crypto';
import { type AssetSpec, type SimulatedPrices, simulatedAsset, TickCursor } from '@vigia/core/market-model';
import { type Finding, findings, type ReadOnlySql } from './finding.ts';

const MINUTE_S = 60;

export type CandleCheck = {
  readonly market: SimulatedPrices;
  /** Open time, epoch seconds, of the first candle that is checked. */
  readonly fromTime: number;
  /** Symbols whose prices intentionally differ. */
  readonly except?: readonly string[];
};

type Candle = {
  readonly symbol: string;
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
};

/**
 * Checks invariant I6: every stored 1-minute candle equals the candle that the simulated market produces without
 * faults. No candle between them may be missing.
 */
export async function checkCandles(
  sql: ReadOnlySql,
  { market, fromTime, except = [] }: CandleCheck,
): Promise<readonly Finding[]> {
  const rows = await sql<Candle[]>`
    SELECT symbol, time::float8 AS time, open, high, low, close FROM candles_1m
    WHERE source = 'simulated' AND time >= ${fromTime} ORDER BY symbol, time`;
  const faults = rows
    .filter(({ symbol }) => !except.includes(symbol))
    .flatMap((row, index, all) => {
      const before = all[index - 1];
      const isNext = before?.symbol !== row.symbol || before.time + MINUTE_S === row.time;
      const asset = simulatedAsset(row.symbol);
      const isRight = asset !== undefined && isSame(row, minuteOf(market, asset, row.time));
      return [
        ...(isNext ? [] : [`the minutes of ${row.symbol} before ${row.time} are missing`]),
        ...(isRight ? [] : [`the minute ${row.time} of ${row.symbol} is not the market's: ${JSON.stringify(row)}`]),
      ];
    });
  return findings('I6', faults);
}

function minuteOf(market: SimulatedPrices, asset: AssetSpec, time: number): Omit<Candle, 'symbol'> {
  const cursor = new TickCursor(market, asset).seekFrom(time * 1_000);
  const candle = { time, open: cursor.price, high: cursor.price, low: cursor.price, close: cursor.price };
  for (; cursor.timeMs < (time + MINUTE_S) * 1_000; cursor.next()) {
    candle.close = cursor.price;
    candle.high = Math.max(candle.high, cursor.price);
    candle.low = Math.min(candle.low, cursor.price);
  }
  return candle;
}

const isSame = (a: Omit<Candle, 'symbol'>, b: Omit<Candle, 'symbol'>): boolean =>
  a.open === b.open && a.high === b.high && a.low === b.low && a.close === b.close;

/** Returns all published records that must never change, by name: signals and closed 1-minute candles. */
export async function publishedSeals(sql: ReadOnlySql): Promise<ReadonlyMap<string, string>> {
  const signals = await sql<{ name: string; row: string }[]>`
    SELECT 'signal ' || id AS name, row_to_json(s)::text AS row FROM pcr_signals s`;
  const candles = await sql<{ name: string; row: string }[]>`
    SELECT 'minute ' || source || ' ' || symbol || ' ' || time AS name, row_to_json(c)::text AS row FROM candles_1m c`;
  return new Map([...signals, ...candles].map(({ name, row }) => [name, digest(row)]));
}

/** Checks invariant I6: the records that were published earlier still exist and are identical, byte for byte. */
export async function checkSeals(sql: ReadOnlySql, before: ReadonlyMap<string, string>): Promise<readonly Finding[]> {
  const now = await publishedSeals(sql);
  const changed = [...before].filter(([name, seal]) => now.get(name) !== seal).map(([name]) => `${name} has changed`);
  return findings('I6', [...changed, ...(await brokenChains(sql))]);
}

type Sealed = {
  readonly setup_id: string;
  readonly seq: number;
  readonly previous_hash: string;
  readonly hash: string;
  readonly body: unknown;
};

async function brokenChains(sql: ReadOnlySql): Promise<readonly string[]> {
  const rows = await sql<Sealed[]>`
    SELECT setup_id, seq, previous_hash, hash, body FROM pcr_signals ORDER BY setup_id, seq`;
  return rows.flatMap((row, index, all) => {
    const before = all[index - 1];
    const previous = before?.setup_id === row.setup_id ? before.hash : '0'.repeat(64);
    const seal = createHash('sha256').update(previous).update(canonical(row.body)).digest('hex');
    return seal === row.hash && previous === row.previous_hash ? [] : [`the seal of signal ${row.seq} is broken`];
  });
}

/** Serializes with sorted keys, like the hashed bodies of signals. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`;
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
