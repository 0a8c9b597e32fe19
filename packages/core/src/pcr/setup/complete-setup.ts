import { defaultTradeLength, type ExpiryFields, expiryField, expiryLengthIn } from '#lengths/index.ts';
import {
  FILTER_RANGES,
  MONEY_RANGES,
  type MoneyManagement,
  type NumberRange,
  type NumbersOf,
  PATTERN_RANGES,
  PCR_DEFAULTS,
  RESET_TIMES,
  ZONE_RANGES,
} from '#vocabulary/index.ts';
import type { Patterns, PcrSetup, RiskControl, SetupFilter, ZoneParameters } from './setup.ts';

/** Makes every field optional; undefined means absent. */
type Given<Fields> = { readonly [Key in keyof Fields]?: Fields[Key] | undefined };

type GivenFilter = {
  [Name in SetupFilter['filter']]: GivenOf<Extract<SetupFilter, { filter: Name }>>;
}[SetupFilter['filter']];
type GivenOf<Filter extends SetupFilter> = Pick<Filter, 'filter'> & Given<Omit<Filter, 'filter'>>;
type GivenMoney = { readonly betType?: MoneyManagement['betType'] | undefined } & Given<
  NumbersOf<Omit<typeof MONEY_RANGES, 'lossLimit'>>
>;

/** A setup whose values were checked by the API schema. Any value may be missing. */
export type CheckedSetup = Given<ExpiryFields> &
  Given<Pick<PcrSetup, 'name' | 'asset' | 'timeframe' | 'auto_trade' | 'candleTypes' | 'entryPoints' | 'trigger'>> & {
    /** A boolean switch in any spelling of docs/spec/pcr.md §8. */
    readonly is_active?: boolean | string | number | undefined;
    readonly patterns?:
      | (Given<Omit<Patterns, 'zone'>> & { readonly zone?: Given<ZoneParameters> | undefined })
      | undefined;
    readonly filters?: readonly GivenFilter[] | undefined;
    readonly riskControl?: Given<RiskControl> | undefined;
    readonly moneyManagement?: GivenMoney | undefined;
  };

/** Spellings of a boolean switch that mean true (docs/spec/pcr.md §8). */
const ON: readonly unknown[] = [true, 'true', 1, '1'];

function zoneOf(given: Given<ZoneParameters>): ZoneParameters {
  const { minZoneAtr, optimoRatio, maxAgeCandles, maxSignalsPerZone, maxEntryAtr } = ZONE_RANGES;
  return {
    minZoneAtr: given.minZoneAtr ?? minZoneAtr.default,
    optimoRatio: given.optimoRatio ?? optimoRatio.default,
    maxAgeCandles: given.maxAgeCandles ?? maxAgeCandles.default,
    maxSignalsPerZone: given.maxSignalsPerZone ?? maxSignalsPerZone.default,
    maxEntryAtr: given.maxEntryAtr === undefined ? maxEntryAtr.default : given.maxEntryAtr,
  };
}

/**
 * Returns the value of the field `patterns`, with defaults for absent fields. Every field is written out for speed: the
 * detector reads these numbers for every candle of every setup, and V8 stores the fields of an object literal inside
 * the object. With an object built by `Object.fromEntries` and a spread, the engine benchmark took 1.5 times as long
 * for 175 candles that close at the same time.
 */
function patternsOf(given: NonNullable<CheckedSetup['patterns']>): Patterns {
  const ranges = PATTERN_RANGES;
  return {
    minLength: given.minLength ?? ranges.minLength.default,
    maxLength: given.maxLength ?? ranges.maxLength.default,
    minStrong: given.minStrong ?? ranges.minStrong.default,
    strongBodyRatio: given.strongBodyRatio ?? ranges.strongBodyRatio.default,
    strongBodyAtr: given.strongBodyAtr ?? ranges.strongBodyAtr.default,
    minRangeAtr: given.minRangeAtr ?? ranges.minRangeAtr.default,
    minEfficiency: given.minEfficiency ?? ranges.minEfficiency.default,
    breakRatio: given.breakRatio ?? ranges.breakRatio.default,
    requiredCriteria: given.requiredCriteria ?? ranges.requiredCriteria.default,
    dojiPolicy: given.dojiPolicy ?? PCR_DEFAULTS.dojiPolicy,
    colors: given.colors ?? PCR_DEFAULTS.colors,
    zone: zoneOf(given.zone ?? {}),
  };
}

