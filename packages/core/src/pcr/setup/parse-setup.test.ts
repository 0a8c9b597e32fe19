import { describe, expect, it } from 'vitest';
import { EXPIRY_RANGE, PATTERN_RANGES, ZONE_RANGES } from '#vocabulary/index.ts';
import { parsePcrSetup } from './parse-setup.ts';

const errorsOf = (input: unknown) => {
  const parsed = parsePcrSetup(input);
  return parsed.ok ? [] : parsed.error;
};
const accepts = (input: unknown) => parsePcrSetup(input).ok;

/** The example of docs/spec/pcr.md §8, which contains every default. */
const WIRE = {
  name: 'Agotamiento',
  asset: 'EURUSD',
  timeframe: '5m',
  is_active: true,
  auto_trade: false,
  patterns: {
    minLength: 3,
    maxLength: 9,
    minStrong: 2,
    strongBodyRatio: 0.6,
    strongBodyAtr: 0.5,
    minRangeAtr: 1.5,
    minEfficiency: 0.5,
    breakRatio: 0.5,
    requiredCriteria: 5,
    dojiPolicy: 'break',
    colors: ['green', 'red'],
    zone: { minZoneAtr: 0.1, optimoRatio: 0.25, maxAgeCandles: 30, maxSignalsPerZone: 1, maxEntryAtr: 1 },
  },
  filters: [{ filter: 'trend', period: 200, side: 'with' }],
  candleTypes: { types: [] },
  entryPoints: ['zona_fina'],
  trigger: 'close',
  expiry: 5,
  riskControl: {
    maxDailyOperations: 'all',
    dailyLossLimit: null,
    weeklyLossLimit: null,
    autoReset: true,
    resetTime: 'daily',
  },
  moneyManagement: { betType: 'fixed', fixedAmount: 10 },
};

