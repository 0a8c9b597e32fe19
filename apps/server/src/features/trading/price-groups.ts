import { invariant } from '@vigia/core/kernel';
import type { TradingDeps } from './deps.ts';
import type { DueGroup } from './due-trades.repository.ts';
import type { PricedGroup } from './settlement.repository.ts';

/**
 * Without a source's own word on what it has told, its ticks arrive well within this time; a symbol that stays silent
 * longer is decided by what is known. Below 1 s, the promise of decisions §4, by the time a batch needs.
 */
const SETTLE_GRACE_MS = 800;

/** A trade is decided by its own source only, also where the server runs on another one by now. */
function isDecidable({ markets }: TradingDeps, group: DueGroup, nowMs: number): boolean {
  const expiryMs = group.expiry_time.getTime();
  const knownMs = markets.knownThroughMs(group.source, group.symbol);
  return nowMs >= expiryMs + SETTLE_GRACE_MS || (knownMs !== null && knownMs >= expiryMs);
}

/** Looks up each price once, of those groups that can be decided. Those whose price cannot be had now stay due. */
export async function priceGroups(deps: TradingDeps, due: readonly DueGroup[], nowMs: number): Promise<PricedGroup[]> {
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
