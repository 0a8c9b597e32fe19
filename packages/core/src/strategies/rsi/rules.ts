import type { Operand, OwnRules } from '#rules/index.ts';
import { numberOperand } from '../operands.ts';
import type { RsiParameters } from './definition.ts';

/** CALL when the RSI rises through `oversold`, PUT when it falls through `overbought`. */
export function rsiRules({ rsi_period: period, oversold, overbought }: RsiParameters): OwnRules {
  const left: Operand = { of: 'rsi', period, ago: 0 };
  return {
    call: { join: 'all', conditions: [{ test: 'crosses_above', left, right: numberOperand(oversold), candles: 1 }] },
    put: { join: 'all', conditions: [{ test: 'crosses_below', left, right: numberOperand(overbought), candles: 1 }] },
  };
}
