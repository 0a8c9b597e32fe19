import type { Broker } from '@vigia/broker-kit/port';
import type { Clock, IdSource, Rng } from '@vigia/core/kernel';
import type { BrokerId } from '@vigia/core/vocabulary';
import type { BackgroundWork } from '#platform/background-work.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Calls } from '#platform/calls/calls.ts';
import type { KeyRing } from '#platform/crypto/key-ring.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { Database } from '#platform/persistence/database.ts';
import type { SecurityLog } from '#platform/security-log/security-log.ts';
import type { Accounts, SecurityNotices } from '../accounts/index.ts';
import type { SessionShards } from './brokers.ts';

export type BrokersDeps = {
  readonly db: Database;
  readonly bus: Bus;
  readonly calls: Calls;
  readonly sessionShards: SessionShards;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly rng: Rng;
  readonly log: Logger;
  readonly background: BackgroundWork;
  readonly keyRing: KeyRing;
  readonly securityLog: SecurityLog;
  readonly notices: SecurityNotices;
  readonly accounts: Pick<
    Accounts,
    | 'choice'
    | 'choose'
    | 'choosePractice'
    | 'lockBrokerAccount'
    | 'useBrokerAccount'
    | 'accountsInUse'
    | 'usesBroker'
    | 'leaveRealAutomation'
    | 'recordLogin'
  >;
  /** All brokers, in the order to list them. */
  readonly catalog: readonly Broker[];
  /** The registrations of this installation at brokers, for sign-ins on their own pages. */
  readonly consentClients: {
    /** Client ids by broker. A broker without a client id offers no such sign-in here. */
    readonly clientIds: Readonly<Partial<Record<BrokerId, string>>>;
    /** Returns the public URL of this installation, without a slash at the end. */
    readonly siteUrl: () => string;
    /**
     * Returns cryptographically strong random bytes.
     * @param length in bytes
     */
    readonly randomBytes: (length: number) => Buffer;
  };
  /** Origins that replace those of a broker, by broker and by their names in the broker's README. */
  readonly origins: Readonly<Record<BrokerId, Readonly<Record<string, string>>>>;
};
