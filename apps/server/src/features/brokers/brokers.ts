import type { Broker, BrokerAccount, BrokerAccountKind, BrokerSession, Oddity } from '@vigia/broker-kit/port';
import type { BrokerId } from '@vigia/core/vocabulary';
import type { OwnedShards } from '#platform/cluster/owned-shards.ts';
import { type Shard, shardOf } from '#platform/cluster/shards.ts';

/**
 * Kind of the leases of broker sessions. The holder of a shard runs the sessions of its users and sends their orders.
 */
export const BROKER_SESSIONS = 'broker-sessions';

/** Returns the name of the lease whose holder runs the broker sessions of a user. */
export const sessionsLeaseOf = (userId: string): string => sessionsLease(shardOf(userId));

export const sessionsLease = (shard: Shard): string => `${BROKER_SESSIONS}.${shard}`;

/** The shards of users whose broker sessions this process runs. */
export type SessionShards = Pick<
  OwnedShards,
  'all' | 'fresh' | 'has' | 'isFresh' | 'ownerOf' | 'fence' | 'transaction'
>;

/** A user's open session at a broker. It may be reconnecting now; see `session.state()`. */
export type ActiveConnection = {
  readonly broker: Broker;
  readonly session: BrokerSession;
  /**
   * Returns the account in use of this kind. Orders of this kind go to it. Undefined if the login no longer lists it.
   */
  accountOf(kind: BrokerAccountKind): BrokerAccount | undefined;
  /**
   * Whether no new order may be sent, because the broker sent messages about orders that the adapter does not
   * understand.
   */
  readonly isClosedForOrders: boolean;
  /** Returns the messages that the session could not interpret so far. */
  oddities(): readonly Oddity[];
};

/** A session with an open socket, and its user. */
export type OpenSession = { readonly userId: string; readonly session: BrokerSession };

/**
 * Users' connections to their brokers. There is one session per user and broker, and sessions share nothing. The
 * sessions of a user run in the process that holds the user's shard.
 */
export interface Brokers {
  /** Returns all brokers, in the order to list them. */
  catalog(): readonly Broker[];
  /** Returns the user's session at a broker; null if it has not signed in, has ended, or runs in another process. */
  connectionOf(userId: string, brokerId: BrokerId): ActiveConnection | null;
  /** Returns all sessions of this process at a broker that have an open socket. */
  sessionsAt(brokerId: BrokerId): readonly OpenSession[];
  /**
   * Returns the brokers to which the user is connected, in any process. The list is empty if the holder of the user's
   * shard does not answer.
   */
  connectedBrokers(userId: string): Promise<readonly BrokerId[]>;
  /**
   * Returns for metrics how many messages the sessions of this process could not interpret, and how many accounts are
   * closed for orders because of it.
   */
  oddityFigures(): { readonly messages: number; readonly closedAccounts: number };
  /** Starts to open the stored sessions of these shards in this process, spread over time. Does not wait for them. */
  start(shards: readonly Shard[]): Promise<void>;
  /** Ends every session of these shards and keeps the stored connections. `start` may be called again. */
  stop(shards: readonly Shard[]): Promise<void>;
}
