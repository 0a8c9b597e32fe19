import type { Broker, BrokerAccount, BrokerAccountKind, BrokerSession } from '@vigia/broker-kit/port';
import type { BrokerId } from '@vigia/core/vocabulary';
import type { Held } from '#platform/ownership/ownership.ts';
import type { Sql } from '#platform/persistence/database.ts';

/**
 * The piece of work that leads out of here: the prices' source and people's sessions at brokers, all in the one process that
 * owns it.
 */
export const OUTSIDE = 'outside';

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

/**
 * People's connections to their brokers. One session a person and broker, which shares nothing with any other; all of them
 * are in the one process that owns the way outside.
 */
export interface Brokers {
  /** Every broker there is, in the order to list them. */
  catalog(): readonly Broker[];
  /** null unless the person's session was signed in and has not ended since. */
  connectionOf(userId: string, brokerId: BrokerId): ActiveConnection | null;
  /** Every session at a broker that is up at this moment. */
  sessionsAt(brokerId: BrokerId): readonly OpenSession[];
  /** The one broker orders go to if none is named; null if none is connected. */
  activeBroker(sql: Sql, userId: string): Promise<BrokerId | null>;
  /** The account the person chose for a connection, as it is kept: also what was changed by another process. */
  chosenKind(sql: Sql, userId: string, brokerId: BrokerId): Promise<BrokerAccountKind>;
  /** Brokers the person is connected to at this moment, whichever process is asked; none while nobody there answers. */
  connectedBrokers(userId: string): Promise<readonly BrokerId[]>;
  /** The sessions are this process's to keep: opens what was open before, spread over a while; resolves at once. */
  start(held: Held): Promise<void>;
  /** Ends every session, to be started again some time; what is stored stays. */
  stop(): Promise<void>;
}
