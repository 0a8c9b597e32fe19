import type { BrokerContract } from '@vigia/broker-kit/port';
import { epochMs, ratio } from '@vigia/core/kernel';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { deleteAllUsers } from '../testing.ts';
import { checkInvariants } from '../testing-invariants.ts';
import { createContractWorld } from './testing-contracts.ts';
import { START_BALANCE_MINOR } from './testing-scripted-broker.ts';

let database: TestDatabase;
let world: Awaited<ReturnType<typeof createContractWorld>>;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.sql`SELECT ensure_day_partitions('2026-11-19', '2026-11-30')`;
});
afterAll(() => database.close());
beforeEach(async () => {
  await deleteAllUsers(database);
  world = await createContractWorld(database);
  return () => checkInvariants(database.db.sql, new Map());
});

describe('a broker’s option contract for an order with an unknown execution status', () => {
  beforeEach(async () => {
    world.broker.fates = ['lose_reply'];
    await world.place();
  });

  it('opens the order on the terms of the contract', async () => {
    const contract = { ...world.booked(), payoutRatio: ratio(0.84219), entryPrice: null };
    expect(await world.apply(contract)).toMatchObject({ execution: 'confirmed', payout_bp: 8_422, last_seq: 5 });
    expect(await world.only()).toMatchObject({
      status: 'active',
      execution: 'confirmed',
      broker_ref: 'c1',
      payout_bp: 8_422,
      entry_price: null,
      entry_time: new Date(contract.openedAtMs),
      expiry_time: new Date(contract.expiryMs),
    });
    expect(await world.kinds()).toEqual(['intent', 'send', 'lose_track', 'accept', 'open']);
    expect(await world.payload('accept')).toEqual({
      acceptance: { contractId: 'c1', acceptedAtMs: contract.openedAtMs, payoutRatio: 0.8422 },
    });
  });

  it('gets its entry price once, even if the broker reports that price only after the acceptance', async () => {
    const contract = world.booked();
    await world.apply({ ...contract, entryPrice: null });
    expect(await world.apply({ ...contract, entryPrice: 1.10432 })).toMatchObject({ entry_price: 1.10432 });
    expect(await world.apply({ ...contract, entryPrice: 1.2 })).toBeNull();
    expect(await world.only()).toMatchObject({ status: 'active', entry_price: 1.10432 });
    expect(await world.kinds()).toEqual(['intent', 'send', 'lose_track', 'accept', 'open', 'price_entry']);
    expect(await world.payload('price_entry')).toEqual({ entryPrice: 1.10432, entryTickMs: contract.entryTickMs });
  });

  it('gets the time of its entry price even if the broker reports that time later, but never the time of another price', async () => {
    const contract = world.booked();
    const entryTickMs = epochMs(contract.openedAtMs + 1_000);
    await world.apply({ ...contract, entryTickMs: null });
    expect(await world.only()).toMatchObject({ entry_price: 1.1, entry_tick_ms: null });
    expect(await world.apply({ ...contract, entryPrice: 1.2, entryTickMs })).toBeNull();
    expect(await world.apply({ ...contract, entryTickMs })).toMatchObject({ entry_tick_ms: entryTickMs });
    expect(await world.apply({ ...contract, entryTickMs: contract.openedAtMs })).toBeNull();
    expect(await world.only()).toMatchObject({ entry_price: 1.1, entry_tick_ms: entryTickMs });
  });

  it('has no payout if the broker reports none', async () => {
    await world.apply({ ...world.booked(), payoutRatio: null });
    expect(await world.only()).toMatchObject({ execution: 'confirmed', payout_bp: null });
    expect(await world.payload('accept')).toMatchObject({ acceptance: { payoutRatio: null } });
    await world.apply({ ...world.ended('won', 850), payoutRatio: null });
    expect(await world.only()).toMatchObject({ status: 'won', profit_minor: 850, payout_bp: null });
  });

  it('is recorded as ambiguous only if the broker has a second, equal contract', async () => {
    await world.apply({ ...world.booked(), hasDouble: true });
    expect(await world.payload('accept')).toMatchObject({ acceptance: { hasDouble: true } });
  });

  it('dates the entry a millisecond before the expiry if the start of the contract equals its expiry', async () => {
    const contract = world.booked();
    await world.apply({ ...contract, openedAtMs: contract.expiryMs });
    expect(await world.only()).toMatchObject({
      entry_price: 1.1,
      entry_time: new Date(contract.expiryMs - 1),
      expiry_time: new Date(contract.expiryMs),
    });
  });

  it('opens and settles the order at once if the contract has already ended', async () => {
    await world.apply(world.ended('won', 850));
    expect((await world.kinds()).slice(3)).toEqual(['accept', 'open', 'expire', 'settle']);
    expect(await world.only()).toMatchObject({ status: 'won', profit_minor: 850 });
  });
});

