import type { PriceSource } from '@vigia/core/vocabulary';
import type { Sql } from '#platform/persistence/database.ts';

/**
 * Reason why a signal that the rules give may be absent without a fault. `off`: the automation was switched off, or was
 * switched on or changed less than two minutes before; `unrecorded`: older than the record of its switches; `payout`:
 * the rules ask for a payout, and earlier payouts are not stored; `prices`: no recorded ticks show that the prices were
 * live, which is also so if the server was stopped, and for ticks that are no longer kept.
 */
type MissingSignalReason = 'off' | 'unrecorded' | 'payout' | 'prices';

/** Signals that the rules give and that are not stored. */
export type AbsentSignals = {
  readonly explained: Readonly<Record<MissingSignalReason, number>>;
  /** Entry times of the signals that nothing explains, in epoch milliseconds. */
  readonly missing: readonly number[];
};

/** A change of a setup or strategy between on and off. */
export type AutomationSwitch = { readonly at_ms: number; readonly on: boolean };

/** One version of an automation, as far as it is known. */
export type WatchedVersion = {
  readonly source: PriceSource;
  readonly symbol: string;
  readonly timeframeSeconds: number;
  readonly liveSinceMs: number;
  readonly switches: readonly AutomationSwitch[];
  readonly asksPayout: boolean;
};

/** Longest time from the start of an automation until it is evaluated live. */
const STARTED_MS = 120_000;
/** Largest age of the last tick at which a price surely counts as live (docs/spec/market-data.md). */
const FRESH_MS = 2_000;
/** Time before a signal in which live ticks show that the server ran, and the length of its parts. */
const RUNNING_MS = 300_000;
const PART_MS = 30_000;

/** Divides absent signals into those that something explains and those that are missing. */
export async function explainAbsences(
  sql: Sql,
  times: readonly number[],
  watched: WatchedVersion,
): Promise<AbsentSignals> {
  const explained = { off: 0, unrecorded: 0, payout: 0, prices: 0 };
  const candidates: number[] = [];
  for (const timeMs of times) {
    const reason = reasonAt(timeMs, watched);
    if (reason === null) candidates.push(timeMs);
    else explained[reason] += 1;
  }
  const missing = candidates.length === 0 ? [] : await findLive(sql, candidates, watched);
  return { explained: { ...explained, prices: candidates.length - missing.length }, missing };
}

function reasonAt(timeMs: number, { switches, liveSinceMs, asksPayout }: WatchedVersion): MissingSignalReason | null {
  const last = switches.findLast(({ at_ms: atMs }) => atMs <= timeMs);
  if (last === undefined) return 'unrecorded';
  if (!last.on || timeMs - last.at_ms < STARTED_MS || timeMs - liveSinceMs < STARTED_MS) return 'off';
  return asksPayout ? 'payout' : null;
}

/**
 * Returns those times at which recorded ticks show a live market and a running server: a fresh tick before and after
 * the time, ticks all along the five minutes before, and none that came later as a backfill.
 */
async function findLive(
  sql: Sql,
  times: readonly number[],
  { source, symbol, timeframeSeconds }: WatchedVersion,
): Promise<number[]> {
  const backMs = Math.max(RUNNING_MS, timeframeSeconds * 1_000);
  const between = (from: string, to: string) => sql.unsafe(`time_ms >= ${from} AND time_ms < ${to}`);
  const ofSymbol = sql`source = ${source} AND symbol = ${symbol}`;
  const rows = await sql<{ ms: number }[]>`
    SELECT t.ms FROM unnest(${[...times]}::bigint[]) AS t (ms)
    WHERE EXISTS (SELECT 1 FROM ticks WHERE ${ofSymbol} AND ${between(`t.ms - ${FRESH_MS}`, 't.ms')} AND NOT backfilled)
      AND EXISTS (SELECT 1 FROM ticks WHERE ${ofSymbol} AND ${between('t.ms', `t.ms + ${FRESH_MS}`)} AND NOT backfilled)
      AND NOT EXISTS (SELECT 1 FROM ticks
                      WHERE ${ofSymbol} AND ${between(`t.ms - ${backMs}`, `t.ms + ${FRESH_MS}`)} AND backfilled)
      AND (SELECT count(DISTINCT (t.ms - 1 - time_ms) / ${PART_MS}) FROM ticks
           WHERE ${ofSymbol} AND ${between(`t.ms - ${RUNNING_MS}`, 't.ms')}) = ${RUNNING_MS / PART_MS}
    ORDER BY t.ms`;
  return rows.map(({ ms }) => ms);
}
