import type { EpochMs } from '@vigia/core/kernel';
import type { Transaction } from '#platform/persistence/database.ts';
import { type DecidedTrade, decideTrade } from './decide-trade.ts';
import type { TradingDeps } from './deps.ts';
import { publishTrades } from './publish-trades.ts';
import { appendEndings, insertSettlementRecords, markSettled } from './settlement.repository.ts';
import { findDue } from './trade.repository.ts';
import type { TradeRow } from './trade-row.ts';

/** Trades decided in one transaction: large enough for an expiry storm, small enough to hold locks only briefly. */
const BATCH_MAX = 5_000;

/**
 * A source's ticks arrive well within this time; a symbol that stays silent longer is decided by what is known.
 * Below 1 s, the promise of decisions §4, by the time a batch needs.
 */
const SETTLE_GRACE_MS = 800;

/** Settles what is due and can be decided, at the price of each expiry; resolves to how many were settled. */
export async function settleDueTrades(deps: TradingDeps): Promise<number> {
  const nowMs = deps.clock.now();
  const due = await findDue(deps.db.sql, nowMs, BATCH_MAX);
  const decidable = due.filter((row) => isDecidable(deps, row, nowMs));
  if (decidable.length === 0) return 0;
  try {
    return await settle(deps, decidable);
  } catch (error) {
    if (decidable.length === 1) throw error;
    deps.log.error({ err: error, trades: decidable.length }, 'settlement batch failed; settling one by one');
    return settleOneByOne(deps, decidable);
  }
}

/** A trade that cannot be settled must not keep the others waiting. */
async function settleOneByOne(deps: TradingDeps, rows: readonly TradeRow[]): Promise<number> {
  let settled = 0;
  for (const row of rows) {
    try {
      settled += await settle(deps, [row]);
    } catch (error) {
      deps.log.error({ err: error, trade: row.id }, 'trade could not be settled; it stays due');
    }
  }
  return settled;
}

async function settle(deps: TradingDeps, rows: readonly TradeRow[]): Promise<number> {
  const nowMs = deps.clock.now();
  const decided = await decideAll(deps, rows);
  const settled = await deps.db.transaction((tx) => writeSettlements(deps, tx, decided, nowMs));
  await publishTrades(deps, settled);
  return settled.length;
}

function isDecidable({ market }: TradingDeps, row: TradeRow, nowMs: number): boolean {
  const expiryMs = row.expiry_time.getTime();
  const knownMs = market.knownThroughMs(row.symbol);
  return nowMs >= expiryMs + SETTLE_GRACE_MS || (knownMs !== null && knownMs >= expiryMs);
}

/** Many trades share symbol and expiry: each price is looked up once. */
async function decideAll({ market }: TradingDeps, rows: readonly TradeRow[]): Promise<DecidedTrade[]> {
  const lookups = new Map<string, ReturnType<typeof market.lastTickBefore>>();
  const tickFor = (row: TradeRow) => {
    const expiryMs = row.expiry_time.getTime();
    const key = `${row.symbol}@${expiryMs}`;
    const lookup = lookups.get(key) ?? market.lastTickBefore(row.symbol, expiryMs);
    lookups.set(key, lookup);
    return lookup;
  };
  return Promise.all(rows.map(async (row) => decideTrade(row, await tickFor(row))));
}

async function writeSettlements(
  { accounts }: TradingDeps,
  tx: Transaction,
  decided: readonly DecidedTrade[],
  nowMs: EpochMs,
): Promise<DecidedTrade[]> {
  const settledIds = await markSettled(tx, decided, nowMs);
  const settled = decided.filter((trade) => settledIds.has(trade.id));
  if (settled.length === 0) return settled;
  await insertSettlementRecords(tx, settled, nowMs);
  await appendEndings(tx, settled, nowMs);
  await accounts.book(
    tx,
    settled.map((trade) => trade.booking),
    nowMs,
  );
  return settled;
}
