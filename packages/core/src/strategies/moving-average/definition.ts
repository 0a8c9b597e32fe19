import { integerRange } from '#vocabulary/index.ts';
import { defineStrategy, type ParametersOf } from '../definition.ts';

/** Periods in candles. */
export const MOVING_AVERAGE = defineStrategy({
  numbers: { fast: integerRange(10, 1, 500), slow: integerRange(30, 2, 500) },
  choices: { ma_type: ['ema', 'sma'] },
  ascending: [['fast', 'slow']],
});

export type MovingAverageParameters = ParametersOf<typeof MOVING_AVERAGE>;
