import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { tradeOf, wonTrade } from '../trades/testing.ts';
import { countFilters, matchesFilter, NO_FILTER, withRangeDay } from './filter.ts';
import { toTradeFilter } from './trade-filter.ts';

const NOON_MS = Date.parse('2026-03-10T16:00:00Z');
/** In this time zone the clocks go forward on 8 March 2026, so this day has only 23 hours. */
const ZONE = 'America/New_York';

describe('the conversion of a filter to API parameters', () => {
  // The result must not depend on the time zone of the machine that runs the test.
  beforeEach(() => {
    vi.stubEnv('TZ', 'Asia/Tokyo');
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it('omits filters that are not set', () => {
    expect(toTradeFilter(NO_FILTER, NOON_MS, ZONE)).toEqual({});
    expect(toTradeFilter({ ...NO_FILTER, symbol: 'EURUSD', result: 'lost', tag: 'prisa' }, NOON_MS, ZONE)).toEqual({
      symbol: 'EURUSD',
      result: 'lost',
      tag: 'prisa',
    });
  });

  it('starts today, this week and this month at local midnight, even across a clock change', () => {
    const since = (kind: 'today' | 'week' | 'month') =>
      toTradeFilter({ ...NO_FILTER, period: { kind } }, NOON_MS, ZONE).from;
    expect(since('today')).toBe('2026-03-10T04:00:00.000Z');
    expect(since('week')).toBe('2026-03-04T05:00:00.000Z');
    expect(since('month')).toBe('2026-02-09T05:00:00.000Z');
  });

  it('limits yesterday to its own day', () => {
    expect(toTradeFilter({ ...NO_FILTER, period: { kind: 'yesterday' } }, NOON_MS, ZONE)).toEqual({
      from: '2026-03-09T04:00:00.000Z',
      to: '2026-03-10T04:00:00.000Z',
    });
  });

  it('includes the first and the last day of a range in full', () => {
    const period = { kind: 'range', fromDay: '2026-03-08', toDay: '2026-03-08' } as const;
    expect(toTradeFilter({ ...NO_FILTER, period }, NOON_MS, ZONE)).toEqual({
      from: '2026-03-08T05:00:00.000Z',
      to: '2026-03-09T04:00:00.000Z',
    });
    expect(toTradeFilter({ ...NO_FILTER, period: { ...period, fromDay: null } }, NOON_MS, ZONE)).not.toHaveProperty(
      'from',
    );
  });

  it('includes 29 February of a leap year', () => {
    const period = { kind: 'range', fromDay: '2028-02-29', toDay: '2028-02-29' } as const;
    expect(toTradeFilter({ ...NO_FILTER, period }, NOON_MS, ZONE)).toEqual({
      from: '2028-02-29T05:00:00.000Z',
      to: '2028-03-01T05:00:00.000Z',
    });
  });
});

it('countFilters counts a period as one filter, and an empty filter as zero', () => {
  expect(countFilters(NO_FILTER)).toBe(0);
  expect(countFilters({ ...NO_FILTER, direction: 'PUT', period: { kind: 'today' } })).toBe(2);
});

it('withRangeDay never lets a range end before its start', () => {
  const range = { kind: 'range', fromDay: '2026-03-05', toDay: '2026-03-07' } as const;
  expect(withRangeDay(range, 'fromDay', '2026-03-09')).toEqual({
    ...range,
    fromDay: '2026-03-09',
    toDay: '2026-03-09',
  });
  expect(withRangeDay(range, 'toDay', '2026-03-01')).toEqual({ ...range, fromDay: '2026-03-01', toDay: '2026-03-01' });
  expect(withRangeDay(range, 'toDay', null)).toEqual({ ...range, toDay: null });
});

describe('an ended trade', () => {
  const ended = wonTrade();
  const endedAt = ended.settlement?.settled_at ?? '';

  it('matches a filter only if every part of the filter matches', () => {
    expect(matchesFilter(ended, {})).toBe(true);
    expect(matchesFilter(tradeOf(), {})).toBe(false);
    const own = { symbol: 'EURUSD', direction: 'CALL', result: 'won', mode: 'mock', origin: 'manual' } as const;
    expect(matchesFilter(ended, own)).toBe(true);
    expect(matchesFilter(ended, { ...own, symbol: 'BTCUSD' })).toBe(false);
    expect(matchesFilter(ended, { ...own, direction: 'PUT' })).toBe(false);
    expect(matchesFilter(ended, { ...own, result: 'lost' })).toBe(false);
    expect(matchesFilter(ended, { ...own, mode: 'iqoption_demo' })).toBe(false);
    expect(matchesFilter(ended, { ...own, origin: 'pcr' })).toBe(false);
  });

  it('matches a filter if the trade ended at the start of the period, but not at the end of the period', () => {
    expect(matchesFilter(ended, { from: endedAt })).toBe(true);
    expect(matchesFilter(ended, { to: endedAt })).toBe(false);
    expect(matchesFilter(ended, { from: '2026-11-21T14:05:00.121Z' })).toBe(false);
    expect(matchesFilter(ended, { to: '2026-11-21T14:05:00.121Z' })).toBe(true);
  });
});
