import { minorUnits } from '@vigia/core/kernel';
import { reportedSettlement } from '@vigia/core/trades';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { correctToBrokerResult } from '../correct-trade.ts';
import { lockForCorrection } from '../correction.repository.ts';
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
  await world.place();
  world.clock.advance(60_000);
  return () => checkInvariants(database.db.sql, new Map());
});

const corrections = async () => (await world.kinds()).filter((kind) => kind === 'correct').length;
const profitBooked = async () => ((await world.mirror())?.cash_minor ?? 0) - START_BALANCE_MINOR;

describe('a result that the broker reports a second time', () => {
  it.each([
    ['won', 850],
    ['lost', -1_000],
    ['lost', -400],
    ['tie', 0],
    ['void', 0],
    ['sold', -300],
  ] as const)('with the same outcome %s and profit %d changes nothing', async (outcome, profit) => {
    await world.apply(world.ended(outcome, profit));
    const before = await world.only();
    expect(await world.apply(world.ended(outcome, profit))).toBeNull();
    expect(await world.apply(world.booked()), 'the contract without its result').toBeNull();
    expect(await world.only()).toEqual(before);
    expect(await corrections()).toBe(0);
    expect(world.errors).toEqual([]);
  });

  it('for another option contract changes nothing', async () => {
    await world.apply(world.ended('won', 850));
    expect(await world.apply({ ...world.ended('lost', -1_000), contractId: 'c2' })).toBeNull();
    expect([await corrections(), world.errors]).toEqual([0, []]);
  });
});

describe('a result that the broker changes', () => {
  it.each([
    ['won', 850, 'lost', -1_000, 'lost'],
    ['won', 850, 'won', 800, 'won'],
    ['lost', -1_000, 'lost', -400, 'lost'],
    ['lost', -1_000, 'tie', 0, 'expired'],
    ['tie', 0, 'won', 850, 'won'],
    ['tie', 0, 'void', 0, 'cancelled'],
    ['void', 0, 'tie', 0, 'expired'],
    ['void', 0, 'won', 850, 'won'],
  ] as const)(
    'from %s %d is written to the ledger with its new outcome and profit',
    async (first, was, outcome, profit, status) => {
      await world.apply(world.ended(first, was));
      expect(await profitBooked()).toBe(was);
      expect(await world.apply(world.ended(outcome, profit))).toMatchObject({ status, profit_minor: profit });
      expect(await world.only()).toMatchObject({
        status,
        profit_minor: profit,
        settle_reason: status === 'cancelled' ? 'corrected' : null,
      });
      expect(await corrections()).toBe(1);
      expect(await profitBooked()).toBe(profit);
      expect(await world.mirror()).toMatchObject({ held_minor: 0 });
    },
  );

  it('is stored with its reason, its payout and the tick of the first result', async () => {
    await world.apply(world.ended('won', 850));
    await world.apply(world.ended('lost', -400, { settlePrice: 1.0, settledAtMs: world.later(9_000) }));
    expect(await world.payload('correct')).toEqual({
      reason: 'corrected_by_broker',
      settlement: {
        outcome: 'lost',
        settleTick: { timeMs: world.booked().expiryMs, price: 1.2 },
        payoutMinor: 600,
        profitMinor: -400,
      },
    });
  });

  it('is stored without a tick if the first result has none', async () => {
    await world.apply(world.ended('won', 850, { settlePrice: null }));
    await world.apply(world.ended('lost', -1_000));
    expect(await world.payload('correct')).toMatchObject({ settlement: { settleTick: null } });
  });

  it('can be corrected several times, each time starting from the last result', async () => {
    await world.apply(world.ended('won', 850));
    for (const [outcome, profit] of [
      ['lost', -1_000],
      ['tie', 0],
      ['void', 0],
      ['won', 850],
    ] as const) {
      await world.apply(world.ended(outcome, profit));
      expect(await profitBooked()).toBe(profit);
    }
    expect(await corrections()).toBe(4);
  });

  it('is never dated before the first result, even if the clock is set back', async () => {
    await world.apply(world.ended('won', 850));
    const { settled_at: settledAt } = await world.only();
    world.clock.jump(-30_000);
    expect(await world.apply(world.ended('lost', -1_000))).toMatchObject({ corrected_at: settledAt });
  });
});

describe('a sale that the broker later reports with another result', () => {
  it.each([
    ['sold', -300, 'sold', -200],
    ['sold', -300, 'won', 850],
    ['won', 850, 'sold', -300],
  ] as const)(
    'keeps its result, and the change is logged (first result: %s %d)',
    async (first, was, outcome, profit) => {
      await world.apply(world.ended(first, was));
      const before = await world.only();
      expect(await world.apply(world.ended(outcome, profit))).toBeNull();
      const fields = { trade: before.id, broker: 'iqoption', contract: 'c1' };
      expect(world.errors).toEqual([[fields, 'a sale was reported with another result']]);
      expect(await world.only()).toEqual(before);
    },
  );

  it.each([
    ['sold', 'lost'],
    ['lost', 'sold'],
  ] as const)('is not logged if the profit is the same: %s, then %s', async (first, second) => {
    await world.apply(world.ended(first, -300));
    expect(await world.apply(world.ended(second, -300))).toBeNull();
    expect([world.errors, await corrections()]).toEqual([[], 0]);
  });
});

it('the correction of a trade that is still active throws', async () => {
  const { id } = await world.only();
  const right = reportedSettlement(minorUnits(1_000), { profitMinor: minorUnits(850), isVoid: false }, null);
  const correcting = database.db.transaction(async (tx) => {
    const row = await lockForCorrection(tx, id);
    return row && correctToBrokerResult(world.deps, tx, row, right);
  });
  await expect(correcting).rejects.toThrow(`trade ${id} has ended`);
});
