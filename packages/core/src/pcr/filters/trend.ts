import { Ema } from '#indicators/index.ts';
import { definedOrNull } from '#kernel/index.ts';
import type { TrendFilter } from '../setup/setup.ts';
import type { FilterFold } from './filter-fold.ts';

/** Requires, with `with`, a close above the EMA for a CALL and below it for a PUT; `against` requires the reverse. */
export function trendFilter({ period, side }: TrendFilter): FilterFold {
  const ema = new Ema(period);
  return {
    push: (close) => void ema.push(close),
    evaluate: ({ direction, close }) => {
      const wantsAbove = (direction === 'CALL') === (side === 'with');
      const passed = wantsAbove ? close > ema.value : close < ema.value;
      return { filter: 'trend', passed, value: close, limit: definedOrNull(ema.value) };
    },
    snapshot: () => ema.snapshot(),
    restore: (state) => ema.restore(state),
  };
}
