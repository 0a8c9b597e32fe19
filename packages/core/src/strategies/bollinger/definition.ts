import { integerRange, realRange } from '#vocabulary/index.ts';
import { defineStrategy, type ParametersOf } from '../definition.ts';

/** `period` in candles, `std_dev` in standard deviations, `squeeze_threshold` in per cent of the middle band. */
export const BOLLINGER = defineStrategy({
  numbers: {
    period: integerRange(20, 2, 500),
    std_dev: realRange(2, 0.1, 10),
    squeeze_threshold: realRange(0.1, 0, 100),
  },
  choices: {},
});

export type BollingerParameters = ParametersOf<typeof BOLLINGER>;
