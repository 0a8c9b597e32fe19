import {
  CANDLE_TYPES,
  DAILY_OPERATIONS_RANGE,
  DOJI_POLICIES,
  ENTRY_POINTS,
  FILTER_RANGES,
  MAX_FILTERS,
  MONEY_RANGES,
  PATTERN_RANGES,
  PCR_DEFAULTS,
  RESET_TIMES,
  RUN_COLORS,
  TIME_OF_DAY,
  TIMEFRAMES,
  TREND_SIDES,
  TRIGGERS,
  ZONE_RANGES,
} from '@vigia/core/vocabulary';
import { z } from 'zod';
import { AssetSymbol, BrokerIdOrMock, storedTextSchema } from './common.ts';
import { SETUP_FAULTS_ES } from './errors/setup-messages.es.ts';
import * as EXAMPLES from './examples/pcr.ts';
import { boundedNumber, numberFieldsOf, numberOrNull } from './number-range.ts';
import { EXPIRY_FAULT, GIVEN_EXPIRY_QUERY, namesRuleExpiry, RULE_EXPIRY } from './rule-lengths.ts';

const FAULTS = SETUP_FAULTS_ES;
const TimeOfDay = z.string().regex(TIME_OF_DAY, FAULTS.timeOfDay);
/**
 * Returns true if all these keys have numbers. Only then can a check of their order run, even if other keys have
 * faults.
 */
const areNumbers = (value: unknown, ...keys: readonly string[]): boolean =>
  keys.every((key) => typeof Object(value)[key] === 'number');
const isWithoutRepeats = (list: readonly unknown[]): boolean => new Set(list).size === list.length;

const Zone = z.strictObject({
  ...numberFieldsOf(ZONE_RANGES),
  maxEntryAtr: numberOrNull(ZONE_RANGES.maxEntryAtr, ZONE_RANGES.maxEntryAtr.default),
});

export const PcrPatterns = z
  .strictObject({
    ...numberFieldsOf(PATTERN_RANGES),
    dojiPolicy: z.enum(DOJI_POLICIES).default(PCR_DEFAULTS.dojiPolicy),
    colors: z
      .array(z.enum(RUN_COLORS))
      .min(1, FAULTS.empty)
      .refine(isWithoutRepeats, FAULTS.repeats)
      .default([...PCR_DEFAULTS.colors]),
    zone: Zone.prefault({}),
  })
  .refine(({ minLength, maxLength }) => minLength <= maxLength, {
    path: ['minLength'],
    error: FAULTS.lengthsCrossed,
    when: ({ value }) => areNumbers(value, 'minLength', 'maxLength'),
  });

const { trend, rsi, volatility, payout } = FILTER_RANGES;

export const PcrFilter = z.discriminatedUnion('filter', [
  z.strictObject({
    filter: z.literal('trend'),
    ...numberFieldsOf(trend),
    side: z.enum(TREND_SIDES).default(PCR_DEFAULTS.trendSide),
  }),
  z.strictObject({ filter: z.literal('rsi'), ...numberFieldsOf(rsi) }),
  z
    .strictObject({ filter: z.literal('hours'), from: TimeOfDay, to: TimeOfDay })
    .refine(({ from, to }) => from !== to, { path: ['to'], error: FAULTS.sameTimes }),
  z
    .strictObject({
      filter: z.literal('volatility'),
      minAtrPct: numberOrNull(volatility.minAtrPct, null),
      maxAtrPct: numberOrNull(volatility.maxAtrPct, null),
    })
    .refine(({ minAtrPct: min, maxAtrPct: max }) => min === null || max === null || min <= max, {
      path: ['minAtrPct'],
      error: FAULTS.volatilityCrossed,
      when: ({ value }) => areNumbers(value, 'minAtrPct', 'maxAtrPct'),
    }),
  z.strictObject({ filter: z.literal('payout'), ...numberFieldsOf(payout) }),
]);

export const PcrRiskControl = z.strictObject({
  maxDailyOperations: z
    .union([z.literal('all'), boundedNumber(DAILY_OPERATIONS_RANGE)], FAULTS.operations(DAILY_OPERATIONS_RANGE.max))
    .default('all'),
  dailyLossLimit: numberOrNull(MONEY_RANGES.lossLimit, null),
  weeklyLossLimit: numberOrNull(MONEY_RANGES.lossLimit, null),
  dailyProfitTarget: numberOrNull(MONEY_RANGES.lossLimit, null),
  autoReset: z.boolean().default(true),
  resetTime: z
    .union([z.enum(RESET_TIMES), z.string().regex(TIME_OF_DAY, FAULTS.resetTime)], FAULTS.resetTime)
    .default(RESET_TIMES[0]),
});

const { fixedAmount, percent, multiplier, steps } = MONEY_RANGES;

