import { real, whole } from '#vocabulary/index.ts';
import { defineStrategy, type ParametersOf } from '../definition.ts';

/** Periods in candles; the two levels on the scale of the oscillator, 0–100. */
export const STOCHASTIC = defineStrategy({
  numbers: {
    k_period: whole(14, 2, 500),
    k_smoothing: whole(3, 1, 50),
    d_period: whole(3, 2, 50),
    oversold: real(20, 1, 99),
    overbought: real(80, 1, 99),
  },
  choices: {},
  ascending: [['oversold', 'overbought']],
});

export type StochasticParameters = ParametersOf<typeof STOCHASTIC>;
