import { readFileSync } from 'node:fs';
import { LENGTH_RANGES, PATTERN_RANGES, ZONE_RANGES } from '@vigia/core/vocabulary';
import { describe, expect, it } from 'vitest';
import { SETUP_BODY } from './examples/pcr.ts';
import { readPcrSetup } from './read-setup.ts';

const errorsOf = (input: unknown) => {
  const parsed = readPcrSetup(input);
  return parsed.ok ? [] : parsed.error;
};
const accepts = (input: unknown) => readPcrSetup(input).ok;

/** The example of docs/spec/pcr.md §8, which contains every default. */
const WIRE = SETUP_BODY;

describe('readPcrSetup', () => {
  it('reads the values of a setup unchanged', () => {
    expect(readPcrSetup(WIRE)).toEqual({ ok: true, value: WIRE });
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
    expect(readPcrSetup({ filters })).toMatchObject({ value: { filters } });
  });

  it('accepts twenty filters, and refuses twenty-one', () => {
    const filters = (count: number) => ({ filters: Array.from({ length: count }, () => ({ filter: 'payout' })) });
    expect(errorsOf(filters(20))).toEqual([]);
    expect(errorsOf(filters(21))).toEqual([{ path: 'filters', message: 'Debe tener como máximo 20 elementos.' }]);
  });

  it('reports a filter with an unknown name only once, even if it has other keys', () => {
    expect(errorsOf({ filters: [{ filter: 'ema', period: 5, foo: 1 }] })).toMatchObject([{ path: 'filters.0.filter' }]);
  });

  it('reports for an invalid value the allowed values, or the other key that the value contradicts', () => {
    const filter = (input: object) => errorsOf({ filters: [input] });
    expect(filter({ filter: 'volatility', minAtrPct: 0.2, maxAtrPct: 0.1 })).toEqual([
      { path: 'filters.0.minAtrPct', message: 'No puede superar a «maxAtrPct».' },
    ]);
    expect(errorsOf({ riskControl: { resetTime: 'monthly' } })).toEqual([
      { path: 'riskControl.resetTime', message: 'Debe ser uno de: daily, weekly, HH:MM.' },
    ]);
    expect(errorsOf({ auto_trade: 'maybe' })).toEqual([{ path: 'auto_trade', message: 'Debe ser true o false.' }]);
  });

  it('adds the default of every missing key, at every depth', () => {
    const defaults = { ...WIRE, name: null, asset: null, is_active: false, filters: [] };
    expect(readPcrSetup({})).toEqual({ ok: true, value: defaults });
    expect(readPcrSetup({ patterns: { zone: {} }, candleTypes: {}, riskControl: {}, moneyManagement: {} })).toEqual({
      ok: true,
      value: defaults,
    });
    expect(readPcrSetup({ filters: [{ filter: 'trend' }, { filter: 'rsi' }] })).toMatchObject({
      value: {
        filters: [
          { period: 200, side: 'with' },
          { period: 14, callMax: 40, putMin: 60 },
        ],
      },
    });
  });

  it('accepts every spelling of true and false', () => {
    const active = (is_active: unknown) => readPcrSetup({ is_active });
    for (const on of [true, 'true', 1, '1']) expect(active(on)).toMatchObject({ value: { is_active: true } });
    for (const off of [false, 'false', 0, '0']) expect(active(off)).toMatchObject({ value: { is_active: false } });
    expect(accepts({ is_active: 'sí' })).toBe(false);
  });

  it('accepts each number at both ends of its range, and names the range for a number beyond it', () => {
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
      { path: 'expiry', range: LENGTH_RANGES.minutes, input: (value: number) => ({ expiry: value }) },
      { path: 'expiry_seconds', range: LENGTH_RANGES.seconds, input: (value: number) => ({ expiry_seconds: value }) },
      { path: 'expiry_ticks', range: LENGTH_RANGES.ticks, input: (value: number) => ({ expiry_ticks: value }) },
    ];
    for (const { path, range, input } of cases) {
      const { min, max } = range;
      expect([path, errorsOf(input(min)), errorsOf(input(max))]).toEqual([path, [], []]);
      for (const value of [min - (range.integer ? 1 : 0.001), max + 1])
        expect(errorsOf(input(value))[0]).toEqual({ path, message: `Debe estar entre ${min} y ${max}.` });
      if (range.integer) expect(errorsOf(input(min + 0.5))).toEqual([{ path, message: 'Debe ser un número entero.' }]);
      expect(errorsOf(input(NaN))[0]).toEqual({ path, message: 'Debe ser un número.' });
    }
  });

  it('accepts null for the limit of the late gate, and for no other key', () => {
    expect(readPcrSetup({ patterns: { zone: { maxEntryAtr: null } } })).toMatchObject({
      value: { patterns: { zone: { maxEntryAtr: null } } },
    });
    expect(accepts({ patterns: { zone: { minZoneAtr: null } } })).toBe(false);
    expect(accepts({ expiry: null })).toBe(false);
  });

  it('refuses an unknown key at any depth and reports its path', () => {
    const paths = (input: object) => errorsOf(input).map(({ path, message }) => [path, message]);
    expect(paths({ foo: 1 })).toEqual([['foo', 'Campo desconocido.']]);
    expect(paths({ patterns: { zone: { foo: 1 } } })).toEqual([['patterns.zone.foo', 'Campo desconocido.']]);
    expect(paths({ filters: [{ filter: 'rsi', side: 'with' }] })).toEqual([['filters.0.side', 'Campo desconocido.']]);
    expect(paths({ candleTypes: { type: [] } })).toEqual([['candleTypes.type', 'Campo desconocido.']]);
    expect(paths({ riskControl: { limit: 1 } })).toEqual([['riskControl.limit', 'Campo desconocido.']]);
    expect(paths({ moneyManagement: { betType: 'fixed', percent: 1 } })).toEqual([
      ['moneyManagement.percent', 'Campo desconocido.'],
    ]);
  });

  it('reports every fault at once', () => {
    expect(errorsOf({ expiry: 0, trigger: 'later', patterns: { maxLength: 1 } }).length).toBeGreaterThanOrEqual(3);
  });

  it('refuses any value that is not an object', () => {
    for (const input of [null, [], 'x', 1, undefined])
      expect(errorsOf(input)).toEqual([{ path: '', message: input === undefined ? 'Falta.' : 'Debe ser un objeto.' }]);
    expect(errorsOf({ patterns: [] })).toEqual([{ path: 'patterns', message: 'Debe ser un objeto.' }]);
  });
});

