import { finalTransferOf, type Trade, type TradeEvent, transition, wireStatusOf } from '@vigia/core/trades';
import { expect } from 'vitest';
import type { Sql } from '#platform/persistence/database.ts';

type Row = {
  readonly id: string;
  readonly account_id: string;
  readonly status: string;
  readonly execution: string;
  readonly stake_minor: number;
  readonly profit_minor: number | null;
  readonly settle_price: number | null;
  readonly events: readonly { readonly type: string }[];
  readonly seqs: readonly number[];
  readonly transfers: readonly { readonly phase: string; readonly cash: number; readonly held: number }[];
};

type AccountRow = {
  readonly id: string;
  readonly kind: string;
  readonly cash_minor: number;
  readonly held_minor: number;
  readonly booked_cash: number;
  readonly booked_held: number;
  readonly funded: number;
  readonly max_concurrent_trades: number;
  readonly daily_loss_limit_minor: number | null;
};

/** Reads all trades with all their events. */
const readTrades = (sql: Sql) => sql<Row[]>`
  SELECT t.id, t.account_id, t.status, t.execution, t.stake_minor, t.profit_minor, t.settle_price,
         (SELECT jsonb_agg(e.payload || jsonb_build_object('type', e.kind) ORDER BY e.seq)
          FROM trade_events e WHERE e.trade_id = t.id) AS events,
         (SELECT array_agg(e.seq ORDER BY e.seq) FROM trade_events e WHERE e.trade_id = t.id) AS seqs,
         (SELECT jsonb_agg(jsonb_build_object('phase', l.phase, 'cash', l.user_cash_minor, 'held', l.user_hold_minor)
                           ORDER BY l.phase)
          FROM ledger_transfers l WHERE l.trade_id = t.id) AS transfers
  FROM trades t`;

const readAccounts = (sql: Sql) => sql<AccountRow[]>`
  SELECT a.id, a.kind, a.cash_minor, a.held_minor, u.max_concurrent_trades, b.daily_loss_limit_minor,
         coalesce(sum(l.user_cash_minor), 0)::bigint AS booked_cash,
         coalesce(sum(l.user_hold_minor), 0)::bigint AS booked_held,
         coalesce(sum(l.user_cash_minor) FILTER (WHERE l.phase = 'funding'), 0)::bigint AS funded
  FROM accounts a JOIN users u ON u.id = a.user_id 
  LEFT JOIN limit_books b ON b.user_id = u.id AND b.currency = a.currency AND (b.scope = 'real') = (a.kind = 'real')
  LEFT JOIN ledger_transfers l ON l.account_id = a.id
  GROUP BY a.id, u.id, b.daily_loss_limit_minor`;

const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((total, item) => total + of(item), 0);

/** Rebuilds a trade from its events with the core's transition table. */
function fold([intent, ...rest]: Row['events']): Trade {
  let trade = { ...intent, state: 'intent' } as unknown as Trade;
  for (const event of rest) {
    const next = transition(trade, event as TradeEvent);
    if (!next.ok) throw new Error(`${next.error.event} in ${next.error.state}`);
    trade = next.value;
  }
  return trade;
}

function checkTrade(row: Row): void {
  const trade = fold(row.events);
  expect(row.seqs, 'events without holes').toEqual(row.events.map((_, index) => index + 1));
  expect(wireStatusOf(trade.state), 'the row is the fold of its events').toEqual({
    status: row.status,
    execution: row.execution,
  });
  const settlePrice = 'settlement' in trade ? (trade.settlement.settleTick?.price ?? null) : null;
  expect([row.profit_minor, row.settle_price]).toEqual([profitOf(trade), settlePrice]);
  const phases = row.transfers.map(({ phase }) => phase).filter((phase) => phase !== 'correction');
  expect(phases, 'one stake, and one settlement once it has ended').toEqual([
    'hold',
    ...(finalTransferOf(trade) === null ? [] : ['settlement']),
  ]);
  const isOver = row.status !== 'active';
  const moved = { cash: sum(row.transfers, ({ cash }) => cash), held: sum(row.transfers, ({ held }) => held) };
  expect(moved, 'what is held, and what came back').toEqual({
    cash: isOver ? (row.profit_minor ?? Number.NaN) : -row.stake_minor,
    held: isOver ? 0 : row.stake_minor,
  });
}

/** Returns the result of an ended trade, net of its stake; null before its end. */
function profitOf(trade: Trade): number | null {
  if ('settlement' in trade) return trade.settlement.profitMinor;
  if (trade.state === 'sold') return trade.proceedsMinor - trade.terms.stakeMinor;
  return finalTransferOf(trade) === null ? null : 0;
}

function checkAccount(account: AccountRow, trades: readonly Row[]): void {
  const active = trades.filter(({ status }) => status === 'active');
  const atStake = sum(active, (row) => row.stake_minor);
  const profit = sum(trades, (row) => row.profit_minor ?? 0);
  expect([account.cash_minor, account.held_minor], 'balances are the ledger’s sums').toEqual([
    account.booked_cash,
    account.booked_held,
  ]);
  expect(account.held_minor, 'held is what active trades staked').toBe(atStake);
  expect(account.cash_minor, 'nothing else moves money').toBe(account.funded + profit - atStake);
  // After a late correction a synced balance may be below zero until the next sync.
  if (account.kind === 'mock') expect(account.cash_minor).toBeGreaterThanOrEqual(0);
  expect(active.length, 'running trades').toBeLessThanOrEqual(account.max_concurrent_trades);
  const worst = atStake - profit;
  expect(worst, 'loss of the day').toBeLessThanOrEqual(account.daily_loss_limit_minor ?? Infinity);
}

/** Statuses of the ended trades, by trade id. */
export type EndedStatuses = ReadonlyMap<string, string>;

/**
 * Checks all invariants of trades and money over the whole database. All trades must be of the same day.
 * @param before final statuses that an earlier check returned; they must not have changed
 */
export async function checkInvariants(
  sql: Sql,
  before: EndedStatuses,
): Promise<{ ended: EndedStatuses; active: number; ids: Set<string> }> {
  const trades = await readTrades(sql);
  for (const trade of trades) checkTrade(trade);
  for (const account of await readAccounts(sql)) {
    checkAccount(
      account,
      trades.filter((row) => row.account_id === account.id),
    );
  }
  const finished = trades.filter(({ status }) => status !== 'active');
  const ended = new Map(finished.map((row) => [row.id, `${row.status} ${row.profit_minor}`]));
  for (const [id, how] of before) expect(ended.get(id), 'a trade ends once').toBe(how);
  return { ended, active: trades.length - finished.length, ids: new Set(trades.map(({ id }) => id)) };
}
