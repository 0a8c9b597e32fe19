import type { Operand, OwnRules } from '#rules/index.ts';
import { numberOperand } from '../operands.ts';
import type { StochasticParameters } from './definition.ts';

/**
 * CALL when %K crosses %D upwards from the oversold zone: at the previous candle it was below `oversold`. PUT when %K
 * crosses %D downwards from the overbought zone.
 */
export function stochasticRules({
  k_period,
  k_smoothing,
  d_period,
  oversold,
  overbought,
}: StochasticParameters): OwnRules {
  const left: Operand = { of: 'stochastic', k_period, k_smoothing, d_period, line: 'k', ago: 0 };
  const right: Operand = { ...left, line: 'd' };
  const before: Operand = { ...left, ago: 1 };
  return {
    call: {
      join: 'all',
      conditions: [
        { test: 'crosses_above', left, right, candles: 1 },
        { test: 'below', left: before, right: numberOperand(oversold), candles: 1 },
      ],
    },
    put: {
      join: 'all',
      conditions: [
        { test: 'crosses_below', left, right, candles: 1 },
        { test: 'above', left: before, right: numberOperand(overbought), candles: 1 },
      ],
    },
  };
}