describe('readPcrSetup, for keys that depend on each other,', () => {
  it('refuses a minLength above maxLength', () => {
    expect(accepts({ patterns: { minLength: 4, maxLength: 4 } })).toBe(true);
    expect(errorsOf({ patterns: { minLength: 5, maxLength: 4 } })).toEqual([
      { path: 'patterns.minLength', message: 'No puede superar a «maxLength».' },
    ]);
  });

  it('requires entry levels and colours to be non-empty, known and distinct', () => {
    expect(errorsOf({ entryPoints: [] })).toEqual([{ path: 'entryPoints', message: 'No puede estar vacío.' }]);
    expect(errorsOf({ entryPoints: ['zona_fina', 'zona_fina'] })).toEqual([
      { path: 'entryPoints', message: 'Repite un valor.' },
    ]);
    expect(errorsOf({ entryPoints: ['zona'] })).toMatchObject([{ path: 'entryPoints.0' }]);
    expect(errorsOf({ patterns: { colors: [] } })).toEqual([
      { path: 'patterns.colors', message: 'No puede estar vacío.' },
    ]);
    expect(errorsOf({ patterns: { colors: ['neutral'] } })).toMatchObject([{ path: 'patterns.colors.0' }]);
  });

  it('refuses hours that are not times of day, or that start and end at the same time', () => {
    const hours = (from: unknown, to: unknown) => errorsOf({ filters: [{ filter: 'hours', from, to }] });
    expect(hours('22:00', '02:00')).toEqual([]);
    expect(hours('07:00', '07:00')).toEqual([{ path: 'filters.0.to', message: 'Debe ser distinto de «from».' }]);
    expect(hours('7:00', '24:00')).toEqual(
      ['from', 'to'].map((key) => ({
        path: `filters.0.${key}`,
        message: 'Debe ser una hora HH:MM entre 00:00 y 23:59.',
      })),
    );
    expect(hours(undefined, '07:00')).toEqual([{ path: 'filters.0.from', message: 'Falta.' }]);
  });

  it('requires the bounds of volatility in order, and refuses an unknown filter', () => {
    expect(accepts({ filters: [{ filter: 'volatility', minAtrPct: 0.1, maxAtrPct: 0.1 }] })).toBe(true);
    expect(errorsOf({ filters: [{ filter: 'volatility', minAtrPct: 0.2, maxAtrPct: 0.1 }] })).toMatchObject([
      { path: 'filters.0.minAtrPct' },
    ]);
    expect(errorsOf({ filters: [{ filter: 'candleTypes' }] })).toMatchObject([{ path: 'filters.0.filter' }]);
  });

  it('reads the amounts of each staking mode', () => {
    const money = (moneyManagement: object) => readPcrSetup({ moneyManagement });
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

/**
 * Setups with the results of the manually written parser that this schema replaced (docs/decisions/0059). A result is
 * the completed rules, or the paths of the faults.
 */
type Verdict = { readonly input: unknown; readonly rules?: unknown; readonly faults?: readonly string[] };
const VERDICTS: readonly Verdict[] = JSON.parse(
  readFileSync(new URL('./testing/setup-verdicts.json', import.meta.url), 'utf8'),
);

describe('readPcrSetup, compared with the results of the parser that it replaced,', () => {
  it.each(VERDICTS)('returns the same result for $input', ({ input, rules, faults }) => {
    const read = readPcrSetup(input);
    // The stored results lack keys that were introduced later. `toMatchObject` ignores these keys, which have their
    // defaults.
    if (read.ok) expect(read.value).toMatchObject(Object(rules));
    else expect([...new Set(read.error.map(({ path }) => path))].toSorted()).toEqual(faults);
  });

  it('reports an amount of the staking mode under its key, and an unknown mode under `betType`', () => {
    const faults = (moneyManagement: object) => errorsOf({ moneyManagement }).map(({ path }) => path);
    expect(faults({ betType: 'percent', percent: 11 })).toEqual(['moneyManagement.percent']);
    expect(faults({ fixedAmount: -1 })).toEqual(['moneyManagement.fixedAmount']);
    expect(faults({ betType: 'doble' })).toEqual(['moneyManagement.betType']);
  });

  it('reports one fault if two fields contain a duration, and if the duration is null', () => {
    expect(errorsOf({ expiry: 5, expiry_seconds: 15 }).map(({ path }) => path)).toEqual(['expiry']);
    expect(errorsOf({ expiry: null }).map(({ path }) => path)).toEqual(['expiry']);
  });
});
