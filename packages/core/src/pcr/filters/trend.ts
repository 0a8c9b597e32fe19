import { Ema } from '#indicators/index.ts';
import type { TrendFilter } from '../setup/setup.ts';
import type { FilterFold } from './filter-fold.ts';
import { definedOrNull } from './filter-result.ts';

/** Requires, with `with`, that a CALL closes above the EMA and a PUT below it; `against` requires the reverse. */
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
