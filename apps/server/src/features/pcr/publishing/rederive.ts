import { at, type CandleColumns, candleAt, resample } from '@vigia/core/candles';
import { PcrDetector, type PcrRules, parsePcrSetup, type Signal } from '@vigia/core/pcr';
import { type PriceSource, TIMEFRAME_SECONDS, type Timeframe } from '@vigia/core/vocabulary';
import type { Sql } from '#platform/persistence/database.ts';
import { storedMinutes } from '../../market-data/index.ts';
import { canonicalJson, type Derivation, derivePerVersion, type SealedSignalRow } from '../../signals/index.ts';
import { toSignalBody } from './signal-body.ts';

const MINUTE_S = 60;

type Version = {
  readonly version: number;
  readonly asset: string;
  readonly timeframe: Timeframe;
  readonly definition: unknown;
  readonly anchor_time: number;
};

/** Body fields that the detector decides; the others identify the signal or were quoted at its time. */
const DERIVED = [
  ...(['direction', 'entry_point', 'entry_time_ms', 'entry_price', 'expiration_ms', 'confidence', 'pattern'] as const),
  ...(['filter_results', 'zone', 'sequence'] as const),
];

/**
 * Derives a setup's signals again with each version's rules, as a newly started engine would.
 * @param rows the setup's sealed chain
 */
export async function rederive(sql: Sql, setupId: string, rows: readonly SealedSignalRow[]): Promise<Derivation[]> {
  const versions = await sql<Version[]>`
    SELECT version, asset, timeframe, definition, anchor_time FROM pcr_setup_versions
    WHERE setup_id = ${setupId} ORDER BY version`;
  return derivePerVersion(rows, versions, (version, sealed) => rederiveVersion(sql, setupId, version, sealed));
}

async function rederiveVersion(
  sql: Sql,
  setupId: string,
  { version, asset, timeframe, definition, anchor_time }: Version,
  sealed: readonly SealedSignalRow[],
): Promise<Derivation> {
  const parsed = parsePcrSetup(definition);
  if (!parsed.ok) return { kind: 'not_possible', version, reason: 'rules' };
  const rules = { ...parsed.value, timeframe };
  if (rules.trigger === 'touch') return { kind: 'not_possible', version, reason: 'ticks' };
  if (rules.filters.some(({ filter }) => filter === 'payout'))
    return { kind: 'not_possible', version, reason: 'payout' };
  const sealedSource = sealed[0]?.body['source'];
  const source = typeof sealedSource === 'string' ? sealedSource : undefined;
  const toTime = (sealed.at(-1)?.entry_time_ms ?? 0) / 1_000;
  const minutes =
    source === undefined ? undefined : await storedMinutes(sql, source, asset, { fromTime: anchor_time, toTime });
  if (source === undefined || minutes === undefined || minutes.length === 0)
    return { kind: 'not_possible', version, reason: 'minutes' };
  const found = signalsIn(minutes, rules);
  for (const row of sealed) {
    const origin = { setupId, setupVersion: version, asset, timeframe, source };
    const fault = difference(row, found.get(row.entry_time_ms), origin);
    if (fault !== undefined) return { kind: 'differs', version, seq: row.seq, key: fault };
  }
  return { kind: 'derived', version, signals: sealed.length };
}

/**
 * Returns the signals by entry time. Each minute counts as one tick at its very end, as in the engine's history fold.
 */
function signalsIn(minutes: CandleColumns, rules: PcrRules): ReadonlyMap<number, Signal> {
  const found = new Map<number, Signal>();
  const listener = { onSignal: (signal: Signal) => void found.set(signal.entryTime, signal) };
  const detector = new PcrDetector(rules, { listener, payoutRatio: null });
  const seconds = TIMEFRAME_SECONDS[rules.timeframe];
  const { candles } = resample(minutes, seconds, MINUTE_S);
  let row = 0;
  for (let i = 0; i < candles.length; i += 1) {
    const { time, open, high, low, close } = candleAt(candles, i);
    for (; row < minutes.length && at(minutes.time, row) < time + seconds; row += 1)
      detector.pushTick((at(minutes.time, row) + MINUTE_S) * 1_000 - 1, at(minutes.close, row));
    detector.push(time, open, high, low, close);
  }
  return found;
}

type Origin = { setupId: string; setupVersion: number; asset: string; timeframe: Timeframe; source: PriceSource };

/** Returns undefined if the sealed signal agrees with the candles. */
function difference({ body }: SealedSignalRow, signal: Signal | undefined, origin: Origin): string | null | undefined {
  if (signal === undefined) return null;
  const inputs = { candle: { time: 0, open: 0, high: 0, low: 0, close: 0 }, atr: null, payout: null };
  const derived = toSignalBody(signal, origin, inputs);
  return DERIVED.find((key) => canonicalJson(derived[key]) !== canonicalJson(body[key] ?? null));
}
