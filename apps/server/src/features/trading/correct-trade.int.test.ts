import { type Trade, type TradeEvent, transition, wireStatusOf } from '@vigia/core/trades';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestDatabase } from '#platform/persistence/testing.ts';
import { type Correction, correctTrade } from './correct-trade.ts';
import { settleDueTrades } from './settle-due-trades.ts';
import { createTradingWorld, START_MS } from './testing.ts';
import { placeCall, tradingDatabase } from './testing-paper.ts';
import { createTrading, type Trading } from './trading.ts';

let database: TestDatabase;
let world: ReturnType<typeof createTradingWorld>;
let trading: Trading;
let userId: string;
let tradeId: string;

beforeAll(async () => void (database = await tradingDatabase()));
afterAll(() => database.close());
beforeEach(async () => {
  world = createTradingWorld(database);
  trading = createTrading(world.deps);
  userId = await world.newUser();
  tradeId = await placeCall(trading, userId);
});

/** Places a CALL and settles it as won, with a profit of 8.50. */
async function settle(): Promise<void> {
  world.market.tick(START_MS + 59_000, 1.2);
  world.clock.advance(61_000);
  await settleDueTrades(world.deps, () => undefined);
}

const correct = (outcome: Correction['outcome'], change: Partial<Correction> = {}) =>
  correctTrade(world.deps, { tradeId, outcome, reason: 'El bróker lo corrigió', ...change });
const cash = async () => (await world.accounts.mockAccount(database.db.sql, userId)).cashMinor;
const one = () => trading.history.one(userId, tradeId);

/** Rebuilds the trade from its stored events. */
async function folded(): Promise<Trade> {
  const events = await database.db.sql<{ kind: string; payload: object }[]>`
    SELECT kind, payload FROM trade_events WHERE trade_id = ${tradeId} ORDER BY seq`;
  const [intent, ...rest] = events.map(({ kind, payload }) => ({ type: kind, ...payload }));
  let trade = { ...intent, state: 'intent' } as unknown as Trade;
  for (const event of rest) {
    const next = transition(trade, event as TradeEvent);
    if (!next.ok) throw new Error(`${next.error.event} in ${next.error.state}`);
    trade = next.value;
  }
  return trade;
}

