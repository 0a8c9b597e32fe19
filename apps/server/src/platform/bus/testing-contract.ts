import { expect, it } from 'vitest';
import { type Bus, processTopic, topicForAll, topicForUser } from './bus.ts';

/** Two views of one bus: one object twice, or the views of two processes. */
export type BusViews = {
  readonly here: Bus;
  readonly there: Bus;
  /** Resolves when all subscriptions so far are active. */
  settled(): Promise<void>;
};

const NUMBERS = topicForAll<number>('test.numbers');
const OTHERS = topicForAll<number>('test.others');
const LOCAL = processTopic<number>('test.local');
const NEWS = topicForUser<{ readonly userId: string | null; readonly text: string }>('test.news');

const WITHIN = { timeout: 20_000 };

/** Defines the tests that every bus must pass, within one process and between two processes. */
export function describeBus(open: () => Promise<BusViews>): void {
  it('delivers messages in order to all subscribers', async () => {
    const { here, there, settled } = await open();
    const seen: string[] = [];
    there.subscribe(NUMBERS, (n) => void seen.push(`a${n}`));
    there.subscribe(NUMBERS, (n) => void seen.push(`b${n}`));
    await settled();
    for (let n = 1; n <= 100; n++) here.publish(NUMBERS, n);
    await expect.poll(() => seen.length, WITHIN).toBe(200);
    expect(seen.filter((text) => text.startsWith('a'))).toEqual(Array.from({ length: 100 }, (_, i) => `a${i + 1}`));
  });

  it('delivers a message in the publishing process once and synchronously', async () => {
    const { here, settled } = await open();
    const seen: number[] = [];
    here.subscribe(NUMBERS, (n) => void seen.push(n));
    await settled();
    here.publish(NUMBERS, 1);
    expect(seen).toEqual([1]);
    await settled();
    expect(seen).toEqual([1]);
  });

  it('delivers no message after a cancel, but still delivers to other subscribers', async () => {
    const { here, there, settled } = await open();
    const seen: string[] = [];
    const cancel = there.subscribe(NUMBERS, (n) => void seen.push(`a${n}`));
    there.subscribe(NUMBERS, (n) => void seen.push(`b${n}`));
    cancel();
    cancel();
    await settled();
    here.publish(OTHERS, 1);
    here.publish(NUMBERS, 2);
    await expect.poll(() => seen, WITHIN).toEqual(['b2']);
  });

  it('delivers to the other subscribers when a handler throws', async () => {
    const { here, there, settled } = await open();
    const seen: number[] = [];
    there.subscribe(NUMBERS, () => {
      throw new Error('broken handler');
    });
    there.subscribe(NUMBERS, (n) => void seen.push(n));
    await settled();
    here.publish(NUMBERS, 1);
    here.publish(NUMBERS, 2);
    await expect.poll(() => seen, WITHIN).toEqual([1, 2]);
  });

  it('delivers a message about a user once to a process with several subscriptions to the user', async () => {
    const { here, there, settled } = await open();
    const seen: string[] = [];
    there.subscribe(NEWS, ({ text }) => void seen.push(text));
    const ends = [there.receiveUser('a.person*'), there.receiveUser('a.person*'), there.receiveAllUsers()];
    ends[0]?.();
    ends[0]?.();
    await settled();
    here.publish(NEWS, { userId: 'a.person*', text: 'one' });
    await expect.poll(() => seen, WITHIN).toEqual(['one']);
    ends[2]?.();
    await settled();
    here.publish(NEWS, { userId: 'a.person*', text: 'two' });
    await expect.poll(() => seen, WITHIN).toEqual(['one', 'two']);
  });

  it('delivers a message without a user to every process', async () => {
    const { here, there, settled } = await open();
    const seen: string[] = [];
    there.subscribe(NEWS, ({ text }) => void seen.push(text));
    await settled();
    here.publish(NEWS, { userId: null, text: 'to all' });
    await expect.poll(() => seen, WITHIN).toEqual(['to all']);
  });

  it('delivers a message of a process topic only within the process', async () => {
    const { here, settled } = await open();
    const seen: number[] = [];
    here.subscribe(LOCAL, (n) => void seen.push(n));
    await settled();
    here.publish(LOCAL, 1);
    expect(seen).toEqual([1]);
  });
}
