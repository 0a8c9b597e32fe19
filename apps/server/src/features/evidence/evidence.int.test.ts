import { DECISIVE_EVIDENCE } from '@vigia/core/statistics';
import { afterAll, describe, expect, it } from 'vitest';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { NOW_MS, startHistory } from '../trading/history/testing.ts';
import { createEvidence } from './evidence.ts';

const world = await startHistory();
const { db, clock, newPerson, ended, brokerAccount } = world;
const { sql } = db;
afterAll(() => world.close());

const PAPER = { kind: 'mock', currency: 'USD' } as const;
const DEMO = { broker: 'deriv', kind: 'demo', currency: 'USD', brokerAccount: 'VR1' } as const;
const MINUTE_MS = 60_000;
/** Returns a time before the present, as the text that the database takes. */
const minutesAgo = (minutes: number): string => new Date(NOW_MS - minutes * MINUTE_MS).toISOString();
const trade = (minutes: number, status: 'won' | 'lost' | 'expired' | 'cancelled' = 'won') => ({
  entered: minutesAgo(minutes),
  settled: minutesAgo(minutes - 5),
  status,
});

async function newStrategy(userId: string, { isDeleted = false } = {}): Promise<string> {
  const id = randomIds.next();
  await sql`
    INSERT INTO strategies (id, user_id, name, type, asset, timeframe, price_source, parameters, status, anchor_time,
                            live_since, created_at, updated_at, archived_at)
    VALUES (${id}, ${userId}, ${id}, 'rsi', 'EURUSD', '5m', 'simulated', '{}', 'inactive', 0, now(), now(), now(),
            ${isDeleted ? new Date(NOW_MS) : null})`;
  return id;
}

/** Stores a signal that expires five minutes after its entry. */
async function signalled(strategyId: string, seq: number, minutes: number, outcome: string | null): Promise<string> {
  const [id, entryMs] = [randomIds.next(), NOW_MS - minutes * MINUTE_MS];
  await sql`
    INSERT INTO strategy_signals (id, strategy_id, seq, version, candle_time, entry_time_ms, expiration_ms, body,
                                  previous_hash, hash, published_at)
    VALUES (${id}, ${strategyId}, ${seq}, 1, ${seq}, ${entryMs}, ${entryMs + 5 * MINUTE_MS},
            ${sql.json({ payout: 0.85 })}, 'a', 'b', now())`;
  if (outcome !== null) await decide(id, outcome);
  return id;
}

const decide = (id: string, outcome: string) => sql`
  INSERT INTO strategy_signal_outcomes (signal_id, outcome, settle_price, decided_at)
  VALUES (${id}, ${outcome}, 1.2, now())`;

describe('the evidence of the trades in one kind of money and currency', () => {
  it('counts all trades, but bets only on trades that do not overlap an earlier bet', async () => {
    const [evidence, userId] = [createEvidence({ db, clock }), await newPerson()];
    await ended(userId, trade(100));
    await ended(userId, trade(97, 'lost'));
    await ended(userId, trade(90, 'expired'));
    await ended(userId, { ...trade(80, 'cancelled'), profitMinor: -400 });
    await ended(userId, { ...trade(70, 'cancelled'), profitMinor: 0 });
    await ended(userId, { ...trade(60, 'cancelled'), execution: 'rejected' });
    const { fold, limits, cards } = await evidence.ofPurse(userId, PAPER);
    expect(fold.record).toEqual({ won: 1, lost: 1, tied: 1, averagePayoutRatio: 0.85 });
    // The won trade and the sold one are bets. The lost one overlaps the won one.
    expect([fold.settledBets, cards, limits]).toEqual([2, 1, { above: DECISIVE_EVIDENCE, below: DECISIVE_EVIDENCE }]);
  });

  it('includes new trades and corrected results', async () => {
    const [evidence, userId] = [createEvidence({ db, clock }), await newPerson()];
    const id = await ended(userId, trade(100));
    const before = await evidence.ofPurse(userId, PAPER);
    await ended(userId, trade(50));
    const after = await evidence.ofPurse(userId, PAPER);
    expect([before.fold.record.won, after.fold.record.won]).toEqual([1, 2]);
    await sql`
      UPDATE trades SET status = 'lost', profit_minor = -1000, corrections = corrections + 1, corrected_at = now()
      WHERE id = ${id}`;
    expect((await evidence.ofPurse(userId, PAPER)).fold.record).toMatchObject({ won: 1, lost: 1 });
  });

  it('contains no trade of another user, kind of money or currency', async () => {
    const [evidence, userId, stranger] = [createEvidence({ db, clock }), await newPerson(), await newPerson()];
    await ended(stranger, trade(100));
    await ended(userId, { ...trade(100, 'lost'), account: await brokerAccount(userId, DEMO) });
    expect((await evidence.ofPurse(userId, PAPER)).fold.record).toMatchObject({ won: 0, lost: 0 });
    expect((await evidence.ofPurse(userId, { kind: 'demo', currency: 'USD' })).fold.record).toMatchObject({ lost: 1 });
    expect((await evidence.ofPurse(userId, { kind: 'demo', currency: 'EUR' })).fold.record).toMatchObject({ lost: 0 });
  });
});

