import { monotonicMs } from '@vigia/core/kernel';
import { describe, expect, it } from 'vitest';
import { RestartPolicy } from './restart-policy.ts';

const MINUTE_MS = 60_000;

describe('RestartPolicy', () => {
  it('waits twice as long after each failure, and gives up at the seventh', () => {
    const policy = new RestartPolicy();
    const delays = Array.from({ length: 7 }, (_, second) => policy.failed(monotonicMs(second * 1_000)));
    expect(delays).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, null]);
  });

  it('counts only the failures of the last fifteen minutes', () => {
    const policy = new RestartPolicy();
    const delays = Array.from({ length: 20 }, (_, count) => policy.failed(monotonicMs(count * 3 * MINUTE_MS)));
    expect(delays).not.toContain(null);
    expect(delays.at(-1)).toBe(4_000);
  });

  it('waits for disk space without a limit on attempts, at most 10 s each time', () => {
    const policy = new RestartPolicy();
    const delays = Array.from({ length: 50 }, () => policy.lackedSpace());
    expect(delays.slice(0, 3)).toEqual([250, 500, 1_000]);
    expect(delays.at(-1)).toBe(10_000);
    expect(policy.failed(monotonicMs(0))).toBe(250);
  });
});
