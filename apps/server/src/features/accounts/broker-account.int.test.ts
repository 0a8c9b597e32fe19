import type { Currency } from '@vigia/core/money';
import { ManualClock } from '@vigia/testkit';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createKeyedHash } from '#platform/crypto/keyed-hash.ts';
import { randomIds } from '#platform/crypto/random-ids.ts';
import type { Transaction } from '#platform/persistence/database.ts';
import { createTestDatabase } from '#platform/persistence/testing.ts';
import { ensureBrokerAccount } from './broker-account.ts';
import { createAccounts, NO_CONNECTIONS } from './index.ts';

const database = await createTestDatabase();
const { db } = database;
afterAll(() => database.close());

const clock = new ManualClock(Date.parse('2026-11-21T12:00:00.000Z'));
const keyedHash = createKeyedHash(Buffer.alloc(32, 7));
const accounts = createAccounts({ ids: randomIds, keyedHash, connections: NO_CONNECTIONS });

let userId: string;
beforeEach(async () => {
  userId = randomIds.next();
  await db.transaction(async (tx) => {
    await tx`INSERT INTO auth_users (id, is_anonymous, created_at, updated_at) VALUES (${userId}, true, now(), now())`;
    const person = { userId, email: null, phone: null, metadata: {}, isAnonymous: true, nowMs: clock.now() };
    await accounts.openAccount(tx, person);
  });
});

const lock = (tx: Transaction, currency: Currency, brokerAccount: string, broker: 'iqoption' | 'quotex' = 'iqoption') =>
  accounts.lockBrokerAccount(tx, userId, { broker, kind: 'real', currency, brokerAccount }, clock.now());
const stored = () => db.sql`
  SELECT broker_account, currency, is_current FROM accounts
  WHERE user_id = ${userId} AND broker = 'iqoption' ORDER BY currency, broker_account`;

describe('lockBrokerAccount', () => {
  it('returns the same account for the same key, and another one for another currency or broker account', async () => {
    const lockAlone = (currency: Currency, id: string) => db.transaction((tx) => lock(tx, currency, id));
    const first = await lockAlone('USD', 'r1');
    expect(first).toMatchObject({ isInUse: true });
    expect(await lockAlone('USD', 'r1')).toEqual(first);
    expect((await lockAlone('USD', 'r2'))?.accountId).not.toBe(first?.accountId);
    expect((await lockAlone('EUR', 'r1'))?.accountId).not.toBe(first?.accountId);
    expect(await stored()).toEqual([
      { broker_account: 'r1', currency: 'EUR', is_current: true },
      { broker_account: 'r1', currency: 'USD', is_current: false },
      { broker_account: 'r2', currency: 'USD', is_current: false },
    ]);
  });

  it('does not replace the account in use, which only useBrokerAccount does', async () => {
    await db.transaction((tx) => lock(tx, 'USD', 'r1'));
    expect(await db.transaction((tx) => lock(tx, 'USD', 'r2'))).toMatchObject({ isInUse: false });
    const key = { broker: 'iqoption', kind: 'real', currency: 'USD', brokerAccount: 'r2' } as const;
    const use = () => db.transaction((tx) => accounts.useBrokerAccount(tx, userId, key, clock.now()));
    expect([await use(), await use()]).toEqual([true, false]);
    expect(await accounts.accountsInUse(db.sql, userId, 'iqoption')).toEqual([{ kind: 'real', brokerAccount: 'r2' }]);
    expect(await db.transaction((tx) => lock(tx, 'USD', 'r1'))).toMatchObject({ isInUse: false });
  });

  it('adds the broker’s account id to an account that was opened before the broker reported that id', async () => {
    await ensureBrokerAccount(db.sql, randomIds, userId, { broker: 'iqoption', kind: 'real' }, clock.now());
    await db.transaction((tx) => lock(tx, 'USD', 'r1'));
    expect(await stored()).toEqual([{ broker_account: 'r1', currency: 'USD', is_current: true }]);
  });

  it('opens a separate account for euros if the earlier account of the broker is in dollars', async () => {
    await ensureBrokerAccount(db.sql, randomIds, userId, { broker: 'iqoption', kind: 'real' }, clock.now());
    await db.transaction((tx) => lock(tx, 'EUR', 'r1'));
    expect(await stored()).toEqual([
      { broker_account: 'r1', currency: 'EUR', is_current: true },
      { broker_account: '', currency: 'USD', is_current: false },
    ]);
  });

  it('makes an order at one broker wait for an order at another broker, because both may count towards the same limits', async () => {
    const order: string[] = [];
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let isLocked = (): void => undefined;
    const locked = new Promise<void>((resolve) => (isLocked = resolve));
    const first = db.transaction(async (tx) => {
      await lock(tx, 'USD', 'r1');
      isLocked();
      await released;
      order.push('first');
    });
    await locked;
    const second = db.transaction(async (tx) => {
      await lock(tx, 'USD', 'q1', 'quotex');
      order.push('second');
    });
    await expect
      .poll(
        () => db.sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
      .toHaveLength(1);
    release();
    await Promise.all([first, second]);
    expect(order).toEqual(['first', 'second']);
  });

  it('does not wait for the row lock of a paper order', async () => {
    await db.transaction(async (paper) => {
      await accounts.lockMockAccount(paper, userId);
      expect(await db.transaction((tx) => lock(tx, 'USD', 'r1'))).toMatchObject({ currency: 'USD' });
    });
  });
});