describe('parsePcrSetup', () => {
  it('reads the values of a setup unchanged', () => {
    expect(parsePcrSetup(WIRE)).toEqual({ ok: true, value: WIRE });
  });

  it('reads every filter with all its values, in order', () => {
    const filters = [
      { filter: 'trend', period: 50, side: 'against' },
      { filter: 'rsi', period: 7, callMax: 35, putMin: 65 },
      { filter: 'hours', from: '07:00', to: '16:30' },
      { filter: 'volatility', minAtrPct: 0.1, maxAtrPct: 2 },
      { filter: 'volatility', minAtrPct: null, maxAtrPct: 0.05 },
      { filter: 'volatility', minAtrPct: 3, maxAtrPct: null },
      { filter: 'payout', min: 0.75 },
    ];
    expect(parsePcrSetup({ filters })).toMatchObject({ value: { filters } });
  });

  it('accepts twenty filters, and refuses twenty-one', () => {
    const filters = (count: number) => ({ filters: Array.from({ length: count }, () => ({ filter: 'payout' })) });
    expect(errorsOf(filters(20))).toEqual([]);
    expect(errorsOf(filters(21))).toEqual([{ path: 'filters', code: 'too_many', max: 20 }]);
  });

  it('reports a filter with an unknown name only once, whatever other keys it has', () => {
    expect(errorsOf({ filters: [{ filter: 'ema', period: 5, foo: 1 }] })).toMatchObject([
      { path: 'filters[0].filter', code: 'not_one_of', value: 'ema' },
    ]);
  });

  it('names in the fault of a value the allowed values, or the other key that the value contradicts', () => {
    const filter = (input: object) => errorsOf({ filters: [input] });
    expect(filter({ filter: 'volatility', minAtrPct: 0.2, maxAtrPct: 0.1 })).toEqual([
      { path: 'filters[0].minAtrPct', code: 'above_other', value: 0.2, other: 'maxAtrPct', limit: 0.1 },
    ]);
    expect(errorsOf({ riskControl: { resetTime: 'monthly' } })).toEqual([
      { path: 'riskControl.resetTime', code: 'not_one_of', value: 'monthly', allowed: ['daily', 'weekly', 'HH:MM'] },
    ]);
    expect(errorsOf({ auto_trade: 'maybe' })).toEqual([
      { path: 'auto_trade', code: 'wrong_type', expected: 'boolean' },
    ]);
  });

  it('fills in the default of every missing key, at every depth', () => {
    const defaults = { ...WIRE, name: null, asset: null, is_active: false, filters: [] };
    expect(parsePcrSetup({})).toEqual({ ok: true, value: defaults });
    expect(parsePcrSetup({ patterns: { zone: {} }, candleTypes: {}, riskControl: {}, moneyManagement: {} })).toEqual({
      ok: true,
      value: defaults,
    });
    expect(parsePcrSetup({ filters: [{ filter: 'trend' }, { filter: 'rsi' }] })).toMatchObject({
      value: {
        filters: [
          { period: 200, side: 'with' },
          { period: 14, callMax: 40, putMin: 60 },
        ],
      },
    });
  });

  it('accepts every spelling of true and false', () => {
    const active = (is_active: unknown) => parsePcrSetup({ is_active });
    for (const on of [true, 'true', 1, '1']) expect(active(on)).toMatchObject({ value: { is_active: true } });
    for (const off of [false, 'false', 0, '0']) expect(active(off)).toMatchObject({ value: { is_active: false } });
    expect(accepts({ is_active: 'sí' })).toBe(false);
  });

  it('accepts each number at both ends of its range, and names the range in the fault of a number beyond it', () => {
    const patternOthers: Record<string, object> = { minLength: { maxLength: 100 }, maxLength: { minLength: 2 } };
    const cases = [
      ...Object.entries(PATTERN_RANGES).map(([key, range]) => ({
        path: `patterns.${key}`,
        range,
        input: (value: number) => ({ patterns: { ...patternOthers[key], [key]: value } }),
      })),
      ...Object.entries(ZONE_RANGES).map(([key, range]) => ({
        path: `patterns.zone.${key}`,
        range,
        input: (value: number) => ({ patterns: { zone: { [key]: value } } }),
      })),
      { path: 'expiry', range: EXPIRY_RANGE, input: (value: number) => ({ expiry: value }) },
    ];
    for (const { path, range, input } of cases) {
      const { min, max } = range;
      expect([path, errorsOf(input(min)), errorsOf(input(max))]).toEqual([path, [], []]);
      for (const value of [min - 0.001, max + 1])
        expect(errorsOf(input(value))[0]).toEqual({ path, code: 'out_of_range', value, min, max });
      if (range.integer) expect(errorsOf(input(min + 0.5))[0]).toMatchObject({ path, code: 'not_integer' });
      expect(errorsOf(input(NaN))[0]).toEqual({ path, code: 'wrong_type', expected: 'number' });
    }
  });

  it('accepts null for the limit of the late gate, and for no other key', () => {
    expect(parsePcrSetup({ patterns: { zone: { maxEntryAtr: null } } })).toMatchObject({
      value: { patterns: { zone: { maxEntryAtr: null } } },
    });
    expect(accepts({ patterns: { zone: { minZoneAtr: null } } })).toBe(false);
    expect(accepts({ expiry: null })).toBe(false);
  });

  it('refuses an unknown key at any depth and reports its path', () => {
    const paths = (input: object) => errorsOf(input).map(({ path, code }) => [path, code]);
    expect(paths({ foo: 1 })).toEqual([['foo', 'unknown_key']]);
    expect(paths({ patterns: { zone: { foo: 1 } } })).toEqual([['patterns.zone.foo', 'unknown_key']]);
    expect(paths({ filters: [{ filter: 'rsi', side: 'with' }] })).toEqual([['filters[0].side', 'unknown_key']]);
    expect(paths({ candleTypes: { type: [] } })).toEqual([['candleTypes.type', 'unknown_key']]);
    expect(paths({ riskControl: { limit: 1 } })).toEqual([['riskControl.limit', 'unknown_key']]);
    expect(paths({ moneyManagement: { betType: 'fixed', percent: 1 } })).toEqual([
      ['moneyManagement.percent', 'unknown_key'],
    ]);
  });

  it('reports every fault at once', () => {
    expect(errorsOf({ expiry: 0, trigger: 'later', patterns: { maxLength: 1 } }).length).toBeGreaterThanOrEqual(3);
  });

  it('refuses any value that is not an object', () => {
    for (const input of [null, [], 'x', 1, undefined])
      expect(errorsOf(input)[0]).toEqual({ path: '', code: 'wrong_type', expected: 'object' });
    expect(errorsOf({ patterns: [] })[0]).toEqual({ path: 'patterns', code: 'wrong_type', expected: 'object' });
  });
});

