import { whole } from '#vocabulary/index.ts';
import { defineStrategy, type ParametersOf } from '../definition.ts';

/** Periods in candles. */
export const MACD = defineStrategy({
  numbers: { fast: whole(12, 2, 500), slow: whole(26, 3, 500), signal: whole(9, 1, 500) },
  choices: {},
  ascending: [['fast', 'slow']],
});

export type MacdParameters = ParametersOf<typeof MACD>;
