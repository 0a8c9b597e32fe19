import type { Condition, Operand, OwnRules } from '#rules/index.ts';
import { CLOSE_OPERAND, numberOperand } from '../operands.ts';
import type { BollingerParameters } from './definition.ts';

/**
 * CALL when the close returns from below the lower band to the band or above it; PUT in the mirrored case at the upper
 * band. Each close is compared with the bands of its own candle. The width of the bands must be at least
 * `squeeze_threshold` per cent of the middle band.
 */
export function bollingerRules({ period, std_dev, squeeze_threshold }: BollingerParameters): OwnRules {
  const lower: Operand = { of: 'bollinger', period, std_dev, line: 'lower', ago: 0 };
  const upper: Operand = { ...lower, line: 'upper' };
  const isWide: Condition = {
    test: 'at_least',
    left: { of: 'bandwidth', period, std_dev, ago: 0 },
    right: numberOperand(squeeze_threshold),
    candles: 1,
  };
  return {
    call: {
      join: 'all',
      conditions: [{ test: 'crosses_above', left: CLOSE_OPERAND, right: lower, candles: 1 }, isWide],
    },
    put: {
      join: 'all',
      conditions: [{ test: 'crosses_below', left: CLOSE_OPERAND, right: upper, candles: 1 }, isWide],
    },
  };
}
