import assert from 'node:assert/strict';
import type { TradeFilter } from '@vigia/contract';
import { epochMs, minorUnits } from '@vigia/core/kernel';
import { evaluate } from '@vigia/core/risk';
import { PROPERTY_SEED, propertyRuns, propertyTimeoutMs, stopsAtFirstFailure } from '@vigia/testkit';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import type { MoneyAccount } from '../../accounts/index.ts';
import { writeLimits } from '../../accounts/limits/testing.ts';
import { createEvidence } from '../../evidence/index.ts';
import { historyFile } from '../history/history-csv.ts';
import { readHistory } from '../history/read-history.ts';
import { NOW_MS, startHistory } from '../history/testing.ts';
import { readPerformance } from '../performance/read-performance.ts';
import { readStats } from '../read-stats.ts';
import { readRisk } from './read-risk.ts';

const world = await startHistory();
const { db, accounts, clock, newPerson, ended, brokerAccount } = world;
afterAll(() => world.close());

/** The accounts of the purse (kind of money and currency) under test: real dollars at two brokers. */
const OWN = [
  { broker: 'iqoption', kind: 'real', currency: 'USD', brokerAccount: 'r1' },
  { broker: 'quotex', kind: 'real', currency: 'USD', brokerAccount: 'r2' },
] as const;
const OTHERS = [
  { broker: 'iqoption', kind: 'demo', currency: 'USD', brokerAccount: 'd1' },
  { broker: 'quotex', kind: 'real', currency: 'BRL', brokerAccount: 'r3' },
  { broker: 'deriv', kind: 'real', currency: 'EUR', brokerAccount: 'r4' },
  { broker: 'deriv', kind: 'demo', currency: 'EUR', brokerAccount: 'd2' },
] as const;

const LIMITS = { daily_loss_limit_minor: 5_000, weekly_loss_limit_minor: 20_000, cool_down_losses: 3 };
const DAY_MS = 24 * 60 * 60_000;

const aTrade = fc.record({
  /** Index of the account in OTHERS; the index after the last one is the paper account. */
  account: fc.nat({ max: OTHERS.length }),
  status: fc.constantFrom('won' as const, 'lost' as const, 'expired' as const, 'cancelled' as const),
  agoMs: fc.integer({ min: 1_000, max: 9 * DAY_MS }),
  stakeMinor: fc.integer({ min: 100, max: 10_000 }),
  isOpen: fc.boolean(),
});
type Trade = typeof aTrade extends fc.Arbitrary<infer T> ? T : never;
const trades = fc.array(aTrade, { minLength: 3, maxLength: 12, size: 'max' });

async function write(userId: string, among: readonly MoneyAccount[], history: readonly Trade[]): Promise<void> {
  for (const { account: index, status, agoMs, stakeMinor, isOpen } of history) {
    const account = among[index % among.length];
    assert(account !== undefined);
    const profitMinor = { won: Math.round(stakeMinor * 0.85), lost: -stakeMinor, expired: 0, cancelled: 0 }[status];
    const settled = new Date(NOW_MS - agoMs).toISOString();
    const id = await ended(userId, { account, status, settled, stakeMinor, profitMinor });
    if (isOpen) await reopen(id);
  }
}

/** Makes a trade active, like a trade that was just placed. */
const reopen = (id: string) =>
  db.sql`
    UPDATE trades SET status = 'active', settled_at = NULL, profit_minor = NULL, settle_price = NULL,
           settle_tick_ms = NULL, corrections = 1 WHERE id = ${id}`;

/** Adds a profit to the ledger, from which the net result of a purse is read. */
const profitInLedger = ({ accountId }: MoneyAccount) =>
  db.sql`
    INSERT INTO ledger_transfers (id, account_id, kind, phase, user_cash_minor, broker_pnl_minor, created_at)
    VALUES (${crypto.randomUUID()}, ${accountId}, 'settle_win', 'settlement', 850, -850, now())`;

/** Reads everything that the server decides or shows about the purse under test. */
async function figuresOf(userId: string, own: readonly MoneyAccount[]) {
  const filter: TradeFilter = { account: 'real', currency: 'USD' };
  const deps = { db, clock, accounts, evidence: createEvidence({ db, clock }) };
  const { purses: _others, ...performance } = await readPerformance(deps, userId, filter);
  const history = await readHistory(deps, userId, { ...filter, limit: 100 });
  const lines: string[] = [];
  for await (const part of historyFile(deps, userId, filter).parts) lines.push(part);
  const risks = await Promise.all(
    own.map(async ({ accountId }) => {
      const { facts, limits } = await readRisk(db.sql, userId, accountId, epochMs(NOW_MS));
      const order = { origin: 'manual', stakeMinor: minorUnits(1_000) } as const;
      const asset = { minStakeMinor: minorUnits(100), maxStakeMinor: minorUnits(100_000) };
      const { cashMinor: _cash, ...counted } = facts;
      const verdict = evaluate(order, { ...facts, cashMinor: minorUnits(1_000_000), asset, market: 'live' }, limits);
      return { counted, verdict };
    }),
  );
  return { risks, performance, history, file: lines.join(''), stats: await readStats(deps, userId, filter) };
}

it(
  'the history of other currencies or account kinds changes no decision of the risk guard and no figure',
  async () => {
    let changes = 0;
    await fc.assert(
      fc.asyncProperty(trades, trades, async (ownTrades, otherTrades) => {
        const userId = await newPerson('America/Bogota');
        await writeLimits(db.sql, userId, LIMITS, 'real');
        const own = [];
        for (const key of OWN) own.push(await brokerAccount(userId, key));
        const others = [];
        for (const key of OTHERS) others.push(await brokerAccount(userId, key));
        others.push(await accounts.mockAccount(db.sql, userId));
        await write(userId, own, ownTrades);
        const before = await figuresOf(userId, own);
        const wholeBefore = await accounts.purses(db.sql, userId);
        await write(userId, others, otherTrades);
        for (const account of others) await profitInLedger(account);
        assert.deepEqual(await figuresOf(userId, own), before);
        assert.deepEqual(await accounts.purses(db.sql, userId), wholeBefore);
        // The other history is visible in its own purses, so the comparison above can fail.
        const paper = await readPerformance({ db, accounts, evidence: createEvidence({ db, clock }) }, userId, {
          account: 'mock',
          currency: 'USD',
        });
        if (paper.trades > 0) changes += 1;
      }),
      { numRuns: propertyRuns(12), seed: PROPERTY_SEED, endOnFailure: stopsAtFirstFailure },
    );
    expect(changes).toBeGreaterThan(0);
  },
  propertyTimeoutMs(60_000),
);