describe('parsePcrSetup for keys that depend on each other', () => {
  it('refuses a minLength above maxLength', () => {
    expect(accepts({ patterns: { minLength: 4, maxLength: 4 } })).toBe(true);
    expect(errorsOf({ patterns: { minLength: 5, maxLength: 4 } })).toEqual([
      { path: 'patterns.minLength', code: 'above_other', value: 5, other: 'maxLength', limit: 4 },
    ]);
  });

  it('requires entry levels and colours to be non-empty, known and distinct', () => {
    expect(errorsOf({ entryPoints: [] })).toEqual([{ path: 'entryPoints', code: 'empty' }]);
    expect(errorsOf({ entryPoints: ['zona_fina', 'zona_fina'] })).toEqual([
      { path: 'entryPoints', code: 'duplicate', value: 'zona_fina' },
    ]);
    expect(errorsOf({ entryPoints: ['zona'] })).toMatchObject([{ path: 'entryPoints[0]', code: 'not_one_of' }]);
    expect(errorsOf({ patterns: { colors: [] } })).toEqual([{ path: 'patterns.colors', code: 'empty' }]);
    expect(errorsOf({ patterns: { colors: ['neutral'] } })).toMatchObject([{ code: 'not_one_of' }]);
  });

  it('refuses hours that are not times of day, or that start and end at the same time', () => {
    const hours = (from: unknown, to: unknown) => errorsOf({ filters: [{ filter: 'hours', from, to }] });
    expect(hours('22:00', '02:00')).toEqual([]);
    expect(hours('07:00', '07:00')).toEqual([
      { path: 'filters[0].to', code: 'same_as_other', value: '07:00', other: 'from' },
    ]);
    expect(hours('7:00', '24:00')).toMatchObject([{ path: 'filters[0].from' }, { code: 'not_time_of_day' }]);
    expect(hours(undefined, '07:00')).toEqual([{ path: 'filters[0].from', code: 'required' }]);
  });

  it('requires the bounds of volatility in order, and refuses an unknown filter', () => {
    expect(accepts({ filters: [{ filter: 'volatility', minAtrPct: 0.1, maxAtrPct: 0.1 }] })).toBe(true);
    expect(errorsOf({ filters: [{ filter: 'volatility', minAtrPct: 0.2, maxAtrPct: 0.1 }] })).toMatchObject([
      { path: 'filters[0].minAtrPct', code: 'above_other' },
    ]);
    expect(errorsOf({ filters: [{ filter: 'candleTypes' }] })).toMatchObject([
      { path: 'filters[0].filter', code: 'not_one_of' },
    ]);
  });

  it('reads the amounts of each staking mode', () => {
    const money = (moneyManagement: object) => parsePcrSetup({ moneyManagement });
    expect(money({ betType: 'percent', percent: 2 })).toMatchObject({
      value: { moneyManagement: { betType: 'percent', percent: 2 } },
    });
    expect(money({ betType: 'martingale', steps: 3 })).toMatchObject({
      value: { moneyManagement: { fixedAmount: 10, multiplier: 2, steps: 3 } },
    });
    expect(money({ betType: 'martingale', fixedAmount: 25, multiplier: 1.5, steps: 2 })).toMatchObject({
      value: { moneyManagement: { betType: 'martingale', fixedAmount: 25, multiplier: 1.5, steps: 2 } },
    });
    expect(money({ betType: 'martingale', steps: 4 }).ok).toBe(false);
    expect(money({ betType: 'percent', percent: 10.1 }).ok).toBe(false);
  });

  it('accepts "daily", "weekly" or a time of day as reset, and "all" or a number as operations', () => {
    const risk = (riskControl: object) => accepts({ riskControl });
    expect(['daily', 'weekly', '07:30'].map((resetTime) => risk({ resetTime }))).toEqual([true, true, true]);
    expect(['monthly', '24:00'].map((resetTime) => risk({ resetTime }))).toEqual([false, false]);
    expect(['all', 1, 1_000, 0, 1_001].map((maxDailyOperations) => risk({ maxDailyOperations }))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});
