import type { Broker, BrokerSession } from '@vigia/broker-kit/port';
import type { BrokerId } from '@vigia/core/vocabulary';
import type { OwnedShards } from '#platform/cluster/owned-shards.ts';
import { type Shard, shardOf } from '#platform/cluster/shards.ts';

/** Kind of the leases of broker sessions: the holder of a shard has the sessions of its users, and sends their orders. */
export const BROKER_SESSIONS = 'broker-sessions';

/** Returns the lease whose holder has the broker sessions of a user. */
export const sessionsLeaseOf = (userId: string): string => sessionsLease(shardOf(userId));

export const sessionsLease = (shard: Shard): string => `${BROKER_SESSIONS}.${shard}`;

/** The shards of users whose broker sessions this process has. */
export type SessionShards = Pick<
  OwnedShards,
  'all' | 'fresh' | 'has' | 'isFresh' | 'ownerOf' | 'fence' | 'transaction'
>;

/** A user's open session at a broker. It may be reconnecting now: see `session.state()`. */
export type ActiveConnection = { readonly broker: Broker; readonly session: BrokerSession };

/** A session whose socket is up, with its user. */
export type OpenSession = { readonly userId: string; readonly session: BrokerSession };

/**
 * Users' connections to their brokers. One session per user and broker; sessions share nothing. The sessions of a user
 * run in the process that holds the user's shard.
 */
export interface Brokers {
  /** Returns all brokers, in the order to list them. */
  catalog(): readonly Broker[];
  /** Returns the user's session at a broker; null if it has not signed in, has ended, or is in another process. */
  connectionOf(userId: string, brokerId: BrokerId): ActiveConnection | null;
  /** Returns all sessions of this process at a broker whose socket is up. */
  sessionsAt(brokerId: BrokerId): readonly OpenSession[];
  /**
   * Returns the brokers that the user is connected to, in whichever process; none if the holder of the user's shard
   * does not answer.
   */
  connectedBrokers(userId: string): Promise<readonly BrokerId[]>;
  /** Starts opening the stored sessions of these shards in this process, spread over time. Returns at once. */
  start(shards: readonly Shard[]): Promise<void>;
  /** Ends every session of these shards and keeps the stored connections. `start` may be called again. */
  stop(shards: readonly Shard[]): Promise<void>;
}
