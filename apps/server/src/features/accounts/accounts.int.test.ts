import { epochMs, minorUnits } from '@vigia/core/kernel';
import { PAPER_BOOK } from '@vigia/core/risk';
import { deposit } from '@vigia/core/trades';
import { CountingIds } from '@vigia/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { createKeyedHash } from '#platform/crypto/keyed-hash.ts';
import { createTestDatabase } from '#platform/persistence/testing.ts';
import { createAccounts } from './accounts.ts';
import { NO_CONNECTIONS } from './safety/connections.ts';

const NOW_MS = epochMs(1_800_000_000_000);

const database = await createTestDatabase();
const { db } = database;
const ids = new CountingIds();
const keyedHash = createKeyedHash(Buffer.alloc(32, 7));
const accounts = createAccounts({ ids, keyedHash, connections: NO_CONNECTIONS });
afterAll(() => database.close());

/** Opens an account for a user in auth_users, as the auth feature does. */
async function open(metadata: Record<string, unknown> = {}, isAnonymous = false) {
  const userId = ids.next();
  const email = isAnonymous ? null : `${userId}@example.com`;
  await db.transaction(async (tx) => {
    await tx`
      INSERT INTO auth_users (id, email, is_anonymous, created_at, updated_at)
      VALUES (${userId}, ${email}, ${isAnonymous}, now(), now())`;
    await accounts.openAccount(tx, { userId, email, phone: null, metadata, isAnonymous, nowMs: NOW_MS });
  });
  return { userId, ...(await accounts.mockAccount(db.sql, userId)) };
}

describe('a new user account', () => {
  it('starts with $10,000 of paper money, and ledger transfers that sum to this balance', async () => {
    const { userId, accountId } = await open();
    expect(await accounts.mockAccount(db.sql, userId)).toMatchObject({ cashMinor: 1_000_000, heldMinor: 0 });
    expect(await accounts.accountView(db.sql, userId, null)).toEqual({
      id: accountId,
      broker: 'mock',
      kind: 'mock',
      currency: 'USD',
      balance: 10_000,
      held: 0,
    });
    const [sum] =
      await db.sql`SELECT sum(user_cash_minor)::int AS cash FROM ledger_transfers WHERE account_id = ${accountId}`;
    expect(sum?.['cash']).toBe(1_000_000);
  });

  it('starts with the default limits and UTC, or with the valid time zone in the metadata', async () => {
    const plain = await open({ time_zone: '+05:00' });
    expect(await accounts.riskSettings(db.sql, plain.userId, NOW_MS)).toEqual({
      timeZone: 'UTC',
      limitsTimeZone: 'UTC',
      stoppedAtMs: null,
      tradingPeriod: null,
    });
    expect(await accounts.riskLimits(db.sql, plain.userId, PAPER_BOOK, NOW_MS)).toEqual({
      maxConcurrentTrades: 3,
      maxStakeMinor: null,
      dailyLossLimitMinor: null,
      weeklyLossLimitMinor: null,
      dailyTradeLimit: null,
      coolDown: null,
      killSwitch: false,
    });
    const local = await open({ time_zone: 'America/Bogota' });
    expect((await accounts.riskSettings(db.sql, local.userId, NOW_MS)).timeZone).toBe('America/Bogota');
  });

  it('has no special rights, even if the sign-up metadata claims some', async () => {
    const { userId } = await open({ is_admin: true, is_premium: true, is_verified: true, id: 'x', username: 7 });
    const [row] = await db.sql`SELECT is_admin, is_premium, is_verified, username FROM users WHERE id = ${userId}`;
    expect(row).toEqual({ is_admin: false, is_premium: false, is_verified: false, username: null });
  });

  it('leaves no rows in the database if the transaction of the sign-up fails', async () => {
    const before = await db.sql`SELECT count(*)::int AS n FROM users`;
    const claimant = { userId: ids.next(), email: 'x@example.com', phone: null, metadata: {}, isAnonymous: false };
    await expect(db.transaction((tx) => accounts.openAccount(tx, { ...claimant, nowMs: NOW_MS }))).rejects.toThrow();
    expect(await db.sql`SELECT count(*)::int AS n FROM users`).toEqual(before);
  });
});

describe('a ledger transfer', () => {
  it('changes the balance of its account and of no other account', async () => {
    const mine = await open();
    const other = await open();
    const booking = { accountId: mine.accountId, tradeId: null, transfer: deposit(minorUnits(2_550)) };
    await db.transaction((tx) => accounts.book(tx, [booking], NOW_MS));
    expect((await accounts.mockAccount(db.sql, mine.userId)).cashMinor).toBe(1_002_550);
    expect((await accounts.mockAccount(db.sql, other.userId)).cashMinor).toBe(1_000_000);
  });

  it('fails the transaction if a transfer does not sum to zero', async () => {
    const { userId, accountId } = await open();
    const transfer = deposit(minorUnits(100));
    const lopsided = { ...transfer, entries: transfer.entries.slice(0, 1) };
    await expect(
      db.transaction((tx) => accounts.book(tx, [{ accountId, tradeId: null, transfer: lopsided }], NOW_MS)),
    ).rejects.toThrow(/ledger_transfers_balance/);
    expect((await accounts.mockAccount(db.sql, userId)).cashMinor).toBe(1_000_000);
  });

  it('cannot be updated or deleted afterwards by the database role of the application', async () => {
    const { accountId } = await open();
    const forbidden = /permission denied/;
    await expect(db.sql`UPDATE accounts SET cash_minor = 1 WHERE id = ${accountId}`).rejects.toThrow(forbidden);
    await expect(db.sql`DELETE FROM ledger_transfers WHERE account_id = ${accountId}`).rejects.toThrow(forbidden);
  });
});

describe('the row lock of a paper account', () => {
  it('makes a second transaction wait until the first transaction ends', async () => {
    const { userId } = await open();
    const order: string[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let locked = () => {};
    const firstLocked = new Promise<void>((resolve) => {
      locked = resolve;
    });
    const first = db.transaction(async (tx) => {
      await accounts.lockMockAccount(tx, userId);
      locked();
      await held;
      order.push('first');
    });
    await firstLocked;
    const second = db.transaction(async (tx) => {
      await accounts.lockMockAccount(tx, userId);
      order.push('second');
    });
    const waiting = () =>
      db.sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(async () => (await waiting()).length).toBe(1);
    release();
    await Promise.all([first, second]);
    expect(order).toEqual(['first', 'second']);
  });

  it('returns null if the user no longer exists', async () => {
    expect(await db.transaction((tx) => accounts.lockMockAccount(tx, ids.next()))).toBeNull();
  });
});
