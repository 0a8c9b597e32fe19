import type { Broker, BrokerAccount, BrokerAccountKind, BrokerSession } from '@vigia/broker-kit/port';
import type { BrokerId } from '@vigia/core/vocabulary';
import type { Sql } from '#platform/persistence/database.ts';

/** A person's open session at a broker; it may be reconnecting right now, `session.state()` says so. */
export type ActiveConnection = {
  readonly broker: Broker;
  readonly session: BrokerSession;
  /** Paper or real money, as the person chose for this connection. */
  readonly kind: BrokerAccountKind;
  /** The login's account of that kind; null if it has none. */
  readonly account: BrokerAccount | null;
};

/** A session whose socket is up, and whose it is. */
export type OpenSession = { readonly userId: string; readonly session: BrokerSession };

/** People's connections to their brokers. One session a person and broker, which shares nothing with any other. */
export interface Brokers {
  /** Every broker there is, in the order to list them. */
  catalog(): readonly Broker[];
  /** null unless the person's session was signed in and has not ended since. */
  connectionOf(userId: string, brokerId: BrokerId): ActiveConnection | null;
  /** Whether a connection was tried, works, and is up at this moment. */
  isConnected(userId: string, brokerId: BrokerId): boolean;
  /** Every session at a broker that is up at this moment. */
  sessionsAt(brokerId: BrokerId): readonly OpenSession[];
  /** The one broker orders go to if none is named; null if none is connected. */
  activeBroker(sql: Sql, userId: string): Promise<BrokerId | null>;
  /** Opens what was open before the last stop again, spread over a while; resolves at once. */
  start(): Promise<void>;
  /** Ends every session; what is stored stays. */
  stop(): Promise<void>;
}
