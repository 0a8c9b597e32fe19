import { integerRange, realRange } from '#vocabulary/index.ts';
import { defineStrategy, type ParametersOf } from '../definition.ts';

/** `body_ratio` as a multiple of the previous body; `trend_candles` in candles, 0 for no condition on the trend. */
export const ENGULFING = defineStrategy({
  numbers: { body_ratio: realRange(1, 1, 10), trend_candles: integerRange(5, 0, 100) },
  choices: {},
});

export type EngulfingParameters = ParametersOf<typeof ENGULFING>;
