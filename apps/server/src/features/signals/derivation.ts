import type { CandleColumns } from '@vigia/core/candles';
import { type PriceSource, TIMEFRAME_SECONDS, type Timeframe } from '@vigia/core/vocabulary';
import { yieldToEventLoop } from '#platform/clock/yield-to-event-loop.ts';
import type { Sql } from '#platform/persistence/database.ts';
import { storedMinutes } from '../market-data/index.ts';
import { type AbsentSignals, type AutomationSwitch, explainAbsences } from './absences.ts';
import type { SealedSignalRow } from './verify-chain.ts';

/**
 * Result of deriving a version's signals again from the stored minutes. `not_possible` means that the rules need data
 * that is not stored (ticks or earlier payouts), or that the signals came from outside and are inputs themselves.
 */
export type Derivation =
  /**
   * The stored signals agree. `absences`: signals that the rules give and that are not stored. The server may have been
   * off, the rules paused or the candles late, so only those that nothing explains are missing.
   */
  | { readonly kind: 'derived'; readonly version: number; readonly signals: number; readonly absences: AbsentSignals }
  | {
      readonly kind: 'not_possible';
      readonly version: number;
      readonly reason: 'ticks' | 'payout' | 'rules' | 'minutes' | 'source' | 'external';
    }
  /**
   * A difference between a hash-chained signal and the derived one. `key` is the first field that differs; null if the
   * candles give no signal at that time.
   */
  | { readonly kind: 'differs'; readonly version: number; readonly seq: number; readonly key: string | null };

type Reason = Extract<Derivation, { kind: 'not_possible' }>['reason'];
type Version = {
  readonly version: number;
  readonly asset: string;
  readonly timeframe: Timeframe;
  /** Null: the default source of the server. */
  readonly price_source: PriceSource | null;
  readonly anchor_time: number;
  readonly live_since: Date;
  /** Changes of the automation between on and off. They are the same in all its versions. */
  readonly switches: readonly AutomationSwitch[];
};

/** One version of a setup's or strategy's rules, which derives signals again from stored 1-minute candles. */
export type RederivedVersion<Found> = {
  /** True if the rules also ask for a payout, which is not stored. */
  readonly asksPayout: boolean;
  /**
   * Returns the signals that the minutes give, by entry time in epoch milliseconds.
   * @param turn awaited after each few thousand minutes
   */
  signalsIn(minutes: CandleColumns, turn: () => Promise<void>): Promise<ReadonlyMap<number, Found>>;
  /** Returns the first field in which the hash-chained signal differs from the derived one; undefined if they agree. */
  difference(sealed: SealedSignalRow, found: Found, source: string): string | undefined;
};

/** Signals that are compared between two turns of others, which takes about 5 ms. */
const SIGNALS_PER_TURN = 200;
/** Time after the entry of a signal within which it is stored. */
const STORED_WITHIN_MS = 60_000;

/**
 * Derives the signals of a chain again, each with the version of the rules that was in force when it was stored, and
 * finds those that these rules give and that are not stored.
 * @param rulesOf returns the rules of a version, or the reason why its signals cannot be derived
 * @param nowMs the current time, epoch milliseconds
 * @param turn lets other work of the process run: a year of minutes takes a tenth of a second
 */
export async function derivePerVersion<Stored extends Version, Found>(
  sql: Sql,
  rows: readonly SealedSignalRow[],
  versions: readonly Stored[],
  rulesOf: (version: Stored) => RederivedVersion<Found> | Reason,
  nowMs: number,
  turn: () => Promise<void> = yieldToEventLoop,
): Promise<Derivation[]> {
  const known = new Set(versions.map(({ version }) => version));
  const derived: Derivation[] = [];
  for (const version of new Set(rows.map((row) => row.version)))
    if (!known.has(version)) derived.push({ kind: 'not_possible', version, reason: 'rules' });
  for (const [place, stored] of versions.entries()) {
    const endMs = versions[place + 1]?.live_since.getTime() ?? nowMs - STORED_WITHIN_MS;
    const rules = rulesOf(stored);
    if (typeof rules === 'string') derived.push({ kind: 'not_possible', version: stored.version, reason: rules });
    else derived.push(await deriveVersion(sql, { stored, endMs, rows, rules, turn }));
  }
  return derived;
}

type Deriving<Found> = {
  readonly stored: Version;
  /** End of the version, epoch milliseconds. */
  readonly endMs: number;
  /** All signals of the automation. */
  readonly rows: readonly SealedSignalRow[];
  readonly rules: RederivedVersion<Found>;
  readonly turn: () => Promise<void>;
};

async function deriveVersion<Found>(sql: Sql, deriving: Deriving<Found>): Promise<Derivation> {
  const { stored, endMs, rows, rules, turn } = deriving;
  const { version, asset: symbol, anchor_time: fromTime } = stored;
  const sealed = rows.filter((row) => row.version === version);
  const source = sourceOf(stored, sealed) ?? sourceOf(stored, rows);
  if (source === null) return { kind: 'not_possible', version, reason: 'source' };
  const toTime = Math.ceil(Math.max(sealed.at(-1)?.entry_time_ms ?? 0, endMs) / 1_000);
  const minutes = await storedMinutes(sql, source, symbol, { fromTime, toTime });
  if (minutes.length === 0) return { kind: 'not_possible', version, reason: 'minutes' };
  const signals = await rules.signalsIn(minutes, turn);
  for (const [place, row] of sealed.entries()) {
    if (place % SIGNALS_PER_TURN === 0) await turn();
    const found = signals.get(row.entry_time_ms);
    const key = found === undefined ? null : rules.difference(row, found, source);
    if (key !== undefined) return { kind: 'differs', version, seq: row.seq, key };
  }
  const absent = absentTimes(deriving, signals.keys());
  const { timeframe, live_since: liveSince, switches } = stored;
  const absences = await explainAbsences(sql, absent, {
    source,
    symbol,
    switches,
    asksPayout: rules.asksPayout,
    timeframeSeconds: TIMEFRAME_SECONDS[timeframe],
    liveSinceMs: liveSince.getTime(),
  });
  return { kind: 'derived', version, signals: sealed.length, absences };
}

/** Returns the price source of a version: its own, or that of the signals that were found with the default source. */
function sourceOf({ price_source: own }: Version, [first]: readonly SealedSignalRow[]): PriceSource | null {
  const sealed = first?.body['source'];
  return own ?? (typeof sealed === 'string' ? sealed : null);
}

/** Returns the entry times that are in the life of the version and that have no stored signal of any version. */
function absentTimes<Found>({ stored, endMs, rows }: Deriving<Found>, times: Iterable<number>): number[] {
  const found = new Set(rows.map((row) => row.entry_time_ms));
  const liveSinceMs = stored.live_since.getTime();
  return [...times].filter((timeMs) => timeMs > liveSinceMs && timeMs < endMs && !found.has(timeMs));
}