describe('the end of an option contract', () => {
  beforeEach(() => world.place());

  it('settles the trade at the broker’s price and time', async () => {
    const contract = world.ended('won', 850, { settleTickMs: world.later(-500), settledAtMs: world.later(5) });
    expect(await world.apply(contract)).toMatchObject({ status: 'won', settle_price: 1.2 });
    expect(await world.payload('settle')).toEqual({
      settlement: {
        outcome: 'won',
        settleTick: { timeMs: world.later(-500), price: 1.2 },
        payoutMinor: 1_850,
        profitMinor: 850,
      },
    });
  });

  it('keeps the price without a time if the broker reports no time, also after a correction', async () => {
    await world.apply(world.ended('won', 850, { settleTickMs: null }));
    expect(await world.only()).toMatchObject({ status: 'won', settle_price: 1.2, settle_tick_ms: null });
    await world.apply(world.ended('lost', -1_000, { settleTickMs: null }));
    expect(await world.only()).toMatchObject({ status: 'lost', settle_price: 1.2, settle_tick_ms: null });
    expect(await world.payload('correct')).toMatchObject({ settlement: { settleTick: { timeMs: null, price: 1.2 } } });
  });

  it('settles the trade without a price if the contract has none', async () => {
    await world.apply(world.ended('lost', -1_000, { settlePrice: null }));
    expect(await world.only()).toMatchObject({ status: 'lost', settle_price: null });
    expect(await world.payload('settle')).toMatchObject({ settlement: { settleTick: null } });
  });

  it.each([
    [0, ['expire', 'settle']],
    [-1, ['settle']],
  ] as const)('%d ms after the expiry is recorded as %j', async (ms, kinds) => {
    await world.apply(world.ended('won', 850, { settledAtMs: world.later(ms) }));
    expect((await world.kinds()).slice(4)).toEqual(kinds);
  });

  it('returns the stake if the broker voids the contract', async () => {
    await world.apply(world.ended('void', 0));
    expect((await world.kinds()).slice(4)).toEqual(['expire', 'void']);
    expect(await world.only()).toMatchObject({
      status: 'cancelled',
      profit_minor: 0,
      settle_price: null,
      settle_reason: 'voided_by_broker',
    });
    expect(await world.mirror()).toEqual({ cash_minor: START_BALANCE_MINOR, held_minor: 0 });
  });

  it('is a loss if the broker voids the contract and keeps part of the stake', async () => {
    await world.apply(world.ended('void', -100));
    expect((await world.kinds()).slice(4)).toEqual(['expire', 'settle']);
    expect(await world.only()).toMatchObject({ status: 'lost', profit_minor: -100, settle_reason: null });
  });

  it.each([
    [-300, 700],
    [-1_000, 0],
    [-1_200, 0],
    [250, 1_250],
  ])(
    'is settled as a sale if the broker reports the profit %d as sold, and returns %d',
    async (profit, proceedsMinor) => {
      const settledAtMs = epochMs(world.booked().openedAtMs + 20_000);
      await world.apply(world.ended('sold', profit, { settledAtMs }));
      expect((await world.kinds()).slice(4)).toEqual(['sell']);
      expect(await world.payload('sell')).toEqual({ soldAtMs: settledAtMs, proceedsMinor });
      const cash = START_BALANCE_MINOR - 1_000 + proceedsMinor;
      expect(await world.mirror()).toEqual({ cash_minor: cash, held_minor: 0 });
    },
  );

  it('is not assumed while the contract has no result', async () => {
    expect(await world.apply(world.booked())).toBeNull();
    expect(await world.kinds()).toEqual(['intent', 'send', 'accept', 'open']);
  });
});

/** Expects that applying the contract logs one error and leaves the order unchanged. */
async function expectRefused(contract: BrokerContract, text: string): Promise<void> {
  const before = await world.only();
  expect(await world.apply(contract)).toBeNull();
  expect(world.errors).toEqual([[{ trade: before.id, broker: 'iqoption', contract: contract.contractId }, text]]);
  expect(await world.only()).toEqual(before);
}

describe('an option contract that contradicts the server’s records is logged and moves no money:', () => {
  it('a second contract of an open order', async () => {
    await world.place();
    const second = { ...world.ended('won', 850), contractId: 'c2' };
    await expectRefused(second, 'a second contract bears the tag of an order');
  });

  /** Returns a contract with a result whose order no longer exists, because the test then starts with a new order. */
  async function contractOfBefore(): Promise<BrokerContract> {
    await world.place();
    const contract = world.ended('won', 850);
    await deleteAllUsers(database);
    world = await createContractWorld(database);
    return contract;
  }

  it('a contract of an order that was never sent', async () => {
    const contract = await contractOfBefore();
    await world.writeAutomatic();
    await expectRefused(contract, 'a contract bears the tag of an order that was never sent');
  });

  it('a contract of an order that the broker refused', async () => {
    const contract = await contractOfBefore();
    world.broker.fates = ['refuse'];
    await world.place();
    await expectRefused(contract, 'the broker has a contract of an order that was taken for refused');
  });
});
