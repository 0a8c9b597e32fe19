import type { EpochMs, MinorUnits, Result } from '@vigia/core/kernel';
import type { BrokerContract } from './contract.ts';
import type { BrokerFault } from './faults.ts';

/** An option contract that has not ended, as the broker's records identify it. */
export type RunningContract = Pick<BrokerContract, 'contractId' | 'accountId' | 'expiryMs'>;

/** The price at which a broker buys back a running option contract. */
export type SaleOffer = {
  /** Amount that the account would receive, in its currency: stake plus profit or minus loss, never negative. */
  readonly priceMinor: MinorUnits;
  /** Time at which the broker stated the price, by Vigía's clock. An older price is less reliable. */
  readonly statedAtMs: EpochMs;
};

/**
 * A request to sell a running option contract. It is stored before it is sent, and sent at most once, even if its
 * execution status is unknown.
 */
export type Sale = {
  readonly contract: RunningContract;
  /**
   * Lowest price that the user accepts. A sale at a lower price is refused (`price_moved`). If the broker's request has
   * a field for the minimum, the broker refuses the sale. Otherwise the adapter compares the last price that the broker
   * stated, and refuses the sale before it sends it.
   */
  readonly minPriceMinor: MinorUnits;
  /** Deadline of the sale: the adapter never sends it from this time on. */
  readonly sendDeadlineMs: EpochMs;
};

/**
 * Result of sending a sale. `sold`: the contract with its end, as the broker's records show it. `refused`: the broker
 * refused the sale, or the sale was provably never sent. `unknown`: the sale may have arrived; only `reconcile` or the
 * end of the contract resolves it, and it is never sent again.
 */
export type SaleReply =
  | { readonly outcome: 'sold'; readonly contract: BrokerContract }
  | { readonly outcome: 'refused'; readonly fault: BrokerFault }
  | { readonly outcome: 'unknown'; readonly cause: 'timeout' | 'connection_lost' | 'server_error' };

/**
 * The verdict of the broker's own records on a sale with an unknown execution status. `ended`: the contract has ended,
 * by the sale or otherwise; its result shows which. `running`: the contract still runs in records that were read late
 * enough to show the sale. `undecided`: reconcile again later.
 */
export type SaleVerdict =
  | { readonly verdict: 'ended'; readonly contract: BrokerContract }
  | { readonly verdict: 'running' }
  | { readonly verdict: 'undecided' };

/** A sale that may have been sent, at `sentAtMs` at the latest. */
export type SentSale = { readonly contract: RunningContract; readonly sentAtMs: EpochMs };

/** Sells running option contracts of one session before their expiry. The session must already follow the contract. */
export interface BrokerSales {
  /**
   * Returns the price of a running contract now. Faults: `not_for_sale` while the broker does not buy this contract,
   * `contract_over` after its end.
   */
  offer(contract: RunningContract): Promise<Result<SaleOffer, BrokerFault>>;
  /** Sends a sale once and never repeats it. */
  sell(sale: Sale): Promise<SaleReply>;
  /** Looks up a sale with an unknown execution status in the broker's own records. */
  reconcile(sale: SentSale): Promise<Result<SaleVerdict, BrokerFault>>;
}

/**
 * Whether a broker buys running contracts back, as far as its protocol is known. `why` is the reason against it in
 * Spanish, as the end of a sentence without a full stop.
 */
export type EarlySale = { readonly isOffered: true } | { readonly isOffered: false; readonly why: string };
