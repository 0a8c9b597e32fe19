import { ManualClock } from '@vigia/testkit';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FeedTick } from '#port/index.ts';
import { type Quote, type TickSource, TickWatches } from './tick-watches.ts';

const START_MS = Date.UTC(2026, 10, 24, 9);
const HOUR_MS = 3_600_000;

/** A broker that answers when the test calls `answer`. */
class Source implements TickSource {
  readonly asked: string[] = [];
  readonly wanted: (() => boolean)[] = [];
  readonly #answers: ((missed: readonly Quote[]) => void)[] = [];

  async subscribe(symbol: string, isWanted: () => boolean): Promise<void> {
    this.asked.push(`+${symbol}`);
    this.wanted.push(isWanted);
  }

  unsubscribe(symbol: string): void {
    this.asked.push(`-${symbol}`);
  }

  since(symbol: string, afterMs: number): Promise<readonly Quote[]> {
    this.asked.push(`${symbol} after ${afterMs - START_MS}`);
    return new Promise((resolve) => this.#answers.push(resolve));
  }

  /** Answers the oldest pending request. */
  async answer(...missed: readonly Quote[]): Promise<void> {
    this.#answers.shift()?.(missed);
    await settled();
  }
}

const settled = async () => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
};
const at = (seconds: number, price = 1): Quote => ({ timeMs: START_MS + seconds * 1_000, price });

let clock: ManualClock;
let source: Source;
let published: FeedTick[];
let watches: TickWatches;
const seconds = () => published.map(({ timeMs }) => (timeMs - START_MS) / 1_000);

beforeEach(() => {
  clock = new ManualClock(START_MS);
  source = new Source();
  published = [];
  watches = new TickWatches({ source, now: () => clock.now(), publish: (tick) => void published.push(tick) });
});

/** Publishes the tick of second 1 and then loses the connection. */
async function cutAfterTheFirstTick(): Promise<void> {
  watches.resume();
  watches.watch('EURUSD');
  await settled();
  watches.onTick('EURUSD', at(1));
  watches.onDrop();
}

describe('tick watches', () => {
  it('publish each tick once and in order, even if the stream repeats or reorders ticks', () => {
    watches.resume();
    watches.watch('EURUSD');
    for (const second of [1, 2, 2, 1, 3]) watches.onTick('EURUSD', at(second));
    watches.onTick('GBPUSD', at(4));
    expect(seconds()).toEqual([1, 2, 3]);
  });

  it('share one stream between two watchers until both have cancelled', () => {
    watches.resume();
    const cancels = [watches.watch('EURUSD'), watches.watch('EURUSD')];
    cancels[0]?.();
    cancels[0]?.();
    watches.onTick('EURUSD', at(1));
    cancels[1]?.();
    watches.onTick('EURUSD', at(2));
    expect(seconds()).toEqual([1]);
    expect(source.asked).toEqual(['+EURUSD', '-EURUSD']);
  });

  it('subscribe when the connection opens, if the watch started without a connection', async () => {
    watches.watch('EURUSD');
    expect(source.asked).toEqual([]);
    watches.resume();
    await settled();
    expect(source.asked).toEqual(['+EURUSD']);
  });

  it('publish missed ticks first, then the live ticks that arrived meanwhile', async () => {
    await cutAfterTheFirstTick();
    clock.advance(10_000);
    watches.resume();
    await settled();
    watches.onTick('EURUSD', at(9));
    watches.onTick('EURUSD', at(10));
    expect(seconds()).toEqual([1]);
    await source.answer(at(1), at(4), at(9.5));
    expect(seconds()).toEqual([1, 4, 9, 10]);
    expect(published.map(({ backfilled }) => backfilled)).toEqual([false, true, false, false]);
    expect(source.asked).toEqual(['+EURUSD', '+EURUSD', 'EURUSD after 1000']);
  });

  it('lose no tick if another disconnect happens while a gap is being filled', async () => {
    await cutAfterTheFirstTick();
    clock.advance(10_000);
    watches.resume();
    await settled();
    watches.onTick('EURUSD', at(9));
    watches.onDrop();
    await source.answer();
    expect(seconds()).toEqual([1]);
    expect(source.wanted.map((isWanted) => isWanted())).toEqual([false, false]);
    watches.resume();
    await settled();
    expect(source.asked.at(-1)).toBe('EURUSD after 1000');
    await source.answer(at(4), at(9));
    watches.onTick('EURUSD', at(11));
    expect(seconds()).toEqual([1, 4, 9, 11]);
  });

  it('wait for the missed ticks of the current connection, and ignore those of the previous connection', async () => {
    await cutAfterTheFirstTick();
    clock.advance(10_000);
    watches.resume();
    await settled();
    watches.onDrop();
    watches.resume();
    await settled();
    await source.answer();
    watches.onTick('EURUSD', at(9));
    expect(seconds()).toEqual([1]);
    await source.answer(at(4));
    expect(seconds()).toEqual([1, 4, 9]);
  });

  it('fetch the ticks that were missed since the last tick of an earlier session', async () => {
    watches.resume();
    watches.watch('EURUSD', START_MS - 5_000);
    await settled();
    watches.onTick('EURUSD', at(1));
    await source.answer(at(-3));
    expect(seconds()).toEqual([-3, 1]);
  });

  it('fill only the last hour of a longer gap', async () => {
    await cutAfterTheFirstTick();
    clock.advance(3 * HOUR_MS);
    watches.resume();
    await settled();
    expect(source.asked.at(-1)).toBe(`EURUSD after ${2 * HOUR_MS}`);
  });

  it('publish no ticks once the last watcher has cancelled, even if a gap is still being filled', async () => {
    await cutAfterTheFirstTick();
    watches.resume();
    await settled();
    watches.clear();
    await source.answer(at(4));
    expect(seconds()).toEqual([1]);
  });
});
