import {
  DEFAULT_SYMBOL,
  DEFAULT_TIMEFRAME,
  DIRECTIONS,
  MA_TYPES,
  SIGNAL_OUTCOMES,
  STRATEGY_RANGES,
  STRATEGY_STATUSES,
  STRATEGY_TYPES,
  type StrategyType,
  TIMEFRAMES,
} from '@vigia/core/vocabulary';
import { z } from 'zod';
import { AssetSymbol, BrokerWord, CurrencyCode, Fraction, Instant, Money, SourceWord, storedText } from './common.ts';
import { numbers } from './number-range.ts';
import { WinRateCardView } from './trading.ts';

const { rsi, macd, bollinger, moving_average } = STRATEGY_RANGES;

/** Parameters of each strategy type; a missing parameter has its default. */
export const STRATEGY_PARAMETERS = {
  rsi: z
    .strictObject(numbers(rsi))
    .refine(({ oversold, overbought }) => oversold < overbought, {
      path: ['oversold'],
      message: 'La sobreventa debe quedar por debajo de la sobrecompra.',
    }),
  macd: z
    .strictObject(numbers(macd))
    .refine(({ fast, slow }) => fast < slow, {
      path: ['fast'],
      message: 'La media rápida debe ser más corta que la lenta.',
    }),
  bollinger: z.strictObject(numbers(bollinger)),
  moving_average: z
    .strictObject({ ...numbers(moving_average), ma_type: z.enum(MA_TYPES).default('ema') })
    .refine(({ fast, slow }) => fast < slow, {
      path: ['fast'],
      message: 'La media rápida debe ser más corta que la lenta.',
    }),
} as const satisfies Record<StrategyType, z.ZodType>;

/** A strategy's rules: its type and the parameters of this type. */
export const StrategyRulesBody = z.discriminatedUnion('type', [
  z.object({ type: z.literal('rsi'), parameters: STRATEGY_PARAMETERS.rsi }),
  z.object({ type: z.literal('macd'), parameters: STRATEGY_PARAMETERS.macd }),
  z.object({ type: z.literal('bollinger'), parameters: STRATEGY_PARAMETERS.bollinger }),
  z.object({ type: z.literal('moving_average'), parameters: STRATEGY_PARAMETERS.moving_average }),
]);

const REST = {
  name: storedText('line').min(1).max(80),
  description: storedText('paragraphs').max(500).nullable().default(null),
  asset: AssetSymbol.default(DEFAULT_SYMBOL),
  timeframe: z.enum(TIMEFRAMES).default(DEFAULT_TIMEFRAME),
  auto_trade: z.boolean().default(false),
  status: z.enum(STRATEGY_STATUSES).default('inactive'),
} as const;

/** Body of `POST /api/v1/strategies` and of `PUT /api/v1/strategies/{id}`, which replaces the whole strategy. */
export const StrategyBody = z.discriminatedUnion('type', [
  z.strictObject({ ...REST, type: z.literal('rsi'), parameters: STRATEGY_PARAMETERS.rsi.prefault({}) }),
  z.strictObject({ ...REST, type: z.literal('macd'), parameters: STRATEGY_PARAMETERS.macd.prefault({}) }),
  z.strictObject({ ...REST, type: z.literal('bollinger'), parameters: STRATEGY_PARAMETERS.bollinger.prefault({}) }),
  z.strictObject({
    ...REST,
    type: z.literal('moving_average'),
    parameters: STRATEGY_PARAMETERS.moving_average.prefault({}),
  }),
]);
export type StrategyBody = z.infer<typeof StrategyBody>;
/** Input of a strategy, from which a client may leave out fields that have a default. */
export type StrategyInput = z.input<typeof StrategyBody>;

/** Body of `POST /api/v1/strategies/{id}/status`. */
export const StrategyStatusBody = z.strictObject({ status: z.enum(STRATEGY_STATUSES) });

export const StrategyParams = z.object({ id: z.uuid() });

export const StrategyView = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string().nullable(),
  type: z.enum(STRATEGY_TYPES),
  status: z.enum(STRATEGY_STATUSES),
  asset: AssetSymbol,
  timeframe: z.enum(TIMEFRAMES),
  /** Price source of the strategy. */
  price_source: SourceWord,
  auto_trade: z.boolean(),
  /** Broker whose demo account receives the strategy's orders; `mock` is the paper account. */
  account_broker: BrokerWord,
  /** Currency of the account on which the strategy trades; the amounts of `performance` are in it. */
  currency: CurrencyCode,
  version: z.number().int(),
  parameters: z.record(z.string(), z.union([z.number(), z.string()])),
  /** Performance of the trades that the strategy placed automatically on its account. */
  performance: z.object({
    total_trades: z.number().int(),
    win_rate: Fraction.nullable(),
    profit_loss: Money.nullable(),
    created_at: Instant,
    last_trade_at: Instant.nullable(),
    card: WinRateCardView,
    /** Running result of the last trades, at most 60 points, for the sparkline. */
    equity: z.array(Money),
  }),
  /** Results of the strategy's signals, traded or not. */
  signals: z.object({
    total: z.number().int(),
    today: z.number().int(),
    card: WinRateCardView,
    last_signal_at: Instant.nullable(),
  }),
  payout: Fraction.nullable(),
  updated_at: Instant,
});
export type StrategyView = z.infer<typeof StrategyView>;

/** One row of `GET /api/v1/strategies/{id}/signals` (newest first, at most 100); also published over the stream. */
export const StrategySignalView = z.object({
  id: z.uuid(),
  strategy_id: z.uuid(),
  strategy_name: z.string(),
  asset: AssetSymbol,
  timeframe: z.enum(TIMEFRAMES),
  direction: z.enum(DIRECTIONS),
  entry_price: z.number(),
  entry_time: Instant,
  expiration_time: Instant,
  expiry: z.number().int(),
  status: z.enum(SIGNAL_OUTCOMES),
  settle_price: z.number().nullable(),
  seq: z.number().int(),
  hash: z.string(),
  trade_id: z.uuid().nullable(),
});
export type StrategySignalView = z.infer<typeof StrategySignalView>;
