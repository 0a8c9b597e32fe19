import type { Broker } from '@vigia/broker-kit/port';
import { checkSettlement, type RecordedPrices } from '@vigia/core/trades';
import type { Sql } from '#platform/persistence/database.ts';
import { recordedPrices } from '../../market-data/index.ts';
import {
  type CheckedUntil,
  type CorrectedTrade,
  checkPositionAt,
  findCheckedTrades,
  findCheckedUntil,
  findCorrectedTrades,
  findDecidedTrades,
  type NewSettlementCheck,
  storeCheckedUntil,
  storeChecks,
} from './checks.repository.ts';
import { type CheckedTrade, priceTimesOf, rulesOf, statedTrade } from './moments.ts';

/**
 * Time in milliseconds from a settlement to its check. By then every transaction that settled at this time is
 * committed, and the ticks around the expiry are stored.
 */
export const CHECK_AFTER_MS = 60_000;
/** The first check of an installation begins this many milliseconds ago. Older ticks are not kept by default. */
const FIRST_SPAN_MS = 3 * 24 * 60 * 60_000;
/** Each search begins this many milliseconds before the last one ended, for a clock that was set back. */
const REPEATED_MS = 10_000;
const PAGE_TRADES = 5_000;

export type CheckDeps = { readonly sql: Sql; readonly catalog: readonly Broker[]; readonly nowMs: number };

/**
 * Checks the trades that ended since the last search and at least a minute ago. A search that is repeated, or cut off
 * by a crash, changes nothing that was checked already.
 * @returns the number of new checks
 */
export async function checkSettlements(deps: CheckDeps): Promise<number> {
  const { sql, nowMs } = deps;
  const untilMs = nowMs - CHECK_AFTER_MS;
  const fromMs = ((await findCheckedUntil(sql)) ?? nowMs - FIRST_SPAN_MS) - REPEATED_MS;
  let made = 0;
  let after: CheckedUntil | null = checkPositionAt(fromMs);
  while (after !== null) {
    const decided: readonly CheckedTrade[] = await findDecidedTrades(sql, after, untilMs, PAGE_TRADES);
    made += await checkTrades(deps, decided);
    const last = decided.at(-1);
    const isLast = last === undefined || decided.length < PAGE_TRADES;
    after = isLast ? null : { settledAtMs: last.settled_at.getTime(), id: last.id };
  }
  await checkCorrected(deps);
  await storeCheckedUntil(sql, Math.max(fromMs, untilMs));
  return made;
}

/**
 * Checks these trades, without those that have a check.
 * @returns the number of new checks
 */
export async function checkTrades(deps: CheckDeps, decided: readonly CheckedTrade[]): Promise<number> {
  if (decided.length === 0) return 0;
  const checked = await findCheckedTrades(deps.sql, decided);
  const made = await checksOf(
    deps,
    decided.filter(({ id }) => !checked.has(id)),
  );
  await storeChecks(deps.sql, made, deps.nowMs);
  return made.length;
}

/** Checks trades again that were corrected after their check. */
export async function checkCorrected(deps: CheckDeps): Promise<void> {
  const corrected = await findCorrectedTrades(deps.sql);
  await storeChecks(
    deps.sql,
    corrected.flatMap((trade) => recheck(deps, trade)),
    deps.nowMs,
  );
}

async function checksOf(
  { sql, catalog }: CheckDeps,
  trades: readonly CheckedTrade[],
): Promise<readonly NewSettlementCheck[]> {
  const known = trades.flatMap((trade) => {
    const rules = rulesOf(catalog, trade.broker);
    return rules === null ? [] : [{ trade, rules, ...priceTimesOf(trade, rules) }];
  });
  const prices = await recordedPrices(
    sql,
    known.flatMap(({ entry, settle }) => [entry, settle]),
  );
  return known.map(({ trade, rules, entry: { precisionMs } }, index) => {
    // A recording that is played again has other prices at the same times.
    const isReplayed = trade.source === 'replay';
    const [entry = null, settle = null] = isReplayed ? [] : prices.slice(2 * index, 2 * index + 2);
    return { trade, entry, settle, precisionMs, check: checkSettlement(statedTrade(trade, rules), entry, settle) };
  });
}

/** Checks a corrected trade again, with the prices that its first check has copied. */
function recheck({ catalog }: CheckDeps, trade: CorrectedTrade): readonly NewSettlementCheck[] {
  const rules = rulesOf(catalog, trade.broker);
  if (rules === null) return [];
  const [entry, settle] = [pricesIn(trade.entry_prices), pricesIn(trade.settle_prices)];
  const { precisionMs } = priceTimesOf(trade, rules).entry;
  return [{ trade, entry, settle, precisionMs, check: checkSettlement(statedTrade(trade, rules), entry, settle) }];
}

const pricesIn = (copied: CorrectedTrade['entry_prices']): RecordedPrices | null =>
  copied && { heldPrice: copied[0], lowPrice: copied[1], highPrice: copied[2] };
