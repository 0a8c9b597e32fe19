import type { TradingStats } from '@vigia/contract';
import { tradingMessages } from '../messages.es.ts';

/** The reason why no order can be sent now, whatever its amount and duration. */
export type OrderBlock =
  | { readonly kind: 'offline' }
  | { readonly kind: 'market_closed' }
  | { readonly kind: 'no_price' }
  /** The user has as many open trades as they may have. */
  | { readonly kind: 'full'; readonly maximum: number }
  | PriceProblem;

/**
 * The reason why a price is unusable. `stale`: no price has arrived for some time. `unreliable`: the prices are frozen
 * or have wrong times.
 */
export type PriceProblem = { readonly kind: 'stale'; readonly seconds: number } | { readonly kind: 'unreliable' };

/**
 * Age in milliseconds from which a price counts as stale even without a report of the server, because the server may be
 * unreachable.
 */
const STALE_AFTER_MS = 10_000;

/**
 * Age in milliseconds from which the server reports a price as stale. If the server reports a younger price as stale,
 * the reason is not the age.
 */
const SERVER_STALE_AFTER_MS = 3_000;

export type MarketCondition = {
  readonly online: boolean;
  readonly marketOpen: boolean;
  /** Whether the server reports the symbol as stale. */
  readonly calledStale: boolean;
  /** Age of the last price; null before the first price. */
  readonly priceAgeMs: number | null;
};

export function orderBlock({ online, marketOpen, calledStale, priceAgeMs }: MarketCondition): OrderBlock | null {
  if (!online) return { kind: 'offline' };
  if (!marketOpen) return { kind: 'market_closed' };
  if (priceAgeMs === null) return { kind: 'no_price' };
  return priceProblem(calledStale, priceAgeMs);
}

export function priceProblem(calledStale: boolean, priceAgeMs: number): PriceProblem | null {
  if (calledStale && priceAgeMs < SERVER_STALE_AFTER_MS) return { kind: 'unreliable' };
  if (!calledStale && priceAgeMs <= STALE_AFTER_MS) return null;
  return { kind: 'stale', seconds: Math.round(priceAgeMs / 1_000) };
}

/** Returns a block if the user has as many open trades as they may have; null while the number is unknown. */
export function openTradesBlock(stats: Pick<TradingStats, 'active_options' | 'max_concurrent_trades'> | undefined) {
  const maximum = stats?.max_concurrent_trades ?? null;
  return maximum !== null && stats && stats.active_options >= maximum ? ({ kind: 'full', maximum } as const) : null;
}

export function orderBlockText(block: OrderBlock): string {
  const { blocks } = tradingMessages;
  if (block.kind === 'stale') return blocks.stale(block.seconds);
  return block.kind === 'full' ? blocks.full(block.maximum) : blocks[block.kind];
}
