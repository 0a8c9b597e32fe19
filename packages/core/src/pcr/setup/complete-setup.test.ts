import { describe, expect, it } from 'vitest';
import { LENGTH_RANGES, PATTERN_RANGES, ZONE_RANGES } from '#vocabulary/index.ts';
import { type CheckedSetup, completeSetup } from './complete-setup.ts';
import { pcrRulesOf } from './setup.ts';
import { areSetupNumbersValid } from './setup-numbers.ts';

describe('completeSetup', () => {
  it('adds the default of every missing value', () => {
    expect(completeSetup()).toEqual({
      name: null,
      asset: null,
      timeframe: '5m',
      is_active: false,
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
      filters: [],
      candleTypes: { types: [] },
      entryPoints: ['zona_fina'],
      trigger: 'close',
      expiry: 5,
      riskControl: {
        maxDailyOperations: 'all',
        dailyLossLimit: null,
        weeklyLossLimit: null,
        dailyProfitTarget: null,
        autoReset: true,
        resetTime: 'daily',
      },
      moneyManagement: { betType: 'fixed', fixedAmount: 10 },
    });
  });

  it('keeps every given value, including null', () => {
    const given = completeSetup({
      name: 'A',
      asset: 'EURUSD',
      timeframe: '1h',
      auto_trade: true,
      patterns: {
        minLength: 4,
        maxLength: 7,
        minStrong: 1,
        strongBodyRatio: 0.7,
        strongBodyAtr: 0.4,
        minRangeAtr: 1,
        minEfficiency: 0.4,
        breakRatio: 0.3,
        requiredCriteria: 4,
        dojiPolicy: 'skip',
        colors: ['red'],
        zone: { minZoneAtr: 0.2, optimoRatio: 0.5, maxAgeCandles: 9, maxSignalsPerZone: 2, maxEntryAtr: null },
      },
      filters: [
        { filter: 'trend', period: 50, side: 'against' },
        { filter: 'hours', from: '07:00', to: '16:30' },
        { filter: 'volatility', minAtrPct: 0.1, maxAtrPct: null },
      ],
      candleTypes: { types: ['any'] },
      entryPoints: ['ruptura'],
      trigger: 'touch',
      expiry: null,
      expiry_ticks: 5,
      riskControl: {
        maxDailyOperations: 3,
        dailyLossLimit: 50,
        weeklyLossLimit: 80,
        dailyProfitTarget: 40,
        autoReset: false,
        resetTime: '07:00',
      },
    });
    expect(completeSetup(given)).toEqual(given);
    expect(given).toMatchObject({ patterns: { minLength: 4, colors: ['red'], zone: { maxEntryAtr: null } } });
    expect(given).toMatchObject({ expiry_ticks: 5, riskControl: { resetTime: '07:00', autoReset: false } });
    expect(given).not.toHaveProperty('expiry');
  });

  it('adds the defaults of each filter', () => {
    const filters = [{ filter: 'trend' }, { filter: 'rsi' }, { filter: 'volatility' }, { filter: 'payout' }] as const;
    expect(completeSetup({ filters }).filters).toEqual([
      { filter: 'trend', period: 200, side: 'with' },
      { filter: 'rsi', period: 14, callMax: 40, putMin: 60 },
      { filter: 'volatility', minAtrPct: null, maxAtrPct: null },
      { filter: 'payout', min: 0.8 },
    ]);
  });

  it.each([true, 'true', 1, '1'])('reads the switch %j as on', (is_active) => {
    expect(completeSetup({ is_active }).is_active).toBe(true);
  });

  it.each([false, 'false', 0, '0', undefined])('reads the switch %j as off', (is_active) => {
    expect(completeSetup({ is_active }).is_active).toBe(false);
  });

  it.each([
    [{ betType: 'percent' }, { betType: 'percent', percent: 1 }],
    [{ betType: 'martingale' }, { betType: 'martingale', fixedAmount: 10, multiplier: 2, steps: 2 }],
    [{ fixedAmount: 25 }, { betType: 'fixed', fixedAmount: 25 }],
  ] satisfies [CheckedSetup['moneyManagement'], object][])('completes the stake plan %j', (given, whole) => {
    expect(completeSetup({ moneyManagement: given }).moneyManagement).toEqual(whole);
  });

  it('converts seconds that are whole minutes to minutes', () => {
    expect(completeSetup({ expiry_seconds: 120 })).toMatchObject({ expiry: 2 });
  });
});

describe('areSetupNumbersValid', () => {
  const isValid = (given: object) => areSetupNumbersValid(pcrRulesOf(completeSetup(given)));
  const others: Readonly<Record<string, object>> = { minLength: { maxLength: 100 }, maxLength: { minLength: 2 } };
  const cases = [
    ...Object.entries(PATTERN_RANGES).map(([key, range]) => ({
      key,
      range,
      of: (value: number) => ({ patterns: { ...others[key], [key]: value } }),
    })),
    ...Object.entries(ZONE_RANGES).map(([key, range]) => ({
      key,
      range,
      of: (value: number) => ({ patterns: { zone: { [key]: value } } }),
    })),
    { key: 'period', range: { min: 1, max: 1_000, integer: true }, of: (period: number) => trendOf(period) },
  ];
  const trendOf = (period: number) => ({ filters: [{ filter: 'trend', period }] });

  it.each(cases)('accepts $key at both ends of its range, and nothing beyond', ({ range, of }) => {
    expect([range.min, range.max].map((value) => isValid(of(value)))).toEqual([true, true]);
    expect([range.min - 1, range.max + 1].map((value) => isValid(of(value)))).toEqual([false, false]);
    if (range.integer) expect(isValid(of(range.min + 0.5))).toBe(false);
  });

  it('accepts a duration at both ends of its range, and nothing beyond', () => {
    const rules = pcrRulesOf(completeSetup());
    const { min, max } = LENGTH_RANGES.minutes;
    const lasting = (expiry: number) => areSetupNumbersValid({ ...rules, expiry });
    expect([min, max].map(lasting)).toEqual([true, true]);
    expect([min - 1, max + 1, min + 0.5].map(lasting)).toEqual([false, false, false]);
  });

  it('refuses numbers in the wrong order', () => {
    const volatility = (minAtrPct: number | null, maxAtrPct: number | null) => ({
      filters: [{ filter: 'volatility', minAtrPct, maxAtrPct }],
    });
    expect(isValid({ patterns: { minLength: 5, maxLength: 4 } })).toBe(false);
    expect(isValid({ patterns: { minLength: 4, maxLength: 4 } })).toBe(true);
    expect(isValid(volatility(2, 1))).toBe(false);
    expect([volatility(1, 1), volatility(null, 1), volatility(2, null)].map(isValid)).toEqual([true, true, true]);
    expect(isValid({ filters: [{ filter: 'hours', from: '07:00', to: '08:00' }] })).toBe(true);
  });
});
