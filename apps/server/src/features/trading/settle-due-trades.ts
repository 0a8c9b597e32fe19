import type { EpochMs } from '@vigia/core/kernel';
import type { Transaction } from '#platform/persistence/database.ts';
import type { MarketData } from '../market-data/index.ts';
import { type DecidedTrade, decideTrade } from './decide-trade.ts';
import type { TradingDeps } from './deps.ts';
import { publishTrades } from './publish-trades.ts';
import { appendEndings, markSettled } from './settlement.repository.ts';
import { findDue } from './trade.repository.ts';
import type { TradeRow } from './trade-row.ts';

/** Trades decided in one transaction: large enough for an expiry storm, small enough to hold locks only briefly. */
const BATCH_MAX = 5_000;

/**
 * A source's ticks arrive well within this time; a symbol that stays silent longer is decided by what is known.
 * Below 1 s, the promise of decisions §4, by the time a batch needs.
 */
const SETTLE_GRACE_MS = 800;

/**
 * Settles what is due and can be decided, at the price of each expiry; resolves to how many were settled.
 * @throws Error naming the trades that could not be settled, once all others have been
 */
export async function settleDueTrades(deps: TradingDeps): Promise<number> {
  const nowMs = deps.clock.now();
  const due = await findDue(deps.db.sql, nowMs, BATCH_MAX);
  const decidable = due.filter((row) => isDecidable(deps, row, nowMs));
  if (decidable.length === 0) return 0;
  try {
    return await settle(deps, decidable);
  } catch (error) {
    if (decidable.length === 1) throw error;
    return settleOneByOne(deps, decidable);
  }
}

/** A trade that cannot be settled must not keep the others waiting. */
async function settleOneByOne(deps: TradingDeps, rows: readonly TradeRow[]): Promise<number> {
  let settled = 0;
  const stuck: { id: string; cause: unknown }[] = [];
  for (const row of rows) {
    try {
      settled += await settle(deps, [row]);
    } catch (cause) {
      stuck.push({ id: row.id, cause });
    }
  }
  if (stuck.length === 0) return settled;
  throw new Error(`trades stay due: ${stuck.map(({ id }) => id).join(', ')}`, { cause: stuck[0]?.cause });
}

async function settle(deps: TradingDeps, rows: readonly TradeRow[]): Promise<number> {
  const nowMs = deps.clock.now();
  const decided = await decideAll(deps, rows);
  if (decided.length === 0) return 0;
  const settled = await deps.db.transaction((tx) => writeSettlements(deps, tx, decided, nowMs));
  await publishTrades(deps, settled);
  return settled.length;
}

/** A trade is decided by its own source only, also where the server runs on another one by now. */
function isDecidable({ market }: TradingDeps, row: TradeRow, nowMs: number): boolean {
  const expiryMs = row.expiry_time.getTime();
  const knownMs = market.knownThroughMs(row.source, row.symbol);
  return nowMs >= expiryMs + SETTLE_GRACE_MS || (knownMs !== null && knownMs >= expiryMs);
}

/** Another recording plays now under the same name: its prices have nothing to do with what the trade was placed on. */
const isOfAnEarlierRun = (market: MarketData, row: TradeRow): boolean =>
  row.source === market.source && row.entry_tick_ms < market.historyFloor() * 1_000;

/** Many trades share source, symbol and expiry: each price is looked up once. Those whose price cannot be had stay due. */
async function decideAll({ market }: TradingDeps, rows: readonly TradeRow[]): Promise<DecidedTrade[]> {
  const lookups = new Map<string, ReturnType<typeof market.priceBefore>>();
  const priceFor = (row: TradeRow) => {
    const expiryMs = row.expiry_time.getTime();
    const key = `${row.source}:${row.symbol}@${expiryMs}`;
    const lookup = lookups.get(key) ?? market.priceBefore(row.source, row.symbol, expiryMs);
    lookups.set(key, lookup);
    return lookup;
  };
  const decided = await Promise.all(
    rows.map(async (row) => {
      if (isOfAnEarlierRun(market, row)) return [decideTrade(row, null)];
      const price = await priceFor(row);
      return price.ok ? [decideTrade(row, price.value)] : [];
    }),
  );
  return decided.flat();
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
  await appendEndings(tx, settled, nowMs);
  await accounts.book(
    tx,
    settled.map((trade) => trade.booking),
    nowMs,
  );
  return settled;
}
