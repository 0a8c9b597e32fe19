import type { Operand, OwnRules } from '#rules/index.ts';
import type { MacdParameters } from './definition.ts';

/** CALL when the MACD line crosses its signal line upwards, PUT when it crosses downwards. */
export function macdRules({ fast, slow, signal }: MacdParameters): OwnRules {
  const left: Operand = { of: 'macd', fast, slow, signal, line: 'line', ago: 0 };
  const right: Operand = { ...left, line: 'signal' };
  return {
    call: { join: 'all', conditions: [{ test: 'crosses_above', left, right, candles: 1 }] },
    put: { join: 'all', conditions: [{ test: 'crosses_below', left, right, candles: 1 }] },
  };
}
