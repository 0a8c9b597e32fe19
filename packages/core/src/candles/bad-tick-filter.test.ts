import { describe, expect, it } from 'vitest';
import { BadTickFilter, TICK_FAULTS } from './index.ts';

const NOW = 1_000_000;

function started(): BadTickFilter {
  const filter = new BadTickFilter();
  filter.reject(1_000, 100, NOW);
  return filter;
}

describe('BadTickFilter', () => {
  it('accepts good ticks, including two ticks of the same time with different prices', () => {
    const filter = started();
    expect(filter.reject(1_000, 101, NOW)).toBeNull();
    expect(filter.reject(2_000, 101, NOW)).toBeNull();
  });

  it.each([
    ['not_a_price', 2_000, NaN],
    ['not_a_price', 2_000, Infinity],
    ['not_a_price', 2_000, 0],
    ['not_a_time', NaN, 100],
    ['not_a_time', -1, 100],
    ['future', NOW + 5_001, 100],
    ['out_of_order', 999, 101],
    ['duplicate', 1_000, 100],
    ['absurd_jump', 2_000, 120.01],
    ['absurd_jump', 2_000, 79.99],
  ] as const)('drops a tick as %s (time %s, price %s)', (fault, timeMs, price) => {
    const filter = started();
    expect(filter.reject(timeMs, price, NOW)).toBe(fault);
    expect(TICK_FAULTS).toContain(fault);
  });

  it('accepts any price in the first tick, and a tick at time zero', () => {
    expect(new BadTickFilter().reject(0, 1e-9, NOW)).toBeNull();
    expect(new BadTickFilter().reject(0, 1e9, NOW)).toBeNull();
  });

  it('restarts the count of ticks at a new price level after one good tick at the old level', () => {
    const filter = started();
    for (const price of [200, 201]) expect(filter.reject(2_000, price, NOW)).toBe('absurd_jump');
    expect(filter.reject(2_100, 100, NOW)).toBeNull();
    for (const price of [202, 203]) expect(filter.reject(2_200, price, NOW)).toBe('absurd_jump');
    expect(filter.reject(2_300, 204, NOW)).toBeNull();
  });

  it('accepts a tick exactly at a limit of price or time', () => {
    expect(started().reject(NOW + 5_000, 120, NOW)).toBeNull();
    expect(started().reject(2_000, 80, NOW)).toBeNull();
  });

  it('compares the next tick with the last accepted tick, not with a dropped tick', () => {
    const filter = started();
    filter.reject(500_000, 1_000, NOW);
    expect(filter.reject(1_500, 101, NOW)).toBeNull();
  });

  it('accepts a new price level once three consecutive ticks agree on it', () => {
    const filter = started();
    expect(filter.reject(2_000, 200, NOW)).toBe('absurd_jump');
    expect(filter.reject(3_000, 201, NOW)).toBe('absurd_jump');
    expect(filter.reject(4_000, 202, NOW)).toBeNull();
    expect(filter.reject(5_000, 100, NOW)).toBe('absurd_jump');
  });

  it('accepts no new price level if the bad ticks disagree or if good ticks come between them', () => {
    const filter = started();
    for (const price of [200, 900, 5_000, 10]) expect(filter.reject(2_000, price, NOW)).toBe('absurd_jump');
    filter.reject(2_100, 11, NOW);
    filter.reject(2_200, 100, NOW);
    expect(filter.reject(2_300, 10, NOW)).toBe('absurd_jump');
  });
});
