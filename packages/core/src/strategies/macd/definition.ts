import { integerRange } from '#vocabulary/index.ts';
import { defineStrategy, type ParametersOf } from '../definition.ts';

/** Periods in candles. */
export const MACD = defineStrategy({
  numbers: { fast: integerRange(12, 2, 500), slow: integerRange(26, 3, 500), signal: integerRange(9, 1, 500) },
  choices: {},
  ascending: [['fast', 'slow']],
});

export type MacdParameters = ParametersOf<typeof MACD>;
