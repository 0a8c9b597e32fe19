import type { StrategyType } from '@vigia/core/strategy-definitions';
import { BOLLINGER_ES } from './bollinger.es.ts';
import { CUSTOM_ES } from './custom.es.ts';
import { ENGULFING_ES } from './engulfing.es.ts';
import { EXTERNAL_ES } from './external.es.ts';
import { MACD_ES } from './macd.es.ts';
import { MOVING_AVERAGE_ES } from './moving-average.es.ts';
import { RSI_ES } from './rsi.es.ts';
import { STOCHASTIC_ES } from './stochastic.es.ts';
import type { StrategyTexts } from './words.ts';

export type { StrategyTexts } from './words.ts';

/** The Spanish texts of every strategy type. */
export const STRATEGY_WORDS: { readonly [Type in StrategyType]: StrategyTexts<Type> } = {
  rsi: RSI_ES,
  macd: MACD_ES,
  bollinger: BOLLINGER_ES,
  moving_average: MOVING_AVERAGE_ES,
  stochastic: STOCHASTIC_ES,
  engulfing: ENGULFING_ES,
  custom: CUSTOM_ES,
  external: EXTERNAL_ES,
};