describe('the evidence of setups and strategies', () => {
  it('includes the outcomes of signals, and waits for the outcomes of open signals', async () => {
    const [evidence, userId] = [createEvidence({ db, clock }), await newPerson()];
    const id = await newStrategy(userId);
    await signalled(id, 1, 60, 'won');
    const open = await signalled(id, 2, 50, null);
    await signalled(id, 3, 48, 'lost');
    const read = async () => {
      const { signals } = await evidence.ofAutomations(userId, []);
      const fold = signals.get(id)?.fold;
      return { record: fold?.record, open: fold?.openIds, bets: fold?.settledBets };
    };
    expect(await read()).toMatchObject({ record: { won: 1, lost: 1 }, open: [open], bets: 1 });
    await decide(open, 'void');
    await signalled(id, 4, 40, 'tie');
    expect(await read()).toMatchObject({ record: { won: 1, lost: 1, tied: 1 }, open: [], bets: 1 });
  });

  it('requires more evidence if a user sees more win-rate cards, and omits a deleted strategy unless it is requested', async () => {
    const [evidence, userId] = [createEvidence({ db, clock }), await newPerson()];
    const id = await newStrategy(userId);
    const deleted = await newStrategy(userId, { isDeleted: true });
    const { signals } = await evidence.ofAutomations(userId, []);
    const cards = signals.size;
    expect([signals.get(id)?.cards, signals.get(id)?.limits.above]).toEqual([cards, cards * DECISIVE_EVIDENCE]);
    expect(signals.has(deleted)).toBe(false);
    await newStrategy(userId);
    const more = await evidence.ofAutomations(userId, [deleted]);
    expect([more.signals.size, more.signals.get(id)?.cards, more.signals.has(deleted)]).toEqual([
      cards + 2,
      cards + 2,
      true,
    ]);
  });

  it('counts only the trades of a strategy on its current account', async () => {
    const [evidence, userId] = [createEvidence({ db, clock }), await newPerson()];
    const id = await newStrategy(userId);
    const own = [await ended(userId, trade(100)), await ended(userId, trade(90, 'lost'))];
    const elsewhere = await ended(userId, { ...trade(80), account: await brokerAccount(userId, DEMO) });
    await sql`
      UPDATE trades SET automation_id = ${id}, corrections = 1 WHERE id = ANY(${[...own, elsewhere]}::uuid[])`;
    const { trades } = await evidence.ofAutomations(userId, []);
    expect(trades.get(id)?.fold.record).toMatchObject({ won: 1, lost: 1 });
    await sql`UPDATE strategies SET account_broker = 'deriv' WHERE id = ${id}`;
    const moved = await evidence.ofAutomations(userId, []);
    expect(moved.trades.get(id)?.fold.record).toMatchObject({ won: 1, lost: 0 });
  });
});
