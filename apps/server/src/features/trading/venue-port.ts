import type { CreateOption, Option } from '@vigia/contract';
import type { EpochMs, MinorUnits, Result } from '@vigia/core/kernel';
import type { Currency } from '@vigia/core/money';
import type { GuardedOrder, RiskApproved, RiskFacts, TradingPeriod } from '@vigia/core/risk';
import type { TradeLength } from '@vigia/core/trades';
import type { PriceSource, TradeOrigin, TradingMode } from '@vigia/core/vocabulary';
import type { Transaction } from '#platform/persistence/database.ts';
import type { Actor, BrokerVenue, MoneyAccount } from '../accounts/index.ts';
import type { MarketCondition, PricePoint } from '../market-data/index.ts';
import type { PlacementRefusal } from './placement-refusal.ts';
import type { TradeRow } from './trade-row.ts';

/** The account that receives an order. */
export type OrderDestination = {
  /** The trading mode that selected the account; null if the request names the broker. */
  readonly mode: TradingMode | null;
  /** The account at a broker; null for the paper account. */
  readonly account: BrokerVenue | null;
};

/** An order of a user, their bot or an automation, with its account. */
export type OrderRequest = {
  readonly actor: Actor;
  readonly destination: OrderDestination;
  readonly request: CreateOption;
  /** The duration that the request names. */
  readonly length: TradeLength;
  readonly stakeMinor: MinorUnits;
  /** Price source that decides a paper order; null for the source whose prices the user sees. */
  readonly source: PriceSource | null;
  readonly origin: TradeOrigin;
  /** The setup or strategy that places the order, and its signal; null for other orders. */
  readonly automation: { readonly id: string; readonly signalId: string } | null;
  /** Time (epoch ms) after which the order is neither accepted nor sent; Infinity if there is no such time. */
  readonly latestMs: number;
};

/** The terms on which a venue accepts an order at one moment. */
export type VenueTerms = {
  readonly symbol: string;
  /** Source of the prices that decide the trade. */
  readonly source: PriceSource;
  /** Price and time of the entry; null if the venue reports them only when the trade is open. */
  readonly entry: PricePoint | null;
  /** Payout in basis points; null if the venue reports it only when it accepts the order. */
  readonly payoutBp: number | null;
  readonly acceptedAtMs: EpochMs;
  readonly stakes: RiskFacts['asset'];
  readonly market: RiskFacts['market'];
  /** State of the market, from which a refusal takes its message. */
  readonly condition: MarketCondition;
};

/** An order with the terms on which its venue accepts it, in the form that the risk guard approves. */
export type PricedOrder = GuardedOrder & {
  readonly order: OrderRequest;
  readonly terms: VenueTerms;
  /**
   * The continuous period of automatic or real-money trading (for the reality check) that this order starts or
   * continues; null if there is none.
   */
  readonly tradingPeriod: TradingPeriod | null;
};

/** Facts that an offer has read in the transaction of its order. */
export type OfferFacts = {
  /** Returns the terms of this moment. The method is synchronous, so that price, payout and time belong together. */
  terms(): Result<VenueTerms, PlacementRefusal>;
  /**
   * The venue's own reason to refuse every order on this account now, checked after all rules of the risk guard; null
   * if there is none.
   */
  readonly refusal: PlacementRefusal | null;
};

/** The row of a new trade, and the function that writes it with its events. It moves no money. */
export type TradeDraft = { readonly row: TradeRow; write(): Promise<unknown> };

/** The offer of a venue for one order, with the functions that write this order. */
export interface VenueOffer {
  /**
   * Locks the account in the transaction of the order and syncs it with its venue. Returns null if the user no longer
   * exists.
   */
  lockAccount(tx: Transaction): Promise<MoneyAccount | null>;
  quote(tx: Transaction, account: MoneyAccount): Promise<OfferFacts>;
  draft(tx: Transaction, account: MoneyAccount, approved: RiskApproved<PricedOrder>): TradeDraft;
}

/**
 * A place that accepts orders. The paper account and the accounts at brokers are venues. The code that places orders
 * uses only this interface.
 */
export interface Venue {
  /**
   * Returns the currency of the account. The amount of an order is read in this currency. The method is synchronous, so
   * the account cannot change before an `ask` that follows immediately.
   */
  currencyOf(userId: string, account: BrokerVenue | null): Result<Currency, PlacementRefusal>;
  /** Asks for the venue's offer for this order. The method may send a request, so the caller must not hold a lock. */
  ask(order: OrderRequest): Promise<Result<VenueOffer, PlacementRefusal>>;
  /**
   * Returns the offer for this order from what the venue knows already. Sends no request, so callers may hold a lock.
   */
  knownOffer(order: OrderRequest): Result<VenueOffer, PlacementRefusal>;
  /**
   * Checks that this process may write the user's orders at the venue. Must be the first SQL statement of an order's
   * transaction.
   * @throws LeaseLostError if another process may write them
   */
  fence(tx: Transaction, userId: string): Promise<void>;
  /**
   * Sends a committed order, if the venue requires that. Resolves when the execution status of the order is known or
   * marked as unknown; never rejects.
   * @param userId user of the order
   * @param actor user who places the order; null for an automation
   */
  submit(option: Option, userId: string, actor: Actor | null): Promise<void>;
  /**
   * Sends a committed order of a user, and waits a limited time for its execution status. Returns the current order, or
   * the reason why the venue did not accept it.
   */
  submitAndWait(option: Option, actor: Actor): Promise<Result<Option, PlacementRefusal>>;
}

/** An account for automatic orders, and the stakes that its assets accept. */
export type AutomaticVenue = {
  readonly account: MoneyAccount;
  asset(
    symbol: string,
  ): { readonly minTradeAmountMinor: MinorUnits; readonly maxTradeAmountMinor: MinorUnits } | undefined;
};

/** The venues of an installation. */
export type Venues = { readonly paper: Venue; readonly broker: Venue };

/** Returns the venue for orders to this account. */
export const venueOf = (venues: Venues, account: BrokerVenue | null): Venue =>
  account === null ? venues.paper : venues.broker;

/** Returns the venue at which a trade was placed. */
export const venueOfTrade = (venues: Venues, { broker }: Pick<Option, 'broker'>): Venue =>
  broker === 'mock' ? venues.paper : venues.broker;
