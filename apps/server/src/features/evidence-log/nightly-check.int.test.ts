import { ManualClock } from '@vigia/testkit';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSingleProcessCluster } from '#platform/cluster/single-process-cluster.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { NightlyCheck } from './nightly-check.ts';

const HOUR_MS = 3_600_000;
/** 28 November 2026, 01:00 UTC. */
const START_MS = Date.UTC(2026, 10, 28, 1);

describe('the nightly check', () => {
  const log = createLogger('silent');
  let clock: ManualClock;
  let registry: Registry;
  let nightly: NightlyCheck;
  let faults: readonly object[];
  const check = vi.fn<(signal: AbortSignal) => Promise<readonly object[]>>();
  const warned = vi.spyOn(log, 'warn');
  const reported = vi.spyOn(log, 'error');

  beforeEach(() => {
    faults = [];
    check.mockReset().mockImplementation(async () => faults);
    reported.mockReset();
    warned.mockReset();
    clock = new ManualClock(START_MS);
    registry = new Registry();
    nightly = new NightlyCheck({ cluster: createSingleProcessCluster(log), clock, log, registry, check });
    nightly.start();
  });
  afterEach(() => nightly.stop());

  const gauge = async () => (await registry.getSingleMetric('vigia_log_faults')?.get())?.values[0]?.value;

  it('runs once a day from three in the morning on', async () => {
    clock.advance(HOUR_MS);
    expect(check).not.toHaveBeenCalled();
    clock.advance(3 * HOUR_MS);
    await nightly.tick();
    expect(check).toHaveBeenCalledTimes(1);
    clock.advance(24 * HOUR_MS);
    await nightly.tick();
    expect(check).toHaveBeenCalledTimes(2);
    expect(reported).not.toHaveBeenCalled();
    expect(await gauge()).toBe(0);
  });

  it('raises the metric and reports an error if it finds faults', async () => {
    faults = [{ kind: 'fact_changed' }, { kind: 'late' }];
    clock.advance(4 * HOUR_MS);
    await nightly.tick();
    expect(await gauge()).toBe(2);
    expect(reported).toHaveBeenCalledWith({ count: 2, faults }, 'the evidence log reveals changes');
  });

  it('ends at once when it is stopped, without a warning, and begins again after the next start', async () => {
    check.mockImplementationOnce(
      (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('cut')))),
    );
    clock.advance(2 * HOUR_MS);
    await expect.poll(() => check.mock.calls.length).toBe(1);
    await nightly.stop();
    expect(check.mock.calls[0]?.[0].aborted).toBe(true);
    expect(warned).not.toHaveBeenCalled();
    nightly.start();
    clock.advance(600_000);
    await nightly.tick();
    expect(check).toHaveBeenCalledTimes(2);
    expect(await gauge()).toBe(0);
  });

  it('runs again ten minutes after it failed', async () => {
    check.mockRejectedValueOnce(new Error('the database is down'));
    clock.advance(2 * HOUR_MS);
    await nightly.tick();
    clock.advance(600_000);
    await nightly.tick();
    expect(check.mock.calls.length).toBeGreaterThanOrEqual(2);
    expect(await gauge()).toBe(0);
  });
});
