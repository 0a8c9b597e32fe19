import { expect, it } from 'vitest';
import { type WorkQueue, workKind } from './work-queue.ts';

/** Two views of one queue: one object twice, or the views of two processes. */
export type WorkQueueViews = { readonly here: WorkQueue; readonly there: WorkQueue };

const NUMBERS = workKind<number>('test.numbers');
const OTHERS = workKind<number>('test.others');

const WITHIN = { timeout: 30_000 };

/** Defines the tests that every queue must pass, within one process and between two processes. */
export function describeWork(open: () => Promise<WorkQueueViews>): void {
  it('delivers each message once to the worker of its kind and key', async () => {
    const { here, there } = await open();
    const done: string[] = [];
    const note = (where: string) => async (n: number) => {
      done.push(`${where} ${n}`);
      return 'done' as const;
    };
    there.work(NUMBERS, 'a b.c', note('abc'));
    there.work(NUMBERS, 'other', note('other'));
    there.work(OTHERS, 'other', note('others'));
    here.add(NUMBERS, 'a b.c', 1);
    here.add(NUMBERS, 'other', 2);
    here.add(OTHERS, 'other', 3);
    there.add(NUMBERS, 'other', 4);
    await expect.poll(() => done.toSorted(), WITHIN).toEqual(['abc 1', 'other 2', 'other 4', 'others 3']);
  });

  it('delivers a message again if the handler returns `retry` or throws', async () => {
    const { here, there } = await open();
    const tries: string[] = [];
    there.work(NUMBERS, 'key', async () => {
      tries.push('try');
      if (tries.length === 1) return 'retry';
      if (tries.length === 2) throw new Error('broken handler');
      tries.push('done');
      return 'done';
    });
    here.add(NUMBERS, 'key', 1);
    await expect.poll(() => tries, WITHIN).toEqual(['try', 'try', 'try', 'done']);
  });

  it('delivers further messages while a handler is still working on an earlier message', async () => {
    const { here, there } = await open();
    const begun: number[] = [];
    there.work(NUMBERS, 'key', (n) => {
      begun.push(n);
      return n === 1 ? new Promise(() => undefined) : Promise.resolve('done');
    });
    for (const n of [1, 2, 3]) here.add(NUMBERS, 'key', n);
    await expect.poll(() => begun.toSorted(), WITHIN).toEqual([1, 2, 3]);
  });

  it('delivers no message to a cancelled worker, and delivers waiting messages to the next worker', async () => {
    const { here, there } = await open();
    const done: string[] = [];
    const cancel = there.work(NUMBERS, 'key', async (n) => {
      done.push(`old ${n}`);
      return 'done';
    });
    here.add(NUMBERS, 'key', 1);
    await expect.poll(() => done, WITHIN).toEqual(['old 1']);
    cancel();
    cancel();
    there.work(NUMBERS, 'key', async (n) => {
      done.push(`new ${n}`);
      return 'done';
    });
    here.add(NUMBERS, 'key', 2);
    await expect.poll(() => done, WITHIN).toEqual(['old 1', 'new 2']);
  });

  it('never throws from `add`', async () => {
    const { here, there } = await open();
    const done: number[] = [];
    there.work(NUMBERS, 'key', async (n) => {
      if (typeof n === 'number') done.push(n);
      return 'done';
    });
    here.add(workKind<bigint>('test.numbers'), 'key', 1n);
    here.add(NUMBERS, 'no worker', 1);
    here.add(NUMBERS, 'key', 2);
    await expect.poll(() => done, WITHIN).toEqual([2]);
  });
}
