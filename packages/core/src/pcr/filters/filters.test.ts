import { describe, expect, it } from 'vitest';
import { columnsOf } from '#candles/index.ts';
import { setupOf } from '../testing.ts';
import type { FilterInput } from './filter-fold.ts';
import { FilterSet } from './filter-set.ts';

const VIEW: FilterInput = {
  direction: 'CALL',
  entryTimeMs: Date.UTC(2024, 0, 3, 12, 0),
  close: 100,
  atr: 1,
  breakingType: 'normal',
  payoutRatio: NaN,
};

function resultsOf(input: object, closes: readonly number[], view: Partial<FilterInput> = {}, leavesPayoutOut = false) {
  const filters = new FilterSet(setupOf(input), leavesPayoutOut);
  for (const close of closes) filters.push(close);
  return filters.evaluate({ ...VIEW, close: closes.at(-1) ?? VIEW.close, ...view });
}

const single = (filter: object, closes: readonly number[] = [], view: Partial<FilterInput> = {}) =>
  resultsOf({ filters: [filter] }, closes, view)[0];

describe('the trend filter', () => {
  it('requires a close above the EMA for a CALL and below it for a PUT; "against" requires the reverse', () => {
    const passes = (direction: 'CALL' | 'PUT', side: string, last: number) =>
      single({ filter: 'trend', period: 2, side }, [100, 100, last], { direction })?.passed;
    expect([passes('CALL', 'with', 101), passes('CALL', 'with', 99), passes('CALL', 'with', 100)]).toEqual([
      true,
      false,
      false,
    ]);
    expect([passes('PUT', 'with', 101), passes('PUT', 'with', 99), passes('PUT', 'with', 100)]).toEqual([
      false,
      true,
      false,
    ]);
    expect([passes('CALL', 'against', 101), passes('PUT', 'against', 101)]).toEqual([false, true]);
  });

  it('fails and reports a null limit before the EMA is defined', () => {
    expect(single({ filter: 'trend' }, [100])).toEqual({ filter: 'trend', passed: false, value: 100, limit: null });
  });
});

describe('the rsi filter', () => {
  it('passes a value exactly at its bound', () => {
    // One rise and one fall of equal size give an RSI of 50.
    const at = (direction: 'CALL' | 'PUT', bound: number) =>
      single({ filter: 'rsi', period: 2, callMax: bound, putMin: bound }, [100, 101, 100], { direction });
    expect(at('CALL', 50)).toEqual({ filter: 'rsi', passed: true, value: 50, limit: 50 });
    expect([at('CALL', 49.9)?.passed, at('PUT', 50)?.passed, at('PUT', 50.1)?.passed]).toEqual([false, true, false]);
  });

  it('fails if the price has never moved, although the RSI is then 0', () => {
    const flat = single({ filter: 'rsi', period: 2 }, [100, 100, 100]);
    expect(flat).toEqual({ filter: 'rsi', passed: false, value: 0, limit: 40 });
  });

  it('fails and reports a null value before the RSI is defined', () => {
    expect(single({ filter: 'rsi', period: 14 }, [100, 101])).toMatchObject({ passed: false, value: null });
  });
});

describe('the hours filter', () => {
  const at = (from: string, to: string, time: string) =>
    single({ filter: 'hours', from, to }, [], { entryTimeMs: Date.parse(`2024-01-03T${time}Z`) });

  it('passes the start of the hours and fails their end, to the millisecond', () => {
    expect(at('07:00', '16:30', '07:00:00.000')).toEqual({
      filter: 'hours',
      passed: true,
      value: '07:00',
      limit: '07:00-16:30',
    });
    expect(at('07:00', '16:30', '06:59:59.999')?.passed).toBe(false);
    expect(at('07:00', '16:30', '16:29:59.999')?.passed).toBe(true);
    expect(at('07:00', '16:30', '16:30:00.000')?.passed).toBe(false);
  });

  it('works with hours that span midnight', () => {
    const passes = (time: string) => at('22:00', '02:00', time)?.passed;
    expect(['22:00:00', '23:59:59', '00:00:00', '01:59:59'].map(passes)).toEqual([true, true, true, true]);
    expect(['02:00:00', '12:00:00', '21:59:59'].map(passes)).toEqual([false, false, false]);
  });
});

