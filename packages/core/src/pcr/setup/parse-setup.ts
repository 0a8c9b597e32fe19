import { assertNever, err, type InputError, ObjectReader, ok, type Result } from '#kernel/index.ts';
import {
  BET_TYPES,
  CANDLE_TYPES,
  DAILY_OPERATIONS_RANGE,
  DOJI_POLICIES,
  ENTRY_POINTS,
  EXPIRY_RANGE,
  MONEY_RANGES,
  type MoneyManagement,
  PATTERN_RANGES,
  PCR_DEFAULTS,
  RESET_TIMES,
  RUN_COLORS,
  TIME_OF_DAY,
  TIMEFRAMES,
  TRIGGERS,
  ZONE_RANGES,
} from '#vocabulary/index.ts';
import { parseFilters } from './parse-filters.ts';
import type { Patterns, PcrSetup, RiskControl, ZoneParameters } from './setup.ts';

const ANY_TYPE = ['any', ...CANDLE_TYPES] as const;

/** Spellings of a switch that count as on (docs/spec/pcr.md §8). */
const ON: readonly unknown[] = [true, 'true', 1, '1'];
const OFF: readonly unknown[] = [false, 'false', 0, '0'];

function parseZone(reader: ObjectReader): ZoneParameters {
  const { maxEntryAtr, ...ranges } = ZONE_RANGES;
  const numbers = reader.numbers(ranges);
  const zone = {
    minZoneAtr: numbers.minZoneAtr,
    optimoRatio: numbers.optimoRatio,
    maxAgeCandles: numbers.maxAgeCandles,
    maxSignalsPerZone: numbers.maxSignalsPerZone,
    maxEntryAtr: reader.numberOrNull('maxEntryAtr', maxEntryAtr, maxEntryAtr.default),
  };
  reader.rejectOthers();
  return zone;
}

/**
 * Reads the key `patterns`. Each key is written out: every candle of every setup reads these numbers, and V8 keeps the
 * fields of a literal inside the object. With a spread of generated entries a close of 175 candles took 1.5 times as
 * long.
 */
function parsePatterns(reader: ObjectReader): Patterns {
  const numbers = reader.numbers(PATTERN_RANGES);
  const patterns = {
    minLength: numbers.minLength,
    maxLength: numbers.maxLength,
    minStrong: numbers.minStrong,
    strongBodyRatio: numbers.strongBodyRatio,
    strongBodyAtr: numbers.strongBodyAtr,
    minRangeAtr: numbers.minRangeAtr,
    minEfficiency: numbers.minEfficiency,
    breakRatio: numbers.breakRatio,
    requiredCriteria: numbers.requiredCriteria,
    dojiPolicy: reader.oneOf('dojiPolicy', DOJI_POLICIES, PCR_DEFAULTS.dojiPolicy),
    colors: reader.nonEmptyWords('colors', RUN_COLORS, PCR_DEFAULTS.colors),
    zone: parseZone(reader.object('zone')),
  };
  const { minLength: value, maxLength: limit } = patterns;
  if (value > limit)
    reader.errors.push({ path: reader.at('minLength'), code: 'above_other', value, other: 'maxLength', limit });
  reader.rejectOthers();
  return patterns;
}

function parseResetTime(reader: ObjectReader): string {
  const value = reader.text('resetTime') ?? RESET_TIMES[0];
  if (!RESET_TIMES.some((word) => word === value) && !TIME_OF_DAY.test(value)) {
    const allowed = [...RESET_TIMES, 'HH:MM'];
    reader.errors.push({ path: reader.at('resetTime'), code: 'not_one_of', value, allowed });
  }
  return value;
}

function parseRiskControl(reader: ObjectReader): RiskControl {
  const allOperations = (reader.value('maxDailyOperations') ?? 'all') === 'all';
  const control = {
    maxDailyOperations: allOperations ? 'all' : reader.number('maxDailyOperations', DAILY_OPERATIONS_RANGE),
    dailyLossLimit: reader.numberOrNull('dailyLossLimit', MONEY_RANGES.lossLimit, null),
    weeklyLossLimit: reader.numberOrNull('weeklyLossLimit', MONEY_RANGES.lossLimit, null),
    autoReset: reader.boolean('autoReset', true),
    resetTime: parseResetTime(reader),
  } as const;
  reader.rejectOthers();
  return control;
}

function parseBet(reader: ObjectReader): MoneyManagement {
  const { fixedAmount, percent, multiplier, steps } = MONEY_RANGES;
  const betType = reader.oneOf('betType', BET_TYPES, 'fixed');
  switch (betType) {
    case 'fixed':
      return { betType, ...reader.numbers({ fixedAmount }) };
    case 'percent':
      return { betType, ...reader.numbers({ percent }) };
    case 'martingale':
      return { betType, ...reader.numbers({ fixedAmount, multiplier, steps }) };
    default:
      return assertNever(betType);
  }
}

function parseMoney(reader: ObjectReader): MoneyManagement {
  const money = parseBet(reader);
  reader.rejectOthers();
  return money;
}

function parseCandleTypes(reader: ObjectReader): PcrSetup['candleTypes'] {
  const types = reader.words('types', ANY_TYPE, []);
  reader.rejectOthers();
  return { types };
}

function parseSwitch(reader: ObjectReader, key: string): boolean {
  const value = reader.value(key) ?? false;
  if (!ON.includes(value) && !OFF.includes(value))
    reader.errors.push({ path: reader.at(key), code: 'wrong_type', expected: 'boolean' });
  return ON.includes(value);
}

/**
 * Reads a setup in the form of docs/spec/pcr.md §8. Every key has a default at every depth; `{}` is valid. Unknown
 * keys, values out of range and contradictions are errors, reported all at once. Name and asset are null when absent;
 * callers that need them must check.
 */
export function parsePcrSetup(input: unknown): Result<PcrSetup, readonly InputError[]> {
  const errors: InputError[] = [];
  const reader = new ObjectReader(input, '', errors);
  const setup = {
    name: reader.text('name'),
    asset: reader.text('asset'),
    timeframe: reader.oneOf('timeframe', TIMEFRAMES, PCR_DEFAULTS.timeframe),
    is_active: parseSwitch(reader, 'is_active'),
    auto_trade: reader.boolean('auto_trade', false),
    patterns: parsePatterns(reader.object('patterns')),
    filters: parseFilters(reader),
    candleTypes: parseCandleTypes(reader.object('candleTypes')),
    entryPoints: reader.nonEmptyWords('entryPoints', ENTRY_POINTS, PCR_DEFAULTS.entryPoints),
    trigger: reader.oneOf('trigger', TRIGGERS, PCR_DEFAULTS.trigger),
    expiry: reader.number('expiry', EXPIRY_RANGE),
    riskControl: parseRiskControl(reader.object('riskControl')),
    moneyManagement: parseMoney(reader.object('moneyManagement')),
  };
  reader.rejectOthers();
  return errors.length > 0 ? err(errors) : ok(setup);
}