/** Stake plan of a setup. If `betType` is absent, the plan is `fixed`, and the schema falls back to a plain union. */
export const PcrMoneyManagement = z.discriminatedUnion(
  'betType',
  [
    z.strictObject({ betType: z.literal('fixed').default('fixed'), ...numberFieldsOf({ fixedAmount }) }),
    z.strictObject({ betType: z.literal('percent'), ...numberFieldsOf({ percent }) }),
    z.strictObject({ betType: z.literal('martingale'), ...numberFieldsOf({ fixedAmount, multiplier, steps }) }),
  ],
  { unionFallback: true },
);

/** Schema of a boolean switch, with every accepted spelling (docs/spec/pcr.md §8). */
const Switch = z.union([z.boolean(), z.enum(['true', 'false', '1', '0']), z.literal([0, 1])], FAULTS.switch);

/** The rules of a setup, each with its default (docs/spec/pcr.md §7, §8). */
const RULES = {
  timeframe: z.enum(TIMEFRAMES).default(PCR_DEFAULTS.timeframe),
  is_active: Switch.default(false),
  auto_trade: z.boolean().default(false),
  patterns: PcrPatterns.prefault({}),
  filters: z.array(PcrFilter).max(MAX_FILTERS).default([]),
  candleTypes: z
    .strictObject({
      types: z
        .array(z.enum(['any', ...CANDLE_TYPES]))
        .refine(isWithoutRepeats, FAULTS.repeats)
        .default([]),
    })
    .prefault({}),
  entryPoints: z
    .array(z.enum(ENTRY_POINTS))
    .min(1, FAULTS.empty)
    .refine(isWithoutRepeats, FAULTS.repeats)
    .default([...PCR_DEFAULTS.entryPoints]),
  trigger: z.enum(TRIGGERS).default(PCR_DEFAULTS.trigger),
  ...RULE_EXPIRY,
  riskControl: PcrRiskControl.prefault({}),
  moneyManagement: PcrMoneyManagement.prefault({}),
} as const;

/** Check for exactly one duration. It also runs if other keys have faults, so that one response reports all of them. */
const ONE_LENGTH = {
  ...EXPIRY_FAULT,
  when: ({ value }: { readonly value: unknown }) => typeof value === 'object' && value !== null,
};

const Name = storedTextSchema('line').min(1, FAULTS.empty).max(80);
const Whole = z.strictObject({ name: Name, asset: AssetSymbol, ...RULES });
/** A setup in a file, in the database or in a draft. It may have no name and no asset. */
export const UnnamedSetup = z
  .strictObject({ name: z.string().nullable().optional(), asset: z.string().nullable().optional(), ...RULES })
  .refine(namesRuleExpiry, ONE_LENGTH);

/** Body of `POST /api/pcr/setup`: a complete setup in the form of docs/spec/pcr.md §8. */
export const PcrSetupBody = Whole.refine(namesRuleExpiry, ONE_LENGTH).meta({
  examples: [EXAMPLES.SETUP_BODY, EXAMPLES.SHORT_SETUP_BODY],
});
export type PcrSetupBody = z.infer<typeof PcrSetupBody>;
/** Input of a setup, from which a client may omit fields that have a default. */
export type PcrSetupInput = z.input<typeof PcrSetupBody>;

/**
 * Body of `PUT /api/pcr/setup/{id}`. An absent field stays unchanged. A present field is replaced as a whole, with
 * defaults for its missing parts.
 */
export const PcrSetupChange = Whole.partial().meta({ examples: [EXAMPLES.SETUP_BODY, { is_active: true }] });
export type PcrSetupChange = Partial<PcrSetupInput>;

/**
 * Body of `POST /api/pcr/setup/{id}/stop`, which switches the setup off; `archive` also removes the setup from every
 * list.
 */
export const PcrStopBody = z
  .strictObject({ archive: z.boolean().default(false) })
  .meta({ examples: [{ archive: true }, {}] });

/** Body of `POST /api/pcr/setup/{id}/clone`. */
export const PcrCloneBody = z.strictObject({ name: Name }).meta({ examples: [{ name: 'Agotamiento (copia)' }] });

export const PcrSetupParams = z.object({ id: z.uuid().meta({ examples: [EXAMPLES.SETUP_ID] }) });

/**
 * Query of `GET /api/pcr/ladder`: the parameters of a martingale. `asset` and the duration describe the traded option
 * contract. The duration is `expiry` in minutes, `expiry_seconds` or `expiry_ticks`; the default is 5 minutes.
 */
export const PcrLadderQuery = z
  .object({
    fixed_amount: z.coerce.number().pipe(boundedNumber(MONEY_RANGES.fixedAmount)),
    multiplier: z.coerce.number().pipe(boundedNumber(MONEY_RANGES.multiplier)),
    steps: z.coerce.number().pipe(boundedNumber(MONEY_RANGES.steps)),
    asset: AssetSymbol,
    /**
     * Broker on whose demo account the ladder would run; `mock` is the paper account. The default is the account of a
     * new setup.
     */
    broker: BrokerIdOrMock.optional(),
    ...GIVEN_EXPIRY_QUERY,
  })
  .refine(namesRuleExpiry, EXPIRY_FAULT);
