import type { OwnRules } from '#rules/index.ts';
import { bollingerRules } from './bollinger/rules.ts';
import { engulfingRules } from './engulfing/rules.ts';
import { macdRules } from './macd/rules.ts';
import { movingAverageRules } from './moving-average/rules.ts';
import type { StrategyParameters, StrategyRules, StrategyType } from './registry.ts';
import { rsiRules } from './rsi/rules.ts';
import { stochasticRules } from './stochastic/rules.ts';

const RULES: { readonly [Type in StrategyType]: (parameters: StrategyParameters[Type]) => OwnRules } = {
  rsi: rsiRules,
  macd: macdRules,
  bollinger: bollingerRules,
  moving_average: movingAverageRules,
  stochastic: stochasticRules,
  engulfing: engulfingRules,
  custom: ({ call, put }) => ({ call, put }),
  external: () => ({ call: null, put: null }),
};

/** Returns the conditions of a strategy: every type is a preset of the rules that users can write themselves. */
export const rulesOf = <Type extends StrategyType>({ type, parameters }: StrategyRules<Type>): OwnRules =>
  RULES[type](parameters);
