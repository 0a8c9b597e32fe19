import { type Candle, candleAt, resample } from '@vigia/core/candles';
import { createStrategyFold, type StrategyRules } from '@vigia/core/strategies';
import { type Direction, type StrategyType, TIMEFRAME_SECONDS, type Timeframe } from '@vigia/core/vocabulary';
import type { Sql } from '#platform/persistence/database.ts';
import { storedMinutes } from '../market-data/index.ts';
import { canonicalJson, type Derivation, derivePerVersion, type SealedSignalRow } from '../signals/index.ts';
import { readRules } from './read-rules.ts';

const MINUTE_S = 60;

type Version = {
  readonly version: number;
  readonly type: StrategyType;
  readonly asset: string;
  readonly timeframe: Timeframe;
  readonly parameters: unknown;
  readonly anchor_time: number;
};

/** Result of the fold at the close of a candle. */
type Found = { readonly direction: Direction; readonly entry_price: number; readonly candle: Candle };

/**
 * Derives a strategy's signals again with each version's rules, as a newly started engine would.
 * @param rows the strategy's sealed chain
 */
export async function rederive(sql: Sql, strategyId: string, rows: readonly SealedSignalRow[]): Promise<Derivation[]> {
  const versions = await sql<Version[]>`
    SELECT version, type, asset, timeframe, parameters, anchor_time FROM strategy_versions
    WHERE strategy_id = ${strategyId} ORDER BY version`;
  return derivePerVersion(rows, versions, (version, sealed) => rederiveVersion(sql, version, sealed));
}

async function rederiveVersion(sql: Sql, stored: Version, sealed: readonly SealedSignalRow[]): Promise<Derivation> {
  const { version, asset, timeframe, anchor_time: fromTime } = stored;
  const rules = readRules(stored);
  if (rules === null) return { kind: 'not_possible', version, reason: 'rules' };
  const sealedSource = sealed[0]?.body['source'];
  const source = typeof sealedSource === 'string' ? sealedSource : undefined;
  const toTime = (sealed.at(-1)?.entry_time_ms ?? 0) / 1_000;
  const minutes = source === undefined ? undefined : await storedMinutes(sql, source, asset, { fromTime, toTime });
  if (minutes === undefined || minutes.length === 0) return { kind: 'not_possible', version, reason: 'minutes' };
  const found = signalsIn(resample(minutes, TIMEFRAME_SECONDS[timeframe], MINUTE_S).candles, rules, timeframe);
  for (const row of sealed) {
    const fault = difference(row, found.get(row.entry_time_ms));
    if (fault !== undefined) return { kind: 'differs', version, seq: row.seq, key: fault };
  }
  return { kind: 'derived', version, signals: sealed.length };
}

/** Returns the signals by entry time, epoch milliseconds. */
function signalsIn(
  candles: Parameters<typeof candleAt>[0],
  rules: StrategyRules,
  timeframe: Timeframe,
): ReadonlyMap<number, Found> {
  const seconds = TIMEFRAME_SECONDS[timeframe];
  const fold = createStrategyFold(rules, seconds);
  const found = new Map<number, Found>();
  for (let row = 0; row < candles.length; row += 1) {
    const candle = candleAt(candles, row);
    const move = fold.push(candle.time, candle.open, candle.high, candle.low, candle.close);
    if (move === 0) continue;
    const direction = move === 1 ? 'CALL' : 'PUT';
    found.set((candle.time + seconds) * 1_000, { direction, entry_price: candle.close, candle });
  }
  return found;
}

/** Returns undefined if the sealed signal agrees with the candles. */
function difference({ body }: SealedSignalRow, found: Found | undefined): string | null | undefined {
  if (found === undefined) return null;
  const keys = ['direction', 'entry_price', 'candle'] as const;
  return keys.find((key) => canonicalJson(found[key]) !== canonicalJson(body[key] ?? null));
}
