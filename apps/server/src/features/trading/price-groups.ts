import { invariant } from '@vigia/core/kernel';
import type { TradingDeps } from './deps.ts';
import type { DueTradeGroup } from './due-trades.repository.ts';
import type { PricedGroup } from './settlement.repository.ts';

/**
 * Wait after an expiry in milliseconds if the source does not report how far it has published. Ticks arrive well within
 * this time. After it, the last known tick decides, even if no newer tick has come. With the time to settle a batch,
 * the wait stays below the 1 s promised in docs/spec/trading.md §6.
 */
const SETTLE_GRACE_MS = 800;

type PriceDeps = { readonly markets: Pick<TradingDeps['markets'], 'knownThroughMs' | 'priceBefore'> };

/**
 * Returns true if the price at the expiry of this group is final now. Only the source on which the trades were placed
 * decides them, even if the server has switched to another source.
 */
function isDecidable({ markets }: PriceDeps, group: DueTradeGroup, nowMs: number): boolean {
  const expiryMs = group.expiry_time.getTime();
  const knownMs = markets.knownThroughMs(group.source, group.symbol);
  return nowMs >= expiryMs + SETTLE_GRACE_MS || (knownMs !== null && knownMs >= expiryMs);
}

/** Looks up one price for each group whose price is final. A group whose price cannot be read now stays due. */
export async function priceGroups(
  deps: PriceDeps,
  due: readonly DueTradeGroup[],
  nowMs: number,
): Promise<PricedGroup[]> {
  const { markets } = deps;
  const decidable = due.filter((group) => isDecidable(deps, group, nowMs));
  const priced = await Promise.all(
    decidable.map(async (group): Promise<PricedGroup[]> => {
      if (group.is_of_earlier_run) return [{ group, tick: null }];
      const expiryMs = group.expiry_time.getTime();
      const found = await markets.priceBefore(group.source, group.symbol, expiryMs);
      if (!found.ok) return [];
      invariant(found.value === null || found.value.timeMs < expiryMs, 'a trade settles by a tick before its expiry');
      return [{ group, tick: found.value }];
    }),
  );
  return priced.flat();
}
