import { Rsi } from '#indicators/index.ts';
import { definedOrNull } from '#kernel/index.ts';
import type { RsiFilter } from '../setup/setup.ts';
import type { FilterFold } from './filter-fold.ts';

/**
 * Requires RSI ≤ callMax for a CALL and RSI ≥ putMin for a PUT. Neither passes in a market whose price has not moved.
 */
export function rsiFilter({ period, callMax, putMin }: RsiFilter): FilterFold {
  const rsi = new Rsi(period);
  return {
    push: (close) => void rsi.push(close),
    evaluate: ({ direction }) => {
      const inBounds = direction === 'CALL' ? rsi.value <= callMax : rsi.value >= putMin;
      const limit = direction === 'CALL' ? callMax : putMin;
      return { filter: 'rsi', passed: inBounds && !rsi.flat, value: definedOrNull(rsi.value), limit };
    },
    snapshot: () => rsi.snapshot(),
    restore: (state) => rsi.restore(state),
  };
}
