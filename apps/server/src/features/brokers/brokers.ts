import type { Broker, BrokerSession } from '@vigia/broker-kit/port';
import type { BrokerId } from '@vigia/core/vocabulary';
import type { LeaseHandle } from '#platform/cluster/cluster.ts';

/**
 * The broker gateway lease: its holder runs the price source and all broker sessions.
 */
export const BROKER_GATEWAY = 'outside';

/** A user's open session at a broker. It may be reconnecting now: see `session.state()`. */
export type ActiveConnection = { readonly broker: Broker; readonly session: BrokerSession };

/** A session whose socket is up, with its user. */
export type OpenSession = { readonly userId: string; readonly session: BrokerSession };

/**
 * Users' connections to their brokers. One session per user and broker; sessions share nothing. All of them run in the
 * process that holds the broker gateway lease.
 */
export interface Brokers {
  /** Returns all brokers, in the order to list them. */
  catalog(): readonly Broker[];
  /** Returns the user's session at a broker; null if it has not signed in, or has ended. */
  connectionOf(userId: string, brokerId: BrokerId): ActiveConnection | null;
  /** Returns all sessions at a broker whose socket is up. */
  sessionsAt(brokerId: BrokerId): readonly OpenSession[];
  /**
   * Returns the brokers that the user is connected to, in whichever process; none if the broker gateway does not
   * answer.
   */
  connectedBrokers(userId: string): Promise<readonly BrokerId[]>;
  /** Starts opening the stored sessions in this process, spread over time. Returns at once. */
  start(held: LeaseHandle): Promise<void>;
  /** Ends every session and keeps the stored connections. `start` may be called again. */
  stop(): Promise<void>;
}