const defaultsOf = <Ranges extends Readonly<Record<string, NumberRange>>>(ranges: Ranges): NumbersOf<Ranges> =>
  Object.fromEntries(Object.entries(ranges).map(([key, range]) => [key, range.default])) as NumbersOf<Ranges>;

/** Returns the defaults, replaced by the given fields that are not absent. */
const over = <Fields extends object>(defaults: Fields, given: Given<Fields>): Fields => ({
  ...defaults,
  ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
});

const FILTER_DEFAULTS = {
  trend: { filter: 'trend', ...defaultsOf(FILTER_RANGES.trend), side: PCR_DEFAULTS.trendSide },
  rsi: { filter: 'rsi', ...defaultsOf(FILTER_RANGES.rsi) },
  hours: { filter: 'hours', from: '', to: '' },
  volatility: { filter: 'volatility', minAtrPct: null, maxAtrPct: null },
  payout: { filter: 'payout', ...defaultsOf(FILTER_RANGES.payout) },
} as const satisfies { readonly [Name in SetupFilter['filter']]: Extract<SetupFilter, { filter: Name }> };

const filterOf = (given: GivenFilter): SetupFilter => over<SetupFilter>(FILTER_DEFAULTS[given.filter], given);

const RISK_DEFAULTS: RiskControl = {
  maxDailyOperations: 'all',
  dailyLossLimit: null,
  weeklyLossLimit: null,
  dailyProfitTarget: null,
  autoReset: true,
  resetTime: RESET_TIMES[0],
};

function moneyOf({ betType = 'fixed', ...given }: GivenMoney): MoneyManagement {
  const { fixedAmount, percent, multiplier, steps } = MONEY_RANGES;
  const amount = { fixedAmount: given.fixedAmount ?? fixedAmount.default };
  switch (betType) {
    case 'fixed':
      return { betType, ...amount };
    case 'percent':
      return { betType, percent: given.percent ?? percent.default };
    case 'martingale':
      return {
        betType,
        ...amount,
        multiplier: given.multiplier ?? multiplier.default,
        steps: given.steps ?? steps.default,
      };
  }
}

function lengthFieldOf({ expiry, expiry_seconds, expiry_ticks }: Given<ExpiryFields>) {
  const isGiven = [expiry, expiry_seconds, expiry_ticks].some((count) => typeof count === 'number');
  return expiryField(isGiven ? expiryLengthIn({ expiry, expiry_seconds, expiry_ticks }) : defaultTradeLength());
}

/**
 * Returns a setup in its normalized form: a default for each missing value, the duration in one field, the switch as a
 * boolean. It checks nothing, because the API schema checks the values (`readPcrSetup` of the contract package). Name
 * and asset are null when absent.
 */
export function completeSetup(given: CheckedSetup = {}): PcrSetup {
  return {
    name: given.name ?? null,
    asset: given.asset ?? null,
    timeframe: given.timeframe ?? PCR_DEFAULTS.timeframe,
    is_active: ON.includes(given.is_active),
    auto_trade: given.auto_trade ?? false,
    patterns: patternsOf(given.patterns ?? {}),
    filters: (given.filters ?? []).map(filterOf),
    candleTypes: { types: given.candleTypes?.types ?? [] },
    entryPoints: given.entryPoints ?? PCR_DEFAULTS.entryPoints,
    trigger: given.trigger ?? PCR_DEFAULTS.trigger,
    ...lengthFieldOf(given),
    riskControl: over(RISK_DEFAULTS, given.riskControl ?? {}),
    moneyManagement: moneyOf(given.moneyManagement ?? {}),
  };
}
