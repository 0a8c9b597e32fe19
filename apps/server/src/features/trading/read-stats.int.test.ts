import { epochMs, minorUnits } from '@vigia/core/kernel';
import { deposit, reset, settleLoss, settleWin, stakeHold } from '@vigia/core/trades';
import { afterAll, describe, expect, it } from 'vitest';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { createEvidence } from '../evidence/index.ts';
import { NOW_MS, startHistory } from './history/testing.ts';
import { readStats } from './read-stats.ts';

const world = await startHistory();
const { db, accounts, clock, newPerson, ended, endedMany, brokerAccount } = world;
afterAll(() => world.close());

/** Columns of an order that was never accepted, so it is neither a trade nor an outcome. */
const REFUSED = { status: 'cancelled', execution: 'rejected' } as const;
const deps = () => ({ db, clock, accounts, evidence: createEvidence({ db, clock }) });
const stats = (userId: string) => readStats(deps(), userId);

describe('readStats for a day', () => {
  it('counts the trades of the current day in the user’s time zone, and all trades for the win-rate card', async () => {
    // Noon in UTC is six in the morning in Mexico City, where the day began at 06:00 UTC.
    const userId = await newPerson('America/Mexico_City');
    await ended(userId, { settled: '2026-11-21T05:59:59.999Z', status: 'lost' });
    await ended(userId, { entered: '2026-11-21T05:59:59.999Z', settled: '2026-11-21T06:00:00.000Z' });
    await ended(userId, {
      entered: '2026-11-21T06:00:00.000Z',
      settled: '2026-11-21T06:01:00.000Z',
      status: 'expired',
    });
    await ended(userId, { entered: '2026-11-21T07:00:00.000Z', settled: '2026-11-21T07:01:00.000Z', status: 'lost' });
    await ended(userId, { entered: '2026-11-21T08:00:00.000Z', settled: '2026-11-21T08:00:01.000Z', ...REFUSED });
    await ended(userId, { settled: '2026-10-22T11:59:59.999Z' });
    expect(await stats(userId)).toMatchObject({
      total_trades_today: 2,
      active_options: 0,
      at_stake: 0,
      profit_today: -1.5,
      win_rate: 2 / 4,
      today: { won: 1, lost: 1, tied: 1 },
      equity_today: [8.5, 8.5, -1.5, -1.5],
      card: { won: 2, lost: 2, tied: 1, decided: 4, evidence: { cards: 1, decided_from: { above: 40, below: 40 } } },
    });
  });

  it('counts a trade with an unknown payout in the win rate, but not in the break-even rate', async () => {
    const userId = await newPerson();
    const key = { broker: 'deriv', kind: 'demo', currency: 'USD', brokerAccount: 'VR1' } as const;
    const account = await brokerAccount(userId, key);
    const ofDemo = () => readStats(deps(), userId, { account: 'demo', currency: 'USD' });
    await ended(userId, { account, payoutBp: null });
    expect((await ofDemo()).card).toMatchObject({ won: 1, decided: 1, rate: 1, break_even: null, verdict: null });
    await ended(userId, { account, payoutBp: 8_000, status: 'lost' });
    expect((await ofDemo()).card).toMatchObject({ decided: 2, rate: 0.5, break_even: 1 / 1.8 });
  });

  it('uses a changed time zone at once, although the limits use it only a day later', async () => {
    const userId = await newPerson('UTC');
    await ended(userId, { entered: '2026-11-21T01:00:00.000Z', settled: '2026-11-21T01:05:00.000Z' });
    expect(await stats(userId)).toMatchObject({ total_trades_today: 1, profit_today: 8.5, equity_today: [8.5] });
    await db.transaction((tx) => accounts.setTimeZone(tx, userId, 'America/Mexico_City', clock.now()));
    expect(await accounts.riskSettings(db.sql, userId, clock.now())).toMatchObject({ limitsTimeZone: 'UTC' });
    expect(await stats(userId)).toMatchObject({ total_trades_today: 0, profit_today: 0, equity_today: [] });
  });

  it('returns an equity curve of at most 300 points', async () => {
    const userId = await newPerson();
    // The test writes more trades than one batch of the database read contains.
    await endedMany(userId, 5_000);
    clock.advance(-24 * 60 * 60_000);
    const { equity_today, profit_today } = await stats(userId).finally(() => clock.advance(NOW_MS - clock.now()));
    expect(equity_today.length).toBeGreaterThan(150);
    expect(equity_today.length).toBeLessThanOrEqual(300);
    expect(equity_today.at(-1)).toBe(profit_today);
  });
});

describe('readStats for all time', () => {
  it('returns the result of all trades, without deposits, balance resets and open trades', async () => {
    const userId = await newPerson();
    const { accountId } = await accounts.mockAccount(db.sql, userId);
    const minor = minorUnits;
    const [won, lost, open] = [randomIds.next(), randomIds.next(), randomIds.next()];
    const book = (tradeId: string | null, transfer: ReturnType<typeof deposit>) =>
      db.transaction((tx) => accounts.book(tx, [{ accountId, tradeId, transfer }], epochMs(NOW_MS)));
    for (const id of [won, lost, open]) await book(id, stakeHold(minor(1_000)));
    await book(won, settleWin(minor(1_000), minor(850)));
    await book(null, reset(minor(998_850), minor(50_000)));
    await book(lost, settleLoss(minor(1_000)));
    await book(null, deposit(minor(7)));
    expect(await stats(userId)).toMatchObject({ total_profit_loss: -1.5 });
  });

  it('sums deposits and resets through their own index, without reading trades', async () => {
    const userId = await newPerson();
    const [plan] = await db.sql<[Record<string, unknown>]>`
      EXPLAIN (FORMAT JSON) SELECT sum(equity_minor) FROM ledger_transfers
      WHERE account_id = ${(await accounts.mockAccount(db.sql, userId)).accountId} AND phase = 'funding'`;
    expect(JSON.stringify(plan)).toContain('ledger_transfers_funding');
  });
});
