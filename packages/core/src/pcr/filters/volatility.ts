import { definedOrNull } from '#kernel/index.ts';
import type { VolatilityFilter } from '../setup/setup.ts';
import { type FilterFold, statelessFilter } from './filter-fold.ts';

/**
 * Requires the ATR, in percent of the close, to be in [minAtrPct, maxAtrPct]. An absent bound allows every defined ATR.
 */
export const volatilityFilter = ({ minAtrPct, maxAtrPct }: VolatilityFilter): FilterFold =>
  statelessFilter(({ atr, close }) => {
    const atrPct = (100 * atr) / close;
    const passed = atrPct >= (minAtrPct ?? -Infinity) && atrPct <= (maxAtrPct ?? Infinity);
    return { filter: 'volatility', passed, value: definedOrNull(atrPct), limit: [minAtrPct, maxAtrPct] };
  });
