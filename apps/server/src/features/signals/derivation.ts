import type { CandleColumns } from '@vigia/core/candles';
import type { Sql } from '#platform/persistence/database.ts';
import { storedMinutes } from '../market-data/index.ts';
import type { SealedSignalRow } from './verify-chain.ts';

/**
 * Result of deriving a version's signals again from the stored minutes. `not_possible` means that the rules need data
 * that is not stored: ticks or earlier payouts.
 */
export type Derivation =
  | { readonly kind: 'derived'; readonly version: number; readonly signals: number }
  | {
      readonly kind: 'not_possible';
      readonly version: number;
      readonly reason: 'ticks' | 'payout' | 'rules' | 'minutes';
    }
  /**
   * A difference between a hash-chained signal and the derived one. `key` is the first field that differs; null if the
   * candles give no signal at that time.
   */
  | { readonly kind: 'differs'; readonly version: number; readonly seq: number; readonly key: string | null };

type Reason = Extract<Derivation, { kind: 'not_possible' }>['reason'];
type Version = { readonly version: number; readonly asset: string; readonly anchor_time: number };

/** One version of a setup's or strategy's rules, which derives signals again from stored 1-minute candles. */
export type Rederived<Found> = {
  /** Returns the signals that the minutes give, by entry time in epoch milliseconds. */
  signalsIn(minutes: CandleColumns): ReadonlyMap<number, Found>;
  /** Returns the first field in which the hash-chained signal differs from the derived one; undefined if they agree. */
  difference(sealed: SealedSignalRow, found: Found, source: string): string | undefined;
};

/**
 * Derives the signals of a chain again, each with the version of the rules that was in force when it was stored.
 * @param rulesOf returns the rules of a version, or the reason why its signals cannot be derived
 */
export async function derivePerVersion<Stored extends Version, Found>(
  sql: Sql,
  rows: readonly SealedSignalRow[],
  versions: readonly Stored[],
  rulesOf: (version: Stored) => Rederived<Found> | Reason,
): Promise<Derivation[]> {
  const known = new Map(versions.map((version) => [version.version, version]));
  const derived: Derivation[] = [];
  for (const version of new Set(rows.map((row) => row.version))) {
    const sealed = rows.filter((row) => row.version === version);
    const stored = known.get(version);
    const rules = stored && rulesOf(stored);
    if (stored === undefined || rules === undefined) derived.push({ kind: 'not_possible', version, reason: 'rules' });
    else if (typeof rules === 'string') derived.push({ kind: 'not_possible', version, reason: rules });
    else derived.push(await deriveVersion(sql, stored, sealed, rules));
  }
  return derived;
}

async function deriveVersion<Found>(
  sql: Sql,
  { version, asset, anchor_time: fromTime }: Version,
  sealed: readonly SealedSignalRow[],
  { signalsIn, difference }: Rederived<Found>,
): Promise<Derivation> {
  const source = sealed[0]?.body['source'];
  const toTime = (sealed.at(-1)?.entry_time_ms ?? 0) / 1_000;
  const minutes =
    typeof source === 'string' ? await storedMinutes(sql, source, asset, { fromTime, toTime }) : undefined;
  if (typeof source !== 'string' || minutes === undefined || minutes.length === 0)
    return { kind: 'not_possible', version, reason: 'minutes' };
  const signals = signalsIn(minutes);
  for (const row of sealed) {
    const found = signals.get(row.entry_time_ms);
    const key = found === undefined ? null : difference(row, found, source);
    if (key !== undefined) return { kind: 'differs', version, seq: row.seq, key };
  }
  return { kind: 'derived', version, signals: sealed.length };
}
