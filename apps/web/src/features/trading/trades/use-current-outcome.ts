import type { Option } from '@vigia/contract';
import { useShownSource } from '#shared/lib/price-feed.ts';
import { followsShownSource, useTradePrice } from '#shared/lib/priced-here.ts';
import { outcomeAtPrice, type PossibleOutcome } from './outcome-at-price.ts';
import { useTimeLeft } from './time-left.tsx';

/**
 * Returns the outcome and profit that an open trade would have now. It is null before the first price, after the
 * expiry, and if the screen shows the prices of another source (`isElsewhere`).
 */
export function useCurrentOutcome(trade: Option): {
  readonly standing: PossibleOutcome | null;
  readonly isElsewhere: boolean;
} {
  const left = useTimeLeft(trade);
  const shown = useShownSource();
  const price = useTradePrice(trade);
  const isRunning = left.kind === 'running' || left.kind === 'ticking';
  const isElsewhere = isRunning && shown !== null && !followsShownSource(trade, shown);
  return { standing: isRunning && !isElsewhere ? outcomeAtPrice(trade, price) : null, isElsewhere };
}
