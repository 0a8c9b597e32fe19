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
    'choice' | 'choose' | 'choosePractice' | 'lockBrokerAccount' | 'usesBroker' | 'noteLogin'
  >;
  /** All brokers, in the order to list them. */
  readonly catalog: readonly Broker[];
  /** Origins that replace those of a broker, by broker and by the names in its README. */
  readonly origins: Readonly<Record<BrokerId, Readonly<Record<string, string>>>>;
};
