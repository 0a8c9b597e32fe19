import { ManualClock } from '@vigia/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { SharedThrottle } from './shared-throttle.ts';

const HOUR_MS = 3_600_000;

let test: TestDatabase;
let clock: ManualClock;
/** The throttle of one of two processes on one database. */
let here: SharedThrottle;
let there: SharedThrottle;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.db.sql`DELETE FROM throttle`;
  clock = new ManualClock(1_790_000_000_000);
  here = new SharedThrottle(test.db, clock);
  there = new SharedThrottle(test.db, clock);
});

describe('SharedThrottle.take', () => {
  const LIMIT = { burst: 3, windowMs: 30_000 };

  it('admits one burst in both processes together, and then as many calls as the window refills', async () => {
    expect([await here.take('a', LIMIT), await there.take('a', LIMIT), await here.take('a', LIMIT)]).toEqual([0, 0, 0]);
    expect([await here.take('a', LIMIT), await there.take('a', LIMIT)]).toEqual([10_000, 10_000]);
    expect(await there.take('b', LIMIT)).toBe(0);
    clock.advance(10_000);
    expect([await there.take('a', LIMIT), await here.take('a', LIMIT)]).toEqual([0, 10_000]);
  });

  it('admits exactly the burst of concurrent calls', async () => {
    const waits = await Promise.all(
      Array.from({ length: 20 }, () => [here.take('a', LIMIT), there.take('a', LIMIT)]).flat(),
    );
    expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(3);
  });

  it('refuses a call that waited for the lock while another call took the last token', async () => {
    for (let n = 0; n < 2; n += 1) await here.take('a', LIMIT);
    const waiting = () =>
      test.db.sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    const [last, late] = await test.db.transaction(async (tx) => {
      const first = await new SharedThrottle({ sql: tx }, clock).take('a', LIMIT);
      const second = there.take('a', LIMIT);
      await expect.poll(waiting).toHaveLength(1);
      return [first, second.then((waitMs) => ({ waitMs }))] as const;
    });
    expect(last).toBe(0);
    expect((await late).waitMs).toBeGreaterThan(0);
  });

  it('admits one more call for each returned token', async () => {
    for (let n = 0; n < 3; n += 1) await here.take('a', LIMIT);
    await there.giveBack('a', LIMIT);
    expect([await here.take('a', LIMIT), await here.take('a', LIMIT)]).toEqual([0, 10_000]);
  });
});

describe('SharedThrottle.begin', () => {
  const fail = async (times: number): Promise<void> => {
    for (let n = 0; n < times; n += 1) expect(await here.begin(['ana'])).toBe(0);
  };

  it('doubles the delay after ten failures, from one second up to a minute', async () => {
    await fail(9);
    const delays = [];
    for (let n = 0; n < 8; n += 1) {
      expect(await there.begin(['ana'])).toBe(0);
      delays.push(await here.begin(['ana']));
      clock.advance(60_000);
    }
    expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
  });

  it('does not count an attempt for any of its keys while one of the keys must wait', async () => {
    await fail(10);
    for (let n = 0; n < 20; n += 1) expect(await here.begin(['ana', 'eva'])).toBe(1_000);
    expect(await here.begin(['eva'])).toBe(0);
  });

  it('resets its count after a success and after an hour without a failure', async () => {
    await fail(10);
    await there.succeed(['ana']);
    await fail(10);
    clock.advance(HOUR_MS);
    await fail(10);
    expect(await here.begin(['ana'])).toBe(1_000);
  });
});

describe('SharedThrottle after the clock was set back', () => {
  const LIMIT = { burst: 3, windowMs: 30_000 };

  it.each([300_000, HOUR_MS, 10 * 365 * 24 * HOUR_MS])(
    'admits calls after a jump of the clock by %d ms',
    async (jumpMs) => {
      clock.jump(jumpMs);
      for (let n = 0; n < 3; n += 1) await here.take('a', LIMIT);
      for (let n = 0; n < 10; n += 1) await here.begin(['ana']);
      expect(await here.begin(['ana'])).toBeGreaterThan(0);
      clock.jump(-jumpMs);
      expect([await here.take('a', LIMIT), await there.begin(['ana'])]).toEqual([0, 0]);
    },
  );

  it('delays a call by at most twice the window if the clock is set back by less than the window', async () => {
    for (let n = 0; n < 3; n += 1) await here.take('a', LIMIT);
    clock.jump(-29_000);
    expect(await there.take('a', LIMIT)).toBeLessThanOrEqual(2 * LIMIT.windowMs);
  });
});

describe('SharedThrottle.cleanUp', () => {
  it('deletes only rows that no longer limit any call', async () => {
    await here.begin(['old']);
    clock.advance(HOUR_MS / 2);
    await here.begin(['new']);
    clock.advance(HOUR_MS / 2 + 1);
    await here.cleanUp();
    const [row] = await test.db.sql<[{ count: number }]>`SELECT count(*)::int AS count FROM throttle`;
    expect(row.count).toBe(1);
  });
});
