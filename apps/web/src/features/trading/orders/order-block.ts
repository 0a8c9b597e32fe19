import { tradingMessages } from '../messages.es.ts';

/** Why no order can be sent right now, however good the order. */
export type OrderBlock =
  | { readonly kind: 'offline' }
  | { readonly kind: 'market_closed' }
  | { readonly kind: 'no_price' }
  | PriceDoubt;

/** Why a price is nothing to go by: none came for a while, or those that come are frozen or of another time. */
export type PriceDoubt = { readonly kind: 'stale'; readonly seconds: number } | { readonly kind: 'unreliable' };

/** A price older than this is stale even where the server has said nothing: its word may not reach us. */
const STALE_AFTER_MS = 10_000;

/** For its age alone the server calls no price stale before this; a younger one it distrusts for another reason. */
const SERVER_STALE_AFTER_MS = 3_000;

export type MarketCondition = {
  readonly online: boolean;
  readonly marketOpen: boolean;
  /** The server itself calls the symbol stale. */
  readonly calledStale: boolean;
  /** null while no price has come. */
  readonly priceAgeMs: number | null;
};

export function orderBlock({ online, marketOpen, calledStale, priceAgeMs }: MarketCondition): OrderBlock | null {
  if (!online) return { kind: 'offline' };
  if (!marketOpen) return { kind: 'market_closed' };
  if (priceAgeMs === null) return { kind: 'no_price' };
  return priceDoubt(calledStale, priceAgeMs);
}

export function priceDoubt(calledStale: boolean, priceAgeMs: number): PriceDoubt | null {
  if (calledStale && priceAgeMs < SERVER_STALE_AFTER_MS) return { kind: 'unreliable' };
  if (!calledStale && priceAgeMs <= STALE_AFTER_MS) return null;
  return { kind: 'stale', seconds: Math.round(priceAgeMs / 1_000) };
}

export const blockText = (block: OrderBlock): string =>
  block.kind === 'stale' ? tradingMessages.blocks.stale(block.seconds) : tradingMessages.blocks[block.kind];
