import { epochMs, ratio } from '@vigia/core/kernel';
import { lengthIn, secondsLong, ticksLong } from '@vigia/core/trades';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { publishPlacedTrade } from '../placing/place-automatic.ts';
import { deleteAllUsers } from '../testing.ts';
import { checkInvariants } from '../testing-invariants.ts';
import { TRADE_CHANGED } from '../topics.ts';
import { toOption } from '../trade-row.ts';
import { createVenueWorld } from './testing.ts';
import { brokerRecordFaults } from './testing-book.ts';
import { venueAssets, venuePayout } from './venue-assets.ts';

let database: TestDatabase;
let world: Awaited<ReturnType<typeof createVenueWorld>>;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.sql`SELECT ensure_day_partitions('2026-11-19', '2026-11-30')`;
});
afterAll(() => database.close());
beforeEach(async () => {
  await deleteAllUsers(database);
  world = await createVenueWorld(database);
  world.broker.asset = { ...world.broker.asset, durationsS: [15, 30, 60, 90], durationTicks: [1, 5, 10] };
  await world.start();
  return async () => {
    const faults = await brokerRecordFaults(world);
    if (faults.length > 0) throw new Error(faults.join('\n'));
    await checkInvariants(database.db.sql, new Map());
    await world.stop();
  };
});

const inSeconds = { duration: undefined, duration_seconds: 15 };
const inTicks = { duration: undefined, duration_ticks: 5 };

/** Reports that this many ticks of the running contract have passed. */
function reportTicks(contractId: string, passed: number): void {
  const contract = world.broker.book.get(contractId);
  if (contract?.ticks === undefined) throw new Error(`no contract in ticks ${contractId}`);
  world.broker.book.set(contractId, { ...contract, ticks: { ...contract.ticks, passed } });
  world.broker.notifyContract(contractId);
}

/** Ends the contract with its last tick, two seconds from now. */
async function endWithLastTick(contractId: string): Promise<number> {
  await world.pass(2_000);
  const contract = world.broker.book.get(contractId);
  if (contract?.ticks === undefined) throw new Error(`no contract in ticks ${contractId}`);
  const endMs = epochMs(world.clock.now());
  world.broker.book.set(contractId, { ...contract, expiryMs: endMs, ticks: { ...contract.ticks, passed: 5 } });
  world.broker.end(contractId, 'won', 850);
  await world.settle();
  return endMs;
}

describe('an order with a duration in seconds at a broker', () => {
  it('is settled by a result that the broker reported before its reply, also without a tag', async () => {
    world.broker.tags = false;
    world.broker.fates = ['accept_late'];
    const placed = world.place(inSeconds);
    await expect.poll(() => world.broker.handedOver.length, { timeout: 20_000 }).toBe(1);
    world.broker.end('c1', 'won', 850);
    await world.pass(2_000);
    expect(await world.only()).toMatchObject({ status: 'active', execution: 'pending' });
    world.broker.release();
    await placed;
    await world.pass(2_000);
    expect(await world.only()).toMatchObject({ status: 'won', broker_ref: 'c1', profit_minor: 850 });
  });

  it('expires exactly that many seconds after its entry, and ends with the broker’s result', async () => {
    expect(await world.place(inSeconds)).toMatchObject({
      ok: true,
      value: { duration: null, duration_seconds: 15, duration_ticks: null, ticks_passed: null },
    });
    const { entry_time: entry, expiry_time: expiry } = await world.only();
    expect(expiry.getTime() - entry.getTime()).toBe(15_000);
    await world.pass(15_000);
    world.broker.end('c1', 'lost', -1_000);
    await world.settle();
    expect(await world.only()).toMatchObject({ status: 'lost', duration_s: 15, duration_min: null });
  });

  it('is stored in minutes if its seconds are whole minutes', async () => {
    expect(await world.place({ duration: undefined, duration_seconds: 60 })).toMatchObject({
      value: { duration: 1, duration_seconds: null },
    });
  });

  it('is refused before it is written if the asset does not offer its duration, and the message states the duration', async () => {
    expect(await world.place({ duration: undefined, duration_seconds: 20 })).toMatchObject({
      error: { code: 'duration_unavailable', values: { symbol: 'EURUSD', length: '20 s' } },
    });
    expect(await world.trades()).toEqual([]);
  });
});

