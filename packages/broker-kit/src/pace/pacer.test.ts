import { ManualClock, SeededRng } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { fullJitter } from './full-jitter.ts';
import { createPacer } from './pacer.ts';

describe('a pacer (request rate limiter)', () => {
  it('grants a burst of turns at once and in order, and never more turns than a burst within any period', async () => {
    const clock = new ManualClock(0);
    const pacer = createPacer({ burst: 3, perMs: 1_000, clock });
    const begun: [number, number][] = [];
    for (let turn = 0; turn < 20; turn++) void pacer.take().then(() => begun.push([turn, clock.now()]));
    for (let step = 0; step < 800; step++) {
      await Promise.resolve();
      clock.advance(10);
    }
    await Promise.resolve();
    expect(begun.map(([turn]) => turn)).toEqual(Array.from({ length: 20 }, (_, turn) => turn));
    const times = begun.map(([, ms]) => ms);
    expect(times.slice(0, 3)).toEqual([0, 0, 0]);
    times.slice(3).forEach((ms, index) => expect(ms - (times[index] ?? 0)).toBeGreaterThanOrEqual(1_000));
  });

  it('grants urgent turns first, and turns of equal urgency in order of arrival', async () => {
    const clock = new ManualClock(0);
    const pacer = createPacer({ burst: 1, perMs: 1_000, clock });
    const begun: string[] = [];
    await pacer.take();
    for (const name of ['ordinary 1', 'ordinary 2']) void pacer.take().then(() => begun.push(name));
    for (const name of ['records 1', 'records 2']) void pacer.take('records').then(() => begun.push(name));
    void pacer.take('order').then(() => begun.push('order'));
    for (let turn = 0; turn < 5; turn++) {
      clock.advance(1_000);
      await Promise.resolve();
      await Promise.resolve();
    }
    expect(begun).toEqual(['order', 'records 1', 'records 2', 'ordinary 1', 'ordinary 2']);
  });
});

describe('the backoff with full jitter', () => {
  it('stays between 0 and a bound that doubles up to 30 s, and uses that whole range', () => {
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
