import { durationMs } from '@vigia/core/kernel';
import { ManualClock } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { Pauses } from './pauses.ts';

/** Returns the times of all attempts within `withinMs` by a loop that tries every second. */
function attemptsMs(withinMs: number, clock = new ManualClock(0), pauses = pausesOf(clock)): readonly number[] {
  const made: number[] = [];
  const startMs = clock.monotonicMs();
  for (let ms = 0; ms < withinMs; ms += 1_000, clock.advance(durationMs(1_000))) {
    if (!pauses.isDue('one')) continue;
    pauses.begin('one');
    made.push(clock.monotonicMs() - startMs);
  }
  return made;
}
const pausesOf = (clock: ManualClock) => new Pauses(clock, { firstMs: 4_000, longestMs: 30_000 });

describe('pauses between attempts', () => {
  it('double up to the longest pause', () => {
    expect(attemptsMs(130_000)).toEqual([0, 4_000, 12_000, 28_000, 58_000, 88_000, 118_000]);
  });

  it('start again with the first pause after a success, or after a long time without an attempt', () => {
    const clock = new ManualClock(0);
    const pauses = pausesOf(clock);
    attemptsMs(60_000, clock, pauses);
    pauses.reset('one');
    expect(attemptsMs(13_000, clock, pauses)).toEqual([0, 4_000, 12_000]);
    clock.advance(durationMs(61_000));
    expect(attemptsMs(13_000, clock, pauses)).toEqual([0, 4_000, 12_000]);
  });

  it('do not delay an attempt with another key', () => {
    const pauses = pausesOf(new ManualClock(0));
    pauses.begin('one');
    expect([pauses.isDue('one'), pauses.isDue('another')]).toEqual([false, true]);
  });
});
