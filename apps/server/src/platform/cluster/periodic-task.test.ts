import { ManualClock } from '@vigia/testkit';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../logging/logger.ts';
import { PeriodicTask, type PeriodicTaskRules } from './periodic-task.ts';
import { createSingleProcessCluster } from './single-process-cluster.ts';

const MINUTE_MS = 60_000;
const log = createLogger('silent');
const warned = vi.spyOn(log, 'warn');

/** A task whose runs the test ends. */
class HeldTask extends PeriodicTask {
  readonly signals: AbortSignal[] = [];
  end: (error?: Error) => void = () => undefined;

  protected override work(signal: AbortSignal): Promise<void> {
    this.signals.push(signal);
    return new Promise((resolve, reject) => {
      this.end = (error) => (error === undefined ? resolve() : reject(error));
      signal.addEventListener('abort', () => reject(new Error('aborted')));
    });
  }
}

let clock: ManualClock;
const startTask = (rules: Partial<PeriodicTaskRules> = {}) => {
  const cluster = createSingleProcessCluster(log);
  const all = { lease: 'x', everyMs: MINUTE_MS, runsAtStart: true, failure: 'it failed', ...rules };
  const task = new HeldTask({ cluster, clock, log }, all);
  task.start();
  return task;
};
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a periodic task', () => {
  beforeEach(() => {
    clock = new ManualClock(0);
    warned.mockReset();
  });

  it('runs at its start and at each interval', async () => {
    const task = startTask();
    expect(task.signals).toHaveLength(1);
    task.end();
    await settled();
    clock.advance(MINUTE_MS);
    expect(task.signals).toHaveLength(2);
    await task.stop();
  });

  it('waits for the first interval if it shall not run at its start', async () => {
    const task = startTask({ runsAtStart: false });
    expect(task.signals).toHaveLength(0);
    clock.advance(MINUTE_MS);
    expect(task.signals).toHaveLength(1);
    await task.stop();
  });

  it('follows a long run by one further run, however many intervals passed', async () => {
    const task = startTask();
    clock.advance(5 * MINUTE_MS);
    expect(task.signals).toHaveLength(1);
    task.end();
    await settled();
    expect(task.signals).toHaveLength(2);
    task.end();
    await settled();
    expect(task.signals).toHaveLength(2);
    await task.stop();
  });

  it('logs a failed run and tries again at the next interval', async () => {
    const task = startTask();
    task.end(new Error('the database is away'));
    await settled();
    expect(warned).toHaveBeenCalledWith({ err: expect.any(Error) }, 'it failed');
    clock.advance(MINUTE_MS);
    expect(task.signals).toHaveLength(2);
    await task.stop();
  });

  it('ends its run when it stops, runs no further one, and logs no failure', async () => {
    const task = startTask();
    clock.advance(MINUTE_MS);
    await task.stop();
    expect([task.signals.length, task.signals[0]?.aborted]).toEqual([1, true]);
    clock.advance(5 * MINUTE_MS);
    expect(task.signals).toHaveLength(1);
    expect(warned).not.toHaveBeenCalled();
  });
});