describe('the volatility filter', () => {
  it('passes a value at either bound, and treats a missing bound as no limit', () => {
    const at = (bounds: object) => single({ filter: 'volatility', ...bounds }, [], { atr: 1, close: 100 });
    expect(at({ minAtrPct: 1, maxAtrPct: 1 })).toEqual({ filter: 'volatility', passed: true, value: 1, limit: [1, 1] });
    expect(at({ minAtrPct: 1.1 })).toMatchObject({ passed: false, limit: [1.1, null] });
    expect(at({ maxAtrPct: 0.9 })).toMatchObject({ passed: false, limit: [null, 0.9] });
    expect(at({})).toMatchObject({ passed: true, limit: [null, null] });
  });

  it('fails without an ATR even if both bounds are missing', () => {
    expect(single({ filter: 'volatility' }, [], { atr: NaN })).toMatchObject({ passed: false, value: null });
  });
});

describe('the payout filter', () => {
  it('passes a payout at its minimum, and fails while the payout is unknown', () => {
    const at = (payoutRatio: number) => single({ filter: 'payout', min: 0.8 }, [], { payoutRatio });
    expect(at(0.8)).toEqual({ filter: 'payout', passed: true, value: 0.8, limit: 0.8 });
    expect(at(0.79)?.passed).toBe(false);
    expect(at(NaN)).toMatchObject({ passed: false, value: null });
  });

  it('is omitted from a replay that has no payouts', () => {
    const input = { filters: [{ filter: 'payout' }, { filter: 'volatility' }] };
    expect(resultsOf(input, [], {}, true).map(({ filter }) => filter)).toEqual(['volatility']);
  });
});

describe('the candleTypes filter', () => {
  it('reports its result last, and reports none if its list is empty or contains "any"', () => {
    const filters = [{ filter: 'volatility' }];
    const names = (types: string[]) =>
      resultsOf({ filters, candleTypes: { types } }, []).map(({ filter, passed }) => [filter, passed]);
    expect(names(['martillo', 'normal'])).toEqual([
      ['volatility', true],
      ['candleTypes', true],
    ]);
    expect(names(['martillo'])).toEqual([
      ['volatility', true],
      ['candleTypes', false],
    ]);
    expect(names([])).toEqual([['volatility', true]]);
    expect(names(['any', 'martillo'])).toEqual([['volatility', true]]);
  });
});

describe('a filter set', () => {
  const RULES = setupOf({
    filters: [{ filter: 'trend', period: 3 }, { filter: 'rsi', period: 3 }, { filter: 'volatility' }],
  });
  const CLOSES = [100, 102, 101, 104, 103, 107, 105];
  const pushed = (closes: readonly number[]): FilterSet => {
    const filters = new FilterSet(RULES, false);
    for (const close of closes) filters.push(close);
    return filters;
  };
  const results = (filters: FilterSet) => filters.evaluate({ ...VIEW, close: 105 });

  it('has the same state after many candles in one call as after the same candles in separate calls', () => {
    const rows = columnsOf(
      [...CLOSES, 1].map((close, index) => ({ time: index * 60, open: close, high: close, low: close, close })),
    );
    const filters = new FilterSet(RULES, false);
    filters.pushRows(rows, 0, 3);
    filters.pushRows(rows, 3, CLOSES.length);
    expect(results(filters)).toEqual(results(pushed(CLOSES)));
  });

  it('continues from a restored snapshot exactly as without a restart', () => {
    const restored = new FilterSet(RULES, false);
    const { length, 2: stateless } = pushed(CLOSES.slice(0, 5)).snapshot();
    expect([length, stateless]).toEqual([3, []]);
    restored.restore(pushed(CLOSES.slice(0, 5)).snapshot());
    for (const close of CLOSES.slice(5)) restored.push(close);
    expect(results(restored)).toEqual(results(pushed(CLOSES)));
  });

  it('throws for a snapshot with another number of filters', () => {
    expect(() => new FilterSet(RULES, false).restore([[], []])).toThrow('a snapshot holds one state for each filter');
  });
});
