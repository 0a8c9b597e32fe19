import type { Cancel } from '@vigia/core/kernel';
import { ManualClock } from '@vigia/testkit';
import { beforeEach, describe, expect, it } from 'vitest';
import { visitInTurns } from './turns.ts';

describe('visitInTurns', () => {
  let clock: ManualClock;
  let visits: { readonly who: string; readonly atMs: number }[];
  let people: string[];
  let stop: Cancel;

  beforeEach(() => {
    clock = new ManualClock(0);
    visits = [];
    people = ['ana', 'luis', 'eva', 'paz'];
    stop = visitInTurns({
      clock,
      of: () => people,
      everyMs: () => 100,
      visit: (who) => void visits.push({ who, atMs: clock.now() }),
    });
  });

  it('visits each item once in the given time, at even intervals', () => {
    clock.advance(200);
    expect(visits.slice(0, 5)).toEqual([
      { who: 'ana', atMs: 25 },
      { who: 'luis', atMs: 50 },
      { who: 'eva', atMs: 75 },
      { who: 'paz', atMs: 100 },
      { who: 'ana', atMs: 125 },
    ]);
    expect(visits).toHaveLength(8);
    stop();
    clock.advance(1_000);
    expect(visits).toHaveLength(8);
  });

  it('keeps its interval even if the time per item is not a whole number of milliseconds', () => {
    people = Array.from({ length: 40 }, (_, n) => `person${n}`);
    clock.advance(10_000);
    expect(visits.length).toBeGreaterThan(3_950);
    expect(visits.length).toBeLessThan(4_050);
  });

  it.each([3_600_000, -3_600_000])('keeps its interval when the clock is set by %i ms', (byMs) => {
    clock.advance(1_000);
    clock.jump(byMs);
    visits = [];
    clock.advance(1_000);
    expect(visits.length).toBeGreaterThanOrEqual(36);
    expect(visits.length).toBeLessThanOrEqual(44);
  });

  it('continues after a call that throws', () => {
    stop();
    visitInTurns({
      clock,
      of: () => people,
      everyMs: () => 100,
      visit(who) {
        visits.push({ who, atMs: clock.now() });
        if (who === 'ana') throw new Error('no');
      },
    });
    expect(() => clock.advance(25)).toThrow('no');
    clock.advance(25);
    expect(visits.map(({ who }) => who)).toEqual(['ana', 'luis']);
  });
});
