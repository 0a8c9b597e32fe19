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
export type Destination = {
  /** The trading mode that led to the account; null if the user named the broker. */
  readonly mode: TradingMode | null;
  /** The account at a broker; null for the paper account. */
  readonly account: BrokerVenue | null;
};

/** An order of a user, their bot or an automation, with its account. */
export type OrderRequest = {
  readonly actor: Actor;
  readonly destination: Destination;
  readonly request: CreateOption;
  /** The length that the request names. */
  readonly length: TradeLength;
  readonly stakeMinor: MinorUnits;
  /** Price source that decides a paper order; null for the source whose prices the trader sees. */
  readonly source: PriceSource | null;
  readonly origin: TradeOrigin;
  /** The setup or strategy that places the order, and its signal; null for other orders. */
  readonly automation: { readonly id: string; readonly signalId: string } | null;
  /** Time after which the order is neither accepted nor sent; Infinity if there is no such time. */
  readonly latestMs: number;
};

/** The terms on which a venue accepts an order at one moment. */
export type Terms = {
  readonly symbol: string;
  /** The prices that the trade follows. */
  readonly source: PriceSource;
  /** Price and time of the entry; null if the venue reports its own when the trade is open. */
  readonly entry: PricePoint | null;
  /** Payout in basis points; null if the venue reports it when it accepts the order. */
  readonly payoutBp: number | null;
  readonly acceptedAtMs: EpochMs;
  readonly stakes: RiskFacts['asset'];
  readonly market: RiskFacts['market'];
  /** The market as the sentence of a refusal describes it. */
  readonly condition: MarketCondition;
};

/** An order with the terms on which its venue accepts it, as the risk guard approves it. */
export type PricedOrder = GuardedOrder & {
  readonly order: OrderRequest;
  readonly terms: Terms;
  /**
   * The continuous period of automation or real money (for the reality check) that this order starts or continues; null
   * if there is none.
   */
  readonly tradingPeriod: TradingPeriod | null;
};

/** The facts that an offer has read in the transaction of its order. */
export type Quote = {
  /** Returns the terms of this moment. The method never waits, so that price, payout and time belong together. */
  terms(): Result<Terms, PlacementRefusal>;
  /**
   * The venue's own reason to accept no order on this account now, after all rules of the guard; null if there is none.
   */
  readonly refusal: PlacementRefusal | null;
};

/** The row of a new trade, and the function that writes it with its events. It moves no money. */
export type Draft = { readonly row: TradeRow; write(): Promise<unknown> };

/** A contract that a venue offers for one order, with the functions that write this order. */
export interface Offer {
  /**
   * Locks the account in the transaction of the order and syncs it with its venue. Returns null if the user no longer
   * exists.
   */
  lockAccount(tx: Transaction): Promise<MoneyAccount | null>;
  quote(tx: Transaction, account: MoneyAccount): Promise<Quote>;
  draft(tx: Transaction, account: MoneyAccount, approved: RiskApproved<PricedOrder>): Draft;
}

/**
 * A place for orders. The paper account and each broker's accounts are venues. The code that places orders knows only
 * this port.
 */
export interface Venue {
  /**
   * Returns the currency of the account, in which the amount of an order is read. The method waits for nothing, so that
   * an `ask` right after it finds an unchanged account.
   */
  currencyOf(userId: string, account: BrokerVenue | null): Result<Currency, PlacementRefusal>;
  /** Asks for the venue's offer for this order. The method may send a request, so the caller must not hold a lock. */
  ask(order: OrderRequest): Promise<Result<Offer, PlacementRefusal>>;
  /** Returns the venue's known offer for this order. The method sends no request, so callers may hold a lock. */
  known(order: OrderRequest): Result<Offer, PlacementRefusal>;
  /**
   * Checks that this process may write the user's orders at the venue. It is the first SQL statement of an order's
   * transaction.
   * @throws LeaseLost if another process may write them
   */
  fence(tx: Transaction, userId: string): Promise<void>;
  /**
   * Sends a committed order, if the venue requires that. Resolves when the outcome of the order is known or marked
   * unknown; never rejects.
   * @param userId user of the order
   * @param actor user who places the order; null for an automation
   */
  submit(option: Option, userId: string, actor: Actor | null): Promise<void>;
  /** Submits a committed order for a user. Returns the current order, or the reason why the venue did not accept it. */
  answer(option: Option, actor: Actor): Promise<Result<Option, PlacementRefusal>>;
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
export const keeperOf = (venues: Venues, { broker }: Pick<Option, 'broker'>): Venue =>
  broker === 'mock' ? venues.paper : venues.broker;
