import type { Broker } from '@vigia/broker-kit/port';
import type { Currency } from '@vigia/core/money';
import type { DecidedOutcome, StatedTrade } from '@vigia/core/trades';
import { type AccountKind, type Direction, type PriceSource, priceSymbolOf, type Venue } from '@vigia/core/vocabulary';
import type { PriceMoment } from '../../market-data/index.ts';

/** The fields of an ended trade that its check needs. */
export type CheckedTrade = {
  readonly id: string;
  readonly user_id: string;
  readonly broker: Venue;
  readonly account: AccountKind;
  readonly currency: Currency;
  readonly source: PriceSource;
  readonly symbol: string;
  readonly direction: Direction;
  readonly status: 'won' | 'lost' | 'expired';
  readonly entry_price: number | null;
  readonly entry_tick_ms: number | null;
  readonly entry_time: Date;
  readonly settle_price: number | null;
  readonly settle_tick_ms: number | null;
  readonly expiry_time: Date;
  readonly settled_at: Date;
};

/** Rules of a venue that the check needs. */
export type VenueRules = Pick<Broker['traits'], 'onEqualPrices' | 'priceTimes'>;

const PAPER_RULES: VenueRules = { onEqualPrices: 'tie', priceTimes: 'tick' };
/** Precision in milliseconds of times that a broker states as start and end of the contract, by its own clock. */
const CONTRACT_PRECISION_MS = 2_000;
/** Precision in milliseconds of the times of ticks. Most brokers state them in whole seconds. */
const TICK_PRECISION_MS = 1_000;

const OUTCOMES: Readonly<Record<CheckedTrade['status'], DecidedOutcome>> = { won: 'won', lost: 'lost', expired: 'tie' };

/** Returns the rules of the venue of a trade; null for a broker that the catalog no longer contains. */
export const rulesOf = (catalog: readonly Broker[], venue: Venue): VenueRules | null =>
  venue === 'mock' ? PAPER_RULES : (catalog.find(({ id }) => id === venue)?.traits ?? null);

/** Returns the trade as its venue states it. */
export const statedTrade = (trade: CheckedTrade, { onEqualPrices }: VenueRules): StatedTrade => ({
  direction: trade.direction,
  outcome: OUTCOMES[trade.status],
  entryPrice: trade.entry_price,
  settlePrice: trade.settle_price,
  onEqualPrices,
});

/**
 * Returns the moments of entry and settle price. The times of the simulated market are exact. If a broker states no
 * times beside its prices, these are the start and the end of the trade.
 */
export function priceTimesOf(
  trade: CheckedTrade,
  { priceTimes }: VenueRules,
): { readonly entry: PriceMoment; readonly settle: PriceMoment } {
  const { source } = trade;
  const symbol = priceSymbolOf(trade.symbol);
  const isPaper = trade.broker === 'mock';
  const isTick = priceTimes === 'tick' && trade.entry_tick_ms !== null;
  const precisionMs = isPaper && source === 'simulated' ? 0 : isTick ? TICK_PRECISION_MS : CONTRACT_PRECISION_MS;
  const at = (timeMs: number): PriceMoment => ({ source, symbol, timeMs, precisionMs });
  // On paper the last tick before the expiry must decide. So the check looks 1 ms before the expiry and ignores the
  // time of the tick that the settlement has stored.
  const settledMs = isPaper ? trade.expiry_time.getTime() - 1 : (trade.settle_tick_ms ?? trade.expiry_time.getTime());
  return { entry: at(trade.entry_tick_ms ?? trade.entry_time.getTime()), settle: at(settledMs) };
}
