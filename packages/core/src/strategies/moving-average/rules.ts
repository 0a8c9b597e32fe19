import type { Operand, OwnRules } from '#rules/index.ts';
import type { MovingAverageParameters } from './definition.ts';

/** CALL when the fast average crosses the slow average upwards, PUT when it crosses downwards. */
export function movingAverageRules({ fast, slow, ma_type }: MovingAverageParameters): OwnRules {
  const left: Operand = { of: ma_type, period: fast, ago: 0 };
  const right: Operand = { of: ma_type, period: slow, ago: 0 };
  return {
    call: { join: 'all', conditions: [{ test: 'crosses_above', left, right, candles: 1 }] },
    put: { join: 'all', conditions: [{ test: 'crosses_below', left, right, candles: 1 }] },
  };
}
