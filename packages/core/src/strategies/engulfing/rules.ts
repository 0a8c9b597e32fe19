import type { Condition, Operand, OwnRules } from '#rules/index.ts';
import { CLOSE_OPERAND } from '../operands.ts';
import type { EngulfingParameters } from './definition.ts';

/**
 * CALL when a rising candle engulfs the previous falling candle, with a body at least `body_ratio` times as large; PUT
 * in the mirrored case. With `trend_candles` n > 0 the engulfed candle must also end a trend. Its close is then below
 * (CALL) or above (PUT) the close n candles earlier.
 */
export function engulfingRules({ body_ratio, trend_candles }: EngulfingParameters): OwnRules {
  const engulfed: Operand = { ...CLOSE_OPERAND, ago: 1 };
  const earlier: Operand = { ...CLOSE_OPERAND, ago: trend_candles + 1 };
  const endsTrend = (test: 'above' | 'below'): readonly Condition[] =>
    trend_candles === 0 ? [] : [{ test, left: engulfed, right: earlier, candles: 1 }];
  return {
    call: { join: 'all', conditions: [{ test: 'engulfing', side: 'up', body_ratio }, ...endsTrend('below')] },
    put: { join: 'all', conditions: [{ test: 'engulfing', side: 'down', body_ratio }, ...endsTrend('above')] },
  };
}
