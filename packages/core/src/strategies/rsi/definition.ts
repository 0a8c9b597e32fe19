import { integerRange, realRange } from '#vocabulary/index.ts';
import { defineStrategy, type ParametersOf } from '../definition.ts';

/** `rsi_period` in candles; the two levels on the RSI's scale of 0–100. */
export const RSI = defineStrategy({
  numbers: { rsi_period: integerRange(14, 2, 500), oversold: realRange(30, 1, 99), overbought: realRange(70, 1, 99) },
  choices: {},
  ascending: [['oversold', 'overbought']],
});

export type RsiParameters = ParametersOf<typeof RSI>;
