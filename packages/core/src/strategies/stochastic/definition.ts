import { integerRange, realRange } from '#vocabulary/index.ts';
import { defineStrategy, type ParametersOf } from '../definition.ts';

/** Periods in candles; the two levels on the scale of the oscillator, 0–100. */
export const STOCHASTIC = defineStrategy({
  numbers: {
    k_period: integerRange(14, 2, 500),
    k_smoothing: integerRange(3, 1, 50),
    d_period: integerRange(3, 2, 50),
    oversold: realRange(20, 1, 99),
    overbought: realRange(80, 1, 99),
  },
  choices: {},
  ascending: [['oversold', 'overbought']],
});

export type StochasticParameters = ParametersOf<typeof STOCHASTIC>;
