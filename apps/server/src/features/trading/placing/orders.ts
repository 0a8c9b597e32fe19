import type { BrokerTime } from '@vigia/broker-kit/port';
import type { AccountView, Asset, CreateOption, MockReset, Option, PaperExecutionView } from '@vigia/contract';
import type { Result } from '@vigia/core/kernel';
import type { TradeLength } from '@vigia/core/trades';
import type { BrokerId } from '@vigia/core/vocabulary';
import type { Transaction } from '#platform/persistence/database.ts';
import type { Actor, BrokerVenue } from '../../accounts/index.ts';
import type { PlacementRefusal } from '../placement-refusal.ts';
import type { AutomaticVenue } from '../venue-port.ts';
import type { AutomaticOrder, PlacedAutomatic } from './place-automatic.ts';

/** Places orders on the accounts of their users. */
export interface OrderService {
  /**
   * Opens a trade or returns the refusal. Equal requests with the same key return the same trade.
   * @param named account at a broker that the request names; null for the account of the user's mode
   */
  place(
    actor: Actor,
    request: CreateOption,
    idempotencyKey: string | null,
    named?: BrokerVenue | null,
  ): Promise<Result<Option, PlacementRefusal>>;
  /**
   * Opens a trade on a signal, in the caller's transaction. The caller has locked the account. The same risk guard as
   * for manual orders checks the order. A signal never gets two trades. The method publishes nothing; the caller calls
   * `publishPlaced` after the commit.
   */
  placeAutomatic(tx: Transaction, order: AutomaticOrder): Promise<Result<PlacedAutomatic, PlacementRefusal>>;
  /**
   * Locks an account at a broker for automatic orders, in the caller's transaction. Returns null if the account is not
   * connected.
   */
  automaticVenue(tx: Transaction, userId: string, target: BrokerVenue): Promise<AutomaticVenue | null>;
  /**
   * Returns the clock offset and round trip of a user's session at a broker; null without a session in this process.
   */
  venueTime(userId: string, broker: BrokerId): BrokerTime | null;
  /** Publishes a trade of `placeAutomatic` after its commit, and sends it to its broker if it has one. */
  publishPlaced(placed: PlacedAutomatic): void;
  /**
   * Returns true if the user has chosen an account at a broker. Only the process with the broker sessions can place
   * orders on such an account.
   */
  tradesAtBroker(userId: string): Promise<boolean>;
  /**
   * Returns true if an order goes to a broker when its request names no broker. If the chosen account has no mode, such
   * an order goes to the paper account, which any process serves.
   */
  modeTradesAtBroker(userId: string): Promise<boolean>;
  /** Returns true while this process sends the user's orders to brokers. */
  ownsVenues(userId: string): boolean;
  /** Returns the assets of the account that the user chose at a broker; null on the paper account. */
  venueAssets(userId: string): Promise<readonly Asset[] | null>;
  /**
   * Returns the payout of an asset and duration on the account that the user chose at a broker, in basis points; null
   * on the paper account.
   */
  venuePayout(
    userId: string,
    contract: { readonly symbol: string; readonly length: TradeLength },
  ): Promise<Result<number, PlacementRefusal> | null>;
  /** Returns how the paper account fills the user's orders on the prices that they see. */
  paperExecution(userId: string): Promise<PaperExecutionView>;
  /** Sets the free balance of the paper account. Open trades keep their stakes. */
  resetMock(userId: string, wanted: MockReset): Promise<Result<AccountView, PlacementRefusal>>;
}
