import { epochMs, minorUnits } from '@vigia/core/kernel';
import { correction, deposit, settlementWithOutcome, stakeHold, type Transfer } from '@vigia/core/trades';
import { CountingIds } from '@vigia/testkit';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createKeyedHash } from '#platform/crypto/keyed-hash.ts';
import { createTestDatabase } from '#platform/persistence/testing.ts';
import { createAccounts } from './accounts.ts';
import { bookTransfers, type TransferBooking } from './ledger.ts';
import { NO_CONNECTIONS } from './safety/connections.ts';

const NOW_MS = epochMs(1_800_000_000_000);
const STAKE = minorUnits(1_000);

const database = await createTestDatabase();
const { db } = database;
const ids = new CountingIds();
const accounts = createAccounts({ ids, keyedHash: createKeyedHash(Buffer.alloc(32, 7)), connections: NO_CONNECTIONS });
afterAll(() => database.close());

let userId: string;
let accountId: string;
beforeEach(async () => {
  userId = ids.next();
  await db.transaction(async (tx) => {
    await tx`
      INSERT INTO auth_users (id, is_anonymous, created_at, updated_at) VALUES (${userId}, true, now(), now())`;
    const person = { userId, email: null, phone: null, metadata: {}, isAnonymous: true, nowMs: NOW_MS };
    await accounts.openAccount(tx, person);
  });
  ({ accountId } = await accounts.mockAccount(db.sql, userId));
});

/** Books transfers a second after the opening deposit. */
const bookAll = (...bookings: readonly Omit<TransferBooking, 'accountId'>[]) =>
  db.transaction((tx) =>
    bookTransfers(
      tx,
      ids,
      bookings.map((booking) => ({ accountId, ...booking })),
      epochMs(NOW_MS + 1_000),
    ),
  );

/** Returns the ledger transfers that the test wrote, by phase and step. */
const booked = async () =>
  Array.from(
    await db.sql`
      SELECT kind, phase, trade_id, step, user_cash_minor AS user_cash, user_hold_minor AS user_hold,
             broker_pnl_minor AS broker_pnl, fees_minor AS fees, equity_minor AS equity, created_at
      FROM ledger_transfers WHERE account_id = ${accountId} AND created_at > ${new Date(NOW_MS)} ORDER BY phase, step`,
    (row) => ({ ...row }),
  );
const balance = async () => {
  const { cashMinor, heldMinor } = await accounts.mockAccount(db.sql, userId);
  return [cashMinor, heldMinor];
};

describe('bookTransfers, which writes transfers to the ledger,', () => {
  it('writes each entry of a transfer to the column of its ledger account', async () => {
    const amounts = { user_cash: 500, user_hold: 70, broker_pnl: -400, fees: 30, equity: -200 };
    const entries = Object.entries(amounts).map(([account, amount]) => ({ account, amountMinor: minorUnits(amount) }));
    await bookAll({ tradeId: null, transfer: { kind: 'deposit', phase: 'funding', entries } as Transfer });
    const created_at = new Date(NOW_MS + 1_000);
    expect(await booked()).toEqual([
      { kind: 'deposit', phase: 'funding', trade_id: null, step: 1, ...amounts, created_at },
    ]);
    expect(await balance()).toEqual([1_000_500, 70]);
  });

  it('writes several transfers of one trade in one call, each with its phase and step', async () => {
    const tradeId = ids.next();
    const terms = { stakeMinor: STAKE, payoutRatio: 0.85 } as Parameters<typeof settlementWithOutcome>[1];
    const [won, lost] = [settlementWithOutcome('won', terms, null), settlementWithOutcome('lost', terms, null)];
    await bookAll(
      { tradeId, transfer: stakeHold(STAKE) },
      { tradeId, transfer: correction(STAKE, lost, won), step: 1 },
      { tradeId, transfer: correction(STAKE, won, lost), step: 2 },
    );
    expect(await booked()).toMatchObject([
      { phase: 'correction', trade_id: tradeId, step: 1, user_cash: 1_850 },
      { phase: 'correction', trade_id: tradeId, step: 2, user_cash: -1_850 },
      { phase: 'hold', trade_id: tradeId, step: 1, user_cash: -1_000, user_hold: 1_000 },
    ]);
    expect(await balance()).toEqual([999_000, 1_000]);
  });

  it('refuses a second transfer of a trade in the same phase, and writes no other transfer of that call', async () => {
    const tradeId = ids.next();
    await bookAll({ tradeId, transfer: stakeHold(STAKE) });
    const again = bookAll({ tradeId: null, transfer: deposit(minorUnits(5)) }, { tradeId, transfer: stakeHold(STAKE) });
    await expect(again).rejects.toMatchObject({ code: '23505' });
    expect(await balance()).toEqual([999_000, 1_000]);
  });

  it('is not idempotent for transfers that belong to no trade: each call writes one', async () => {
    for (let time = 0; time < 2; time += 1) await bookAll({ tradeId: null, transfer: deposit(minorUnits(5)) });
    expect(await balance()).toEqual([1_000_010, 0]);
  });
});
