import { durationMs } from '@vigia/core/kernel';
import { ManualClock } from '@vigia/testkit';
import { beforeEach, describe, expect, it } from 'vitest';
import { type JobResult, WorkLanes } from './work-lanes.ts';

const AGAIN_AFTER_MS = 250;
let clock: ManualClock;
let lanes: WorkLanes;
let begun: string[];
let ends: Map<string, (how: JobResult) => void>;
beforeEach(() => {
  clock = new ManualClock(0);
  lanes = new WorkLanes(clock, 2, durationMs(AGAIN_AFTER_MS));
  begun = [];
  ends = new Map();
});

/** Adds a job that ends when the test resolves it. */
const add = (lane: string | null, name: string) =>
  lanes.add(lane, () => {
    begun.push(name);
    return new Promise((resolve) => ends.set(name, resolve));
  });
async function end(name: string, how: JobResult = 'done'): Promise<void> {
  ends.get(name)?.(how);
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
}

describe('WorkLanes', () => {
  it('runs the jobs of one lane one after the other, and jobs of different lanes in parallel', async () => {
    add('ana', 'a1');
    add('ana', 'a2');
    add('bea', 'b1');
    expect(begun).toEqual(['a1', 'b1']);
    await end('a1');
    expect(begun).toEqual(['a1', 'b1', 'a2']);
  });

  it('runs at most as many jobs at once as it has slots, across all lanes', async () => {
    for (const name of ['a', 'b', 'c']) add(name, name);
    add(null, 'free');
    expect(begun).toEqual(['a', 'b']);
    await end('a');
    expect(begun).toEqual(['a', 'b', 'c']);
    await end('b');
    expect(begun).toEqual(['a', 'b', 'c', 'free']);
  });

  it('runs a job again after the time that the job names', async () => {
    add('ana', 'a1');
    await end('a1', { afterMs: durationMs(900) });
    clock.advance(899);
    expect(begun).toEqual(['a1']);
    clock.advance(1);
    expect(begun).toEqual(['a1', 'a1']);
  });

  it('frees the slot of a job while the job waits for its retry', async () => {
    add('ana', 'a1');
    add('ana', 'a2');
    await end('a1', 'retry');
    expect(begun).toEqual(['a1', 'a2']);
    await end('a2');
    clock.advance(AGAIN_AFTER_MS - 1);
    expect(begun).toEqual(['a1', 'a2']);
    clock.advance(1);
    expect(begun).toEqual(['a1', 'a2', 'a1']);
  });

  it('is idle only if no job runs, waits or is scheduled for a retry', async () => {
    await lanes.idle();
    let isIdle = false;
    add('ana', 'a1');
    const idle = lanes.idle().then(() => {
      isIdle = true;
    });
    await end('a1', 'retry');
    expect(isIdle).toBe(false);
    clock.advance(AGAIN_AFTER_MS);
    await end('a1');
    await idle;
    expect(isIdle).toBe(true);
  });

  it('waits for the running jobs at a stop, and starts no further job', async () => {
    let isStopped = false;
    add('ana', 'a1');
    add('ana', 'a2');
    add('bea', 'b1');
    await end('b1', 'retry');
    const stopped = lanes.stop().then(() => {
      isStopped = true;
    });
    add('cleo', 'c1');
    await end('none');
    expect(isStopped).toBe(false);
    await end('a1', 'retry');
    await stopped;
    clock.advance(10 * AGAIN_AFTER_MS);
    expect(begun).toEqual(['a1', 'b1']);
  });
});
