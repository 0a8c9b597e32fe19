import type { BrokerSales, RunningContract } from '@vigia/broker-kit/port';
import type { Option, SaleRequest, SaleView } from '@vigia/contract';
import type { Result } from '@vigia/core/kernel';
import type { Actor } from '../../accounts/index.ts';
import type { PlacementRefusal } from '../placement-refusal.ts';

/** A running option contract, the part of its session that can sell it, and the broker's display name. */
export type SellableContract = {
  readonly sales: BrokerSales;
  readonly contract: RunningContract;
  readonly name: string;
};

/** Sells running trades before their expiry. Each user sells only their own. */
export interface EarlySales {
  /**
   * Returns the price at which the trade can be sold now, or why it cannot be sold; null if the user has no such trade.
   */
  offer(actor: Actor, tradeId: string): Promise<SaleView | null>;
  /**
   * Sells a trade, once. Returns the sold trade, or the active trade while the execution status of the sale is unknown;
   * null if the user has no such trade.
   * @param key idempotency key: equal requests with the same key send one sale
   */
  sell(
    actor: Actor,
    tradeId: string,
    request: SaleRequest,
    key: string | null,
  ): Promise<Result<Option, PlacementRefusal> | null>;
}
