import type { VolatilityFilter } from '../setup/setup.ts';
import { type FilterFold, stateless } from './filter-fold.ts';
import { definedOrNull } from './filter-result.ts';

/**
 * Requires the ATR, in percent of the close, to lie in [minAtrPct, maxAtrPct]. An open bound allows every defined ATR.
 */
export const volatilityFilter = ({ minAtrPct, maxAtrPct }: VolatilityFilter): FilterFold =>
  stateless(({ atr, close }) => {
    const atrPct = (100 * atr) / close;
    const passed = atrPct >= (minAtrPct ?? -Infinity) && atrPct <= (maxAtrPct ?? Infinity);
    return { filter: 'volatility', passed, value: definedOrNull(atrPct), limit: [minAtrPct, maxAtrPct] };
  });
