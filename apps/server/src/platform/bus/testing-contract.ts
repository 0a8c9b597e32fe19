import { expect, it } from 'vitest';
import { type Bus, topic, topicForAll, topicOfPerson } from './bus.ts';

/** Two ends of one bus: the same one, or those of two processes. */
export type BusEnds = {
  readonly here: Bus;
  readonly there: Bus;
  /** Resolves once what was subscribed or followed so far is heard. */
  settled(): Promise<void>;
};

const NUMBERS = topicForAll<number>('test.numbers');
const OTHERS = topicForAll<number>('test.others');
const LOCAL = topic<number>('test.local');
const NEWS = topicOfPerson<{ readonly userId: string | null; readonly text: string }>('test.news');

const WITHIN = { timeout: 20_000 };

/** What every bus does, within a process and between two. */
export function describeBus(open: () => Promise<BusEnds>): void {
  it('delivers in order, to all who subscribed', async () => {
    const { here, there, settled } = await open();
    const seen: string[] = [];
    there.subscribe(NUMBERS, (n) => void seen.push(`a${n}`));
    there.subscribe(NUMBERS, (n) => void seen.push(`b${n}`));
    await settled();
    for (let n = 1; n <= 100; n++) here.publish(NUMBERS, n);
    await expect.poll(() => seen.length, WITHIN).toBe(200);
    expect(seen.filter((text) => text.startsWith('a'))).toEqual(Array.from({ length: 100 }, (_, i) => `a${i + 1}`));
  });

  it('delivers a message once in its own process, at once', async () => {
    const { here, settled } = await open();
    const seen: number[] = [];
    here.subscribe(NUMBERS, (n) => void seen.push(n));
    await settled();
    here.publish(NUMBERS, 1);
    expect(seen).toEqual([1]);
    await settled();
    expect(seen).toEqual([1]);
  });

  it('delivers no more after the cancel, and goes on for others', async () => {
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

  it('delivers to the others when a handler throws', async () => {
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

  it('delivers what is about a person to who follows that person, once however often', async () => {
    const { here, there, settled } = await open();
    const seen: string[] = [];
    there.subscribe(NEWS, ({ text }) => void seen.push(text));
    const ends = [there.follow('a.person*'), there.follow('a.person*'), there.followEverybody()];
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

  it('delivers what is about nobody in particular to everybody', async () => {
    const { here, there, settled } = await open();
    const seen: string[] = [];
    there.subscribe(NEWS, ({ text }) => void seen.push(text));
    await settled();
    here.publish(NEWS, { userId: null, text: 'to all' });
    await expect.poll(() => seen, WITHIN).toEqual(['to all']);
  });

  it('keeps what is of the process in the process', async () => {
    const { here, settled } = await open();
    const seen: number[] = [];
    here.subscribe(LOCAL, (n) => void seen.push(n));
    await settled();
    here.publish(LOCAL, 1);
    expect(seen).toEqual([1]);
  });
}