describe('correctTrade', () => {
  it.each([
    ['lost', -10, 999_000],
    ['expired', 0, 1_000_000],
    ['cancelled', 0, 1_000_000],
  ] as const)('changes a won trade to %s with one event and one transfer', async (outcome, profit, cashMinor) => {
    await settle();
    const before = await database.db.sql`SELECT * FROM ledger_transfers WHERE trade_id = ${tradeId} ORDER BY phase`;
    expect(await correct(outcome)).toMatchObject({ ok: true, value: { before: 'won', after: outcome } });
    expect(await one()).toMatchObject({
      status: outcome,
      profit,
      settlement: { corrected_at: '2026-11-20T14:01:01.000Z' },
    });
    expect(await cash()).toBe(cashMinor);
    const after = await database.db.sql`
      SELECT * FROM ledger_transfers WHERE trade_id = ${tradeId} AND phase <> 'correction' ORDER BY phase`;
    expect([...after]).toEqual([...before]);
    const events = await trading.history.events(userId, tradeId);
    expect(events?.map(({ kind }) => kind)).toEqual(['intent', 'send', 'accept', 'open', 'settle', 'correct']);
  });

  it('keeps the row equal to its events, and the balances equal to their transfers, after several corrections', async () => {
    await settle();
    for (const outcome of ['lost', 'expired', 'won', 'cancelled', 'lost'] as const) {
      await correct(outcome);
      const trade = await folded();
      expect(wireStatusOf(trade.state).status).toBe(outcome);
      expect(await one()).toMatchObject({ status: outcome });
    }
    expect(await cash()).toBe(999_000);
    const [row] = await database.db.sql`
      SELECT t.corrections, count(*)::int AS transfers,
             sum(l.user_cash_minor)::int AS cash, sum(l.user_hold_minor)::int AS held
      FROM trades t JOIN ledger_transfers l ON l.trade_id = t.id WHERE t.id = ${tradeId} GROUP BY t.corrections`;
    expect(row).toEqual({ corrections: 5, transfers: 7, cash: -1_000, held: 0 });
  });

  it('changes nothing if the trade already has the requested outcome, even in two concurrent calls', async () => {
    await settle();
    expect(await correct('won')).toMatchObject({ ok: true, value: { before: 'won', after: 'won' } });
    await Promise.all([correct('lost'), correct('lost'), correct('lost')]);
    const [row] = await database.db.sql`SELECT corrections FROM trades WHERE id = ${tradeId}`;
    expect(row).toEqual({ corrections: 1 });
    expect(await cash()).toBe(999_000);
  });

  it('refuses trades that are active, unknown or were never accepted, and changes nothing', async () => {
    expect(await correct('won')).toEqual({ ok: false, error: 'trade_active' });
    expect(await correct('won', { tradeId: world.deps.ids.next() })).toEqual({ ok: false, error: 'trade_unknown' });
    await database.db.sql`
      UPDATE trades SET status = 'cancelled', execution = 'rejected', profit_minor = 0, settled_at = entry_time
      WHERE id = ${tradeId}`;
    expect(await correct('won')).toEqual({ ok: false, error: 'trade_never_accepted' });
    expect(await cash()).toBe(999_000);
  });

  it('refuses to correct a trade that was sold before its expiry, because no price decided it', async () => {
    await database.db.sql`
      UPDATE trades SET status = 'cancelled', settle_reason = 'sold', profit_minor = -500, settled_at = entry_time
      WHERE id = ${tradeId}`;
    expect(await correct('won')).toEqual({ ok: false, error: 'trade_sold' });
    expect(await cash()).toBe(999_000);
  });

  it('refuses to mark a broker’s trade as won if its payout is unknown, and allows the other outcomes', async () => {
    await settle();
    await database.db.transaction(async (tx) => {
      const key = { broker: 'deriv', kind: 'demo', currency: 'USD', brokerAccount: 'VR1' } as const;
      const account = await world.accounts.lockBrokerAccount(tx, userId, key, world.clock.now());
      await tx`
        UPDATE trades SET payout_bp = NULL, broker = 'deriv', account = 'demo', account_id = ${account?.accountId ?? ''},
          broker_account = 'VR1', send_by = entry_time, corrections = corrections + 1 WHERE id = ${tradeId}`;
    });
    expect(await correct('lost')).toMatchObject({ ok: true, value: { before: 'won', after: 'lost' } });
    expect(await correct('won')).toEqual({ ok: false, error: 'trade_payout_unknown' });
  });

  it('returns the profit before and after the correction, in cents', async () => {
    await settle();
    const reported = async (outcome: Correction['outcome']) => {
      const made = await correct(outcome);
      if (!made.ok) throw new Error(made.error);
      return made.value;
    };
    expect(await reported('won')).toEqual({
      before: 'won',
      after: 'won',
      profitBeforeMinor: 850,
      profitAfterMinor: 850,
    });
    expect(await reported('lost')).toMatchObject({ profitBeforeMinor: 850, profitAfterMinor: -1_000 });
    expect(await reported('expired')).toMatchObject({ before: 'lost', profitBeforeMinor: -1_000, profitAfterMinor: 0 });
    expect(await reported('cancelled')).toMatchObject({ before: 'expired', profitBeforeMinor: 0, profitAfterMinor: 0 });
  });

  it('stores the reason and the deciding tick in the correction event', async () => {
    await settle();
    await correct('lost', { reason: 'Precio erróneo' });
    const [event] = await database.db.sql`
      SELECT payload FROM trade_events WHERE trade_id = ${tradeId} AND kind = 'correct'`;
    expect(event?.['payload']).toEqual({
      reason: 'Precio erróneo',
      settlement: {
        outcome: 'lost',
        settleTick: { timeMs: START_MS + 59_000, price: 1.2 },
        payoutMinor: 0,
        profitMinor: -1_000,
      },
    });
  });

  it('dates the correction no earlier than the settlement, even if the clock is set back', async () => {
    await settle();
    world.clock.jump(-30_000);
    await correct('lost');
    expect(await one()).toMatchObject({ settlement: { corrected_at: '2026-11-20T14:01:01.000Z' } });
  });

  it('throws if the stored profit does not match the stored outcome', async () => {
    await database.db.sql`
      UPDATE trades SET status = 'won', profit_minor = 849, settled_at = expiry_time WHERE id = ${tradeId}`;
    await expect(correct('lost')).rejects.toThrow(`trade ${tradeId} has the profit of its outcome`);
    expect(await cash()).toBe(999_000);
  });
});
