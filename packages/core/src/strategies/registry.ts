/** The strategy types. The guide docs/guides/add-a-strategy.md explains how to add one. */
import { BOLLINGER } from './bollinger/definition.ts';
import { CUSTOM } from './custom/definition.ts';
import type { ParametersOf, StrategyDefinition } from './definition.ts';
import { ENGULFING } from './engulfing/definition.ts';
import { EXTERNAL } from './external/definition.ts';
import { MACD } from './macd/definition.ts';
import { MOVING_AVERAGE } from './moving-average/definition.ts';
import { RSI } from './rsi/definition.ts';
import { STOCHASTIC } from './stochastic/definition.ts';

/** Every strategy type, in the order of the form. */
export const STRATEGIES = {
  rsi: RSI,
  macd: MACD,
  bollinger: BOLLINGER,
  moving_average: MOVING_AVERAGE,
  stochastic: STOCHASTIC,
  engulfing: ENGULFING,
  custom: CUSTOM,
  external: EXTERNAL,
} as const satisfies Readonly<Record<string, StrategyDefinition>>;

export type StrategyType = keyof typeof STRATEGIES;

// The cast is needed because `Object.keys` returns `string[]`: an object may have more keys than its type. This object
// has none.
export const STRATEGY_TYPES = Object.keys(STRATEGIES) as unknown as readonly [StrategyType, ...StrategyType[]];

/** The types that find their signals on candles. The others receive them from outside. */
export type CandleBasedType = Exclude<StrategyType, 'external'>;
export const findsSignalsOnCandles = (type: StrategyType): type is CandleBasedType => type !== 'external';

const [FIRST_TYPE, ...OTHER_TYPES] = STRATEGY_TYPES.filter(findsSignalsOnCandles);
/** The detected types, in the order of the form. */
export const CANDLE_BASED_TYPES: readonly [CandleBasedType, ...CandleBasedType[]] = [
  FIRST_TYPE ?? 'rsi',
  ...OTHER_TYPES,
];

/** The types with fixed conditions: the detected types but the one whose conditions the user writes. */
export type PresetType = {
  [Type in CandleBasedType]: (typeof STRATEGIES)[Type]['hasOwnRules'] extends true ? never : Type;
}[CandleBasedType];

export const PRESET_TYPES: readonly PresetType[] = CANDLE_BASED_TYPES.filter(
  (type): type is PresetType => !STRATEGIES[type].hasOwnRules,
);

/** Returns the definition of a type without the types of its parameters, for code that handles every strategy alike. */
export const definitionOf = (type: StrategyType): StrategyDefinition => STRATEGIES[type];

/** Parameters of each strategy type. */
export type StrategyParameters = { readonly [Type in StrategyType]: ParametersOf<(typeof STRATEGIES)[Type]> };

/** The name of a number of any strategy type. */
export type StrategyNumber = { [Type in StrategyType]: keyof (typeof STRATEGIES)[Type]['numbers'] }[StrategyType];

/**
 * A strategy's rules (docs/spec/strategies.md §1), with parameters named as in the API. `Type` narrows the union to
 * some types.
 */
export type StrategyRules<Type extends StrategyType = StrategyType> = {
  readonly [Each in Type]: { readonly type: Each; readonly parameters: StrategyParameters[Each] };
}[Type];

const OF_THE_TRADE: readonly string[] = [
  'trade_amount',
  'stake_plan',
  'duration',
  'duration_seconds',
  'duration_ticks',
  'limits',
];

/**
 * Returns a key that is equal for rules with the same signals on the same candles. The key does not include stake and
 * duration.
 */
export function signalRulesKey({ type, parameters }: StrategyRules): string {
  const detection = Object.entries(parameters).filter(([name]) => !OF_THE_TRADE.includes(name));
  return JSON.stringify([type, ...detection.toSorted(([a], [b]) => (a < b ? -1 : 1))]);
}
