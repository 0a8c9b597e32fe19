import { type Clock, type DurationMs, durationMs, type EpochMs } from '@vigia/core/kernel';
import { minutesLong } from '@vigia/core/trades';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase } from '#platform/persistence/testing.ts';
import { type EntryDelayRow, entryDelay, toEntryDelayView } from '../signals/index.ts';
import { decideSignal } from './decide-signal.ts';
import { createAutoTradingWorld } from './testing.ts';

const database = await createTestDatabase();
const { db } = database;
await db.sql`SELECT ensure_day_partitions('2026-11-18', '2026-11-22')`;
afterAll(() => database.close());

let world: ReturnType<typeof createAutoTradingWorld>;
let userId: string;
beforeEach(async () => {
  await db.sql`DELETE FROM auth_users`;
  world = createAutoTradingWorld({ db });
  userId = await world.newUser();
});

describe('the measured delay of automatic orders', () => {
  const read = async (automationId: string, broker = 'mock') => {
    const owner = { id: db.sql`${automationId}::uuid`, broker: db.sql`${broker}`, kind: db.sql`'mock'` };
    const [row] = await db.sql<EntryDelayRow[]>`${entryDelay(db.sql, 'pcr_signals', owner)}`;
    return row && toEntryDelayView(row);
  };

  it('is unknown before the first accepted order', async () => {
    expect(await read(await world.newAutomation(userId))).toBeNull();
  });

  it('is the median and the 95th percentile of the last hundred entries on that account', async () => {
    const trader = world.newTrader();
    await trader.start();
    const automation = { automationId: await world.newAutomation(userId), userId };
    for (const ageMs of [190, ...Array.from({ length: 100 }, (_, order) => order + 1)]) {
      const signalId = await world.seal(automation, { ageMs });
      world.publish(signalId, automation);
      await Promise.resolve();
      await trader.idle();
      // Ends the trade, so that the limit of open trades does not refuse the next one.
      world.clock.advance(6 * 60_000);
      await world.settleAt(1.1);
    }
    await trader.stop();
    expect(await read(automation.automationId)).toEqual({ count: 100, median_ms: 50, p95_ms: 95 });
    expect(await read(automation.automationId, 'iqoption')).toBeNull();
  });
});

const PATIENCE = { timeout: 20_000, interval: 5 };
/** Wraps the test's clock. The wrapper also adds the delay of each timer to `rests`. */
const watched = (clock: Clock, rests: DurationMs[]): Clock => ({
  now: () => clock.now(),
  monotonicMs: () => clock.monotonicMs(),
  every: (interval, task) => clock.every(interval, task),
  after: (delay, task) => {
    rests.push(delay);
    return clock.after(delay, task);
  },
});

const DEMO = { broker: 'iqoption', kind: 'demo' } as const;

describe('the order of a signal', () => {
  /**
   * Decides a signal whose entry was `ageMs` ago by the server's clock. `time`: the broker's clock offset and round
   * trip.
   */
  async function decided(
    ageMs: number,
    time: { offsetMs: number; roundTripMs: number },
    change: { readonly source?: string; readonly plannedMs?: EpochMs; readonly account?: null } = {},
  ) {
    const { source = 'iqoption', plannedMs = null, account = DEMO } = change;
    const automationId = await world.newAutomation(userId, { account });
    // The test clock then reads 300 ms after a whole second, so the entry of a 300 ms old signal is a whole second.
    world.clock.advance(300);
    const nowMs = world.clock.now();
    const signal = {
      automation: 'pcr',
      automationId,
      userId,
      signalId: await world.seal({ automationId, userId }, { ageMs }),
      symbol: 'EURUSD',
      direction: 'CALL',
      entryTimeMs: nowMs - ageMs,
      length: minutesLong(1),
      source,
    } as const;
    const orders = { ...world.deps.orders, venueTime: () => time };
    const none = durationMs(0);
    const sending = { sentAtMs: nowMs, latencyMs: none, usualLatencyMs: none, hasWaited: false, plannedMs };
    return decideSignal({ ...world.deps, orders }, { fence: async () => undefined }, signal, sending);
  }

  it('is stored 250 ms before it is sent, and sent half a round trip before a full second of the broker’s clock', async () => {
    // The broker's clock is 2 s ahead: the candle closed there 300 ms ago, which is 1.7 s in the future here.
    expect(await decided(-1_700, { offsetMs: 2_000, roundTripMs: 100 })).toEqual({
      kind: 'planned',
      afterMs: 400,
      sendAtMs: world.clock.now() + 650,
    });
  });

  it('is sent after its wait, even if it can no longer be accepted at the planned second', async () => {
    await decided(1_500, { offsetMs: 0, roundTripMs: 100 }, { plannedMs: world.clock.now() });
    expect(await world.decisions(userId)).toMatchObject([{ decision: 'refused', code: 'mode_unavailable' }]);
  });

  it('does not wait on the paper account, which accepts at any moment', async () => {
    expect(await decided(300, { offsetMs: 0, roundTripMs: 0 }, { account: null })).toMatchObject({ kind: 'traded' });
  });

  it('ignores the broker’s clock if the signal has the time of another price source', async () => {
    expect(await decided(300, { offsetMs: 2_000, roundTripMs: 100 }, { source: 'deriv' })).toEqual({
      kind: 'planned',
      afterMs: 400,
      sendAtMs: world.clock.now() + 650,
    });
  });

  it('is in time by the clock of its broker if this clock is behind Vigía’s clock', async () => {
    const atBroker = await decided(3_400, { offsetMs: -3_300, roundTripMs: 40 });
    expect(atBroker.kind).toBe('refused');
    expect(await world.decisions(userId)).toMatchObject([{ decision: 'refused', code: 'mode_unavailable' }]);
  });

  it('is late if a round trip would exceed the tolerance', async () => {
    await decided(1_300, { offsetMs: 0, roundTripMs: 1_800 });
    expect(await world.decisions(userId)).toMatchObject([{ decision: 'late', code: 'late_order' }]);
  });

  it('is planned only once, and is sent even if the timer fires after the planned second', async () => {
    const rests: DurationMs[] = [];
    const orders = { ...world.deps.orders, venueTime: () => ({ offsetMs: 0, roundTripMs: 100 }) };
    const trader = world.newTrader({ orders, clock: watched(world.clock, rests) });
    await trader.start();
    await trader.idle();
    const automation = { automationId: await world.newAutomation(userId, { account: DEMO }), userId };
    world.clock.advance(300);
    world.publish(await world.seal(automation, { ageMs: 300 }), automation);
    await vi.waitFor(() => expect(rests).toContain(400), PATIENCE);
    world.clock.advance(400 + 700);
    await trader.idle();
    await trader.stop();
    expect(await world.decisions(userId)).toMatchObject([{ decision: 'refused', code: 'mode_unavailable' }]);
  });
});
