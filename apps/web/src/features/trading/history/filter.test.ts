import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { tradeOf, wonTrade } from '../trades/testing.ts';
import { countFilters, isMeant, NO_FILTER, toTradeFilter, withDay } from './filter.ts';

const NOON_MS = Date.parse('2026-03-10T16:00:00Z');
/** Clocks go forward there on 8 March 2026: that day has 23 hours. */
const ZONE = 'America/New_York';

describe('the filter as the API takes it', () => {
  // Whatever the machine's own clock says.
  beforeEach(() => {
    vi.stubEnv('TZ', 'Asia/Tokyo');
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it('leaves out what is not filtered', () => {
    expect(toTradeFilter(NO_FILTER, NOON_MS, ZONE)).toEqual({});
    expect(toTradeFilter({ ...NO_FILTER, symbol: 'EURUSD', result: 'lost' }, NOON_MS, ZONE)).toEqual({
      symbol: 'EURUSD',
      result: 'lost',
    });
  });

  it('begins today and the last days at local midnight, over a change of the clock too', () => {
    const since = (kind: 'today' | 'week' | 'month') =>
      toTradeFilter({ ...NO_FILTER, period: { kind } }, NOON_MS, ZONE).from;
    expect(since('today')).toBe('2026-03-10T04:00:00.000Z');
    expect(since('week')).toBe('2026-03-04T05:00:00.000Z');
    expect(since('month')).toBe('2026-02-09T05:00:00.000Z');
  });

  it('takes both days of a range whole', () => {
    const period = { kind: 'range', fromDay: '2026-03-08', toDay: '2026-03-08' } as const;
    expect(toTradeFilter({ ...NO_FILTER, period }, NOON_MS, ZONE)).toEqual({
      from: '2026-03-08T05:00:00.000Z',
      to: '2026-03-09T04:00:00.000Z',
    });
    expect(toTradeFilter({ ...NO_FILTER, period: { ...period, fromDay: null } }, NOON_MS, ZONE)).not.toHaveProperty(
      'from',
    );
  });

  it('includes the leap day', () => {
    const period = { kind: 'range', fromDay: '2028-02-29', toDay: '2028-02-29' } as const;
    expect(toTradeFilter({ ...NO_FILTER, period }, NOON_MS, ZONE)).toEqual({
      from: '2028-02-29T05:00:00.000Z',
      to: '2028-03-01T05:00:00.000Z',
    });
  });
});

it('counts the period as one filter, and everything as none', () => {
  expect(countFilters(NO_FILTER)).toBe(0);
  expect(countFilters({ ...NO_FILTER, direction: 'PUT', period: { kind: 'today' } })).toBe(2);
});

it('never lets a range end before it begins', () => {
  const range = { kind: 'range', fromDay: '2026-03-05', toDay: '2026-03-07' } as const;
  expect(withDay(range, 'fromDay', '2026-03-09')).toEqual({ ...range, fromDay: '2026-03-09', toDay: '2026-03-09' });
  expect(withDay(range, 'toDay', '2026-03-01')).toEqual({ ...range, fromDay: '2026-03-01', toDay: '2026-03-01' });
  expect(withDay(range, 'toDay', null)).toEqual({ ...range, toDay: null });
});

describe('a trade is meant', () => {
  const ended = wonTrade();
  const endedAt = ended.settlement?.settled_at ?? '';

  it('once it has ended, by every part of the filter', () => {
    expect(isMeant(ended, {})).toBe(true);
    expect(isMeant(tradeOf(), {})).toBe(false);
    const own = { symbol: 'EURUSD', direction: 'CALL', result: 'won', mode: 'mock', origin: 'manual' } as const;
    expect(isMeant(ended, own)).toBe(true);
    expect(isMeant(ended, { ...own, symbol: 'BTCUSD' })).toBe(false);
    expect(isMeant(ended, { ...own, direction: 'PUT' })).toBe(false);
    expect(isMeant(ended, { ...own, result: 'lost' })).toBe(false);
    expect(isMeant(ended, { ...own, mode: 'iqoption_demo' })).toBe(false);
    expect(isMeant(ended, { ...own, origin: 'pcr' })).toBe(false);
  });

  it('from the first moment of its period on, and no longer at its end', () => {
    expect(isMeant(ended, { from: endedAt })).toBe(true);
    expect(isMeant(ended, { to: endedAt })).toBe(false);
    expect(isMeant(ended, { from: '2026-11-21T14:05:00.121Z' })).toBe(false);
    expect(isMeant(ended, { to: '2026-11-21T14:05:00.121Z' })).toBe(true);
  });
});
