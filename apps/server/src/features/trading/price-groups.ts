import { invariant } from '@vigia/core/kernel';
import type { TradingDeps } from './deps.ts';
import type { DueGroup } from './due-trades.repository.ts';
import type { PricedGroup } from './settlement.repository.ts';

/**
 * Wait after an expiry in milliseconds if the source does not report how far it has published. Its ticks arrive well
 * within this time; the known ticks then decide a symbol without a newer tick. The wait is shorter than the 1 s
 * promised in docs/spec/trading.md §6 by the time that settling a batch takes.
 */
const SETTLE_GRACE_MS = 800;

/** Dependencies of reading the prices of due trades. */
type PriceDeps = { readonly markets: Pick<TradingDeps['markets'], 'knownThroughMs' | 'priceBefore'> };

/**
 * Returns true if the source on which the trades were placed can decide them now. No other source ever decides them,
 * even if the server has changed sources.
 */
function isDecidable({ markets }: PriceDeps, group: DueGroup, nowMs: number): boolean {
  const expiryMs = group.expiry_time.getTime();
  const knownMs = markets.knownThroughMs(group.source, group.symbol);
  return nowMs >= expiryMs + SETTLE_GRACE_MS || (knownMs !== null && knownMs >= expiryMs);
}

/** Looks up one price for each group that can be decided. A group whose price cannot be read now stays due. */
export async function priceGroups(deps: PriceDeps, due: readonly DueGroup[], nowMs: number): Promise<PricedGroup[]> {
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