describe('an order of an automation at a broker', () => {
  it.each([
    ['in seconds', secondsLong(15), null],
    ['in ticks', ticksLong(5), { total: 5, passed: 0 }],
  ])('keeps its duration: %s', async (_unit, length, ticks) => {
    const placed = await world.writeAutomatic({ length });
    if (!placed.ok) throw new Error(placed.error.code);
    publishPlacedTrade(world.placing(), placed.value);
    await expect.poll(async () => (await world.only()).execution).toBe('confirmed');
    const [contract] = [...world.broker.book.values()];
    if (contract === undefined) throw new Error('the broker has no contract');
    expect(contract.ticks ?? null).toEqual(ticks);
    if (ticks === null) expect(contract.expiryMs - contract.openedAtMs).toBe(15_000);
    expect(lengthIn(toOption(await world.only()))).toEqual(length);
  });

  it('is refused, and not written, if the asset does not offer its duration', async () => {
    expect(await world.writeAutomatic({ length: secondsLong(20) })).toMatchObject({
      error: { code: 'duration_unavailable', values: { symbol: 'EURUSD', length: '20 s' } },
    });
    expect(await world.trades()).toEqual([]);
  });
});

describe('an order with a duration in ticks at a broker', () => {
  it('counts its ticks, and gets its expiry once the last tick has ended it', async () => {
    const seen: (number | null)[] = [];
    world.bus.subscribe(TRADE_CHANGED, ({ trade }) => void seen.push(trade.ticks_passed));
    expect(await world.place(inTicks)).toMatchObject({
      ok: true,
      value: { duration: null, duration_ticks: 5, ticks_passed: 0, status: 'active' },
    });
    for (const passed of [1, 2, 3]) reportTicks('c1', passed);
    await world.settle();
    expect(toOption(await world.only())).toMatchObject({ ticks_passed: 3, status: 'active' });
    reportTicks('c1', 2);
    await world.settle();
    expect(await world.only()).toMatchObject({ ticks_passed: 3 });
    const endMs = await endWithLastTick('c1');
    expect(await world.only()).toMatchObject({
      status: 'won',
      profit_minor: 850,
      ticks_passed: 5,
      expiry_time: new Date(endMs),
    });
    expect(seen).toEqual(expect.arrayContaining([0, 1, 2, 3, 5]));
  });

  it('is found by its number of ticks if its execution status was unknown, and not confused with another contract', async () => {
    world.broker.tags = false;
    world.broker.fates = ['accept', 'lose_reply'];
    await world.place({ duration: undefined, duration_ticks: 10 });
    expect(await world.place(inTicks)).toMatchObject({ value: { execution: 'unknown' } });
    await world.pass(12_000);
    const found = (await world.trades()).find((trade) => trade.duration_ticks === 5);
    expect(found).toMatchObject({ broker_ref: 'c2', execution: 'confirmed' });
  });

  it('is refused with the duration in the message if the asset offers only durations in seconds', async () => {
    const { durationTicks: _ticks, ...timed } = world.broker.asset;
    world.broker.asset = timed;
    expect(await world.place(inTicks)).toMatchObject({
      error: { code: 'duration_unavailable', values: { length: '5 ticks' } },
    });
    expect(world.broker.handedOver).toEqual([]);
  });
});

describe('the durations of an asset', () => {
  it('are listed by unit, and each has the payout that the broker quotes', async () => {
    world.broker.payout = 0.77;
    world.broker.asset = { ...world.broker.asset, payoutRatio: ratio(0.77) };
    expect(await venueAssets(world.deps, world.userId)).toMatchObject([
      { durations: [1], durations_seconds: [15, 30, 90], durations_ticks: [1, 5, 10] },
    ]);
    for (const length of [secondsLong(15), ticksLong(5)])
      expect(await venuePayout(world.deps, world.userId, { symbol: 'EURUSD', length })).toEqual({
        ok: true,
        value: 7_700,
      });
    expect(await venuePayout(world.deps, world.userId, { symbol: 'EURUSD', length: ticksLong(2) })).toMatchObject({
      error: { code: 'duration_unavailable', values: { length: '2 ticks' } },
    });
  });
});
