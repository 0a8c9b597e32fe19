import {
  CANDLE_TYPES,
  DAILY_OPERATIONS_RANGE,
  DOJI_POLICIES,
  ENTRY_POINTS,
  EXPIRY_RANGE,
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
import { AssetSymbol, BrokerWord } from './common.ts';
import * as EXAMPLES from './examples/pcr.ts';
import { bounded, numberOrNull, numbers } from './number-range.ts';

const Zone = z.strictObject({
  ...numbers(ZONE_RANGES),
  maxEntryAtr: numberOrNull(ZONE_RANGES.maxEntryAtr, ZONE_RANGES.maxEntryAtr.default),
});

export const PcrPatterns = z.strictObject({
  ...numbers(PATTERN_RANGES),
  dojiPolicy: z.enum(DOJI_POLICIES).default(PCR_DEFAULTS.dojiPolicy),
  colors: z
    .array(z.enum(RUN_COLORS))
    .min(1)
    .default([...PCR_DEFAULTS.colors]),
  zone: Zone.prefault({}),
});

const { trend, rsi, volatility, payout } = FILTER_RANGES;

export const PcrFilter = z.discriminatedUnion('filter', [
  z.strictObject({
    filter: z.literal('trend'),
    ...numbers(trend),
    side: z.enum(TREND_SIDES).default(PCR_DEFAULTS.trendSide),
  }),
  z.strictObject({ filter: z.literal('rsi'), ...numbers(rsi) }),
  z.strictObject({
    filter: z.literal('hours'),
    from: z.string().regex(TIME_OF_DAY),
    to: z.string().regex(TIME_OF_DAY),
  }),
  z.strictObject({
    filter: z.literal('volatility'),
    minAtrPct: numberOrNull(volatility.minAtrPct, null),
    maxAtrPct: numberOrNull(volatility.maxAtrPct, null),
  }),
  z.strictObject({ filter: z.literal('payout'), ...numbers(payout) }),
]);

export const PcrRiskControl = z.strictObject({
  maxDailyOperations: z.union([z.literal('all'), bounded(DAILY_OPERATIONS_RANGE)]).default('all'),
  dailyLossLimit: numberOrNull(MONEY_RANGES.lossLimit, null),
  weeklyLossLimit: numberOrNull(MONEY_RANGES.lossLimit, null),
  autoReset: z.boolean().default(true),
  resetTime: z.union([z.enum(RESET_TIMES), z.string().regex(TIME_OF_DAY)]).default(RESET_TIMES[0]),
});

const { fixedAmount, percent, multiplier, steps } = MONEY_RANGES;

export const PcrMoneyManagement = z.union([
  z.strictObject({ betType: z.literal('fixed').default('fixed'), ...numbers({ fixedAmount }) }),
  z.strictObject({ betType: z.literal('percent'), ...numbers({ percent }) }),
  z.strictObject({ betType: z.literal('martingale'), ...numbers({ fixedAmount, multiplier, steps }) }),
]);

/** Schema of a switch, with every spelling that the product accepts (docs/spec/pcr.md §8). */
const Switch = z.union([z.boolean(), z.enum(['true', 'false', '1', '0']), z.literal([0, 1])]);

/** The rules of a setup, each with its default (docs/spec/pcr.md §7, §8). */
const RULES = {
  timeframe: z.enum(TIMEFRAMES).default(PCR_DEFAULTS.timeframe),
  is_active: Switch.default(false),
  auto_trade: z.boolean().default(false),
  patterns: PcrPatterns.prefault({}),
  filters: z.array(PcrFilter).max(MAX_FILTERS).default([]),
  candleTypes: z.strictObject({ types: z.array(z.enum(['any', ...CANDLE_TYPES])).default([]) }).prefault({}),
  entryPoints: z
    .array(z.enum(ENTRY_POINTS))
    .min(1)
    .default([...PCR_DEFAULTS.entryPoints]),
  trigger: z.enum(TRIGGERS).default(PCR_DEFAULTS.trigger),
  expiry: bounded(EXPIRY_RANGE).default(EXPIRY_RANGE.default),
  riskControl: PcrRiskControl.prefault({}),
  moneyManagement: PcrMoneyManagement.prefault({}),
} as const;

const Name = z.string().trim().min(1).max(80);

/**
 * Body of `POST /api/pcr/setup`: a whole setup as docs/spec/pcr.md §8 writes it. This schema is for documentation and
 * types. `parsePcrSetup` of the detector validates the request, including rules that involve several keys.
 */
export const PcrSetupBody = z
  .strictObject({ name: Name, asset: AssetSymbol, ...RULES })
  .meta({ examples: [EXAMPLES.SETUP_BODY, EXAMPLES.SHORT_SETUP_BODY] });
export type PcrSetupBody = z.infer<typeof PcrSetupBody>;
/** Input of a setup, from which a client may leave out fields that have a default. */
export type PcrSetupInput = z.input<typeof PcrSetupBody>;

/**
 * Body of `PUT /api/pcr/setup/{id}`: an absent field stays unchanged. A present field is replaced as a whole, with
 * defaults for its missing parts.
 */
export const PcrSetupChange = PcrSetupBody.partial().meta({ examples: [EXAMPLES.SETUP_BODY, { is_active: true }] });
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
 * Query of `GET /api/pcr/ladder`: the parameters of a martingale; `asset` and `expiry` are those of the traded
 * contract.
 */
export const PcrLadderQuery = z.object({
  fixed_amount: z.coerce.number().pipe(bounded(MONEY_RANGES.fixedAmount)),
  multiplier: z.coerce.number().pipe(bounded(MONEY_RANGES.multiplier)),
  steps: z.coerce.number().pipe(bounded(MONEY_RANGES.steps)),
  asset: AssetSymbol,
  /**
   * Broker on whose demo account the ladder would run; `mock` is the paper account. The default is the account of a new
   * setup.
   */
  broker: BrokerWord.optional(),
  expiry: z.coerce.number().pipe(bounded(EXPIRY_RANGE)).default(EXPIRY_RANGE.default),
});
