import { ManualClock, SeededRng } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { fullJitter } from './full-jitter.ts';
import { createRequestBudget, type RequestLimits, type Urgency } from './request-budget.ts';

const MINUTE_MS = 60_000;

/** Advances the clock in small steps, so that every turn begins as early as possible. */
async function pass(clock: ManualClock, ms: number, stepMs = 10): Promise<void> {
  for (let passedMs = 0; passedMs < ms; passedMs += stepMs) {
    await settled();
    clock.advance(stepMs);
  }
  await settled();
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Asks for a turn, which permits one request. When the turn is granted, asks for the next one at once, like a loop
 * without a pause.
 */
function loop(clock: ManualClock, limits: RequestLimits, urgency?: Urgency) {
  const budget = createRequestBudget({ ...limits, clock });
  const grantedMs: number[] = [];
  const again = (): void => {
    void budget.take(urgency).then(() => {
      grantedMs.push(clock.monotonicMs());
      again();
    });
  };
  again();
  return { budget, grantedMs };
}

const most = (timesMs: readonly number[], perMs: number): number =>
  Math.max(...timesMs.map((endMs) => timesMs.filter((ms) => ms <= endMs && ms > endMs - perMs).length));

describe('a budget of requests', () => {
  it('grants turns in order, and never more than the limit within any second', async () => {
    const clock = new ManualClock(0);
    const budget = createRequestBudget({ perSecond: 3, perMinute: 1_000, clock });
    const begun: [number, number][] = [];
    for (let turn = 0; turn < 20; turn++) void budget.take().then(() => begun.push([turn, clock.now()]));
    await pass(clock, 8_000);
    expect(begun.map(([turn]) => turn)).toEqual(Array.from({ length: 20 }, (_, turn) => turn));
    const times = begun.map(([, ms]) => ms);
    expect(times.slice(0, 3)).toEqual([0, 0, 0]);
    times.slice(3).forEach((ms, index) => expect(ms - (times[index] ?? 0)).toBeGreaterThanOrEqual(1_000));
  });

  it('is not exceeded in any minute, even if a loop may send five requests per second', async () => {
    const clock = new ManualClock(0);
    const { grantedMs } = loop(clock, { perSecond: 5, perMinute: 100 });
    await pass(clock, 10 * MINUTE_MS, 50);
    expect(most(grantedMs, MINUTE_MS)).toBe(90);
    expect(most(grantedMs, 1_000)).toBe(5);
    expect(grantedMs.length).toBeGreaterThan(800);
  });

  it('is not exceeded in any hour', async () => {
    const clock = new ManualClock(0);
    const { grantedMs } = loop(clock, { perMinute: 30, perHour: 200 }, 'order');
    await pass(clock, 90 * MINUTE_MS, 1_000);
    expect(most(grantedMs, MINUTE_MS)).toBe(30);
    expect(most(grantedMs, 60 * MINUTE_MS)).toBe(200);
  });

  it('reserves turns for lookups and orders, even if a loop of ordinary requests has used up its share', async () => {
    const clock = new ManualClock(0);
    const { budget, grantedMs } = loop(clock, { perMinute: 100 });
    await pass(clock, 1_000);
    expect(grantedMs).toHaveLength(90);
    const begun: string[] = [];
    for (let turn = 0; turn < 12; turn++) {
      void budget.take('records').then(() => begun.push('records'));
      void budget.take('order').then(() => begun.push('order'));
    }
    await pass(clock, 1_000);
    const count = (urgency: Urgency): number => begun.filter((one) => one === urgency).length;
    expect([count('records'), count('order')]).toEqual([3, 7]);
  });

  it('reserves the last turns of a minute for orders, also against a loop of lookups', async () => {
    const clock = new ManualClock(0);
    const { budget, grantedMs } = loop(clock, { perMinute: 100 }, 'records');
    await pass(clock, 1_000);
    expect(grantedMs).toHaveLength(95);
    let hasLeft = false;
    void budget.take('order').then(() => {
      hasLeft = true;
    });
    await pass(clock, 10);
    expect(hasLeft).toBe(true);
  });

  it('grants no additional turn if the wall clock is set forward', async () => {
    const clock = new ManualClock(0);
    const { grantedMs } = loop(clock, { perMinute: 100 });
    await pass(clock, 1_000);
    clock.jump(24 * 60 * MINUTE_MS);
    await pass(clock, 50_000, 100);
    expect(grantedMs).toHaveLength(90);
  });

  it('grants turns to urgent callers first, and to equally urgent callers in order of arrival', async () => {
    const clock = new ManualClock(0);
    const budget = createRequestBudget({ perSecond: 1, perMinute: 60, clock });
    const begun: string[] = [];
    await budget.take();
    for (const name of ['ordinary 1', 'ordinary 2']) void budget.take().then(() => begun.push(name));
    for (const name of ['records 1', 'records 2']) void budget.take('records').then(() => begun.push(name));
    void budget.take('order').then(() => begun.push('order'));
    await pass(clock, 5_000, 1_000);
    expect(begun).toEqual(['order', 'records 1', 'records 2', 'ordinary 1', 'ordinary 2']);
  });
});

describe('the backoff with full jitter', () => {
  it('stays between 0 and a bound that doubles up to 30 s, and uses the whole range', () => {
    const rng = new SeededRng(5);
    for (const [attempt, boundMs] of [
      [0, 250],
      [1, 500],
      [6, 16_000],
      [7, 30_000],
      [400, 30_000],
    ] as const) {
      const waits = Array.from({ length: 500 }, () => fullJitter(rng, attempt));
      expect(Math.max(...waits)).toBeLessThanOrEqual(boundMs);
      expect(Math.max(...waits)).toBeGreaterThan(0.95 * boundMs);
      expect(Math.min(...waits)).toBeLessThan(0.05 * boundMs);
    }
  });
});
