import type { Broker } from '@vigia/broker-kit/port';
import type { Clock, IdSource, Rng } from '@vigia/core/kernel';
import type { BrokerId } from '@vigia/core/vocabulary';
import type { BackgroundWork } from '#platform/background-work.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Calls } from '#platform/calls/calls.ts';
import type { KeyRing } from '#platform/crypto/key-ring.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { Ownership } from '#platform/ownership/ownership.ts';
import type { Tenure } from '#platform/ownership/tenure.ts';
import type { Database } from '#platform/persistence/database.ts';
import type { SecurityLog } from '#platform/security-log/security-log.ts';
import type { Accounts } from '../accounts/index.ts';

export type BrokersDeps = {
  readonly db: Database;
  readonly bus: Bus;
  readonly calls: Calls;
  readonly ownership: Ownership;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly rng: Rng;
  readonly log: Logger;
  readonly background: BackgroundWork;
  readonly keyRing: KeyRing;
  readonly securityLog: SecurityLog;
  readonly accounts: Pick<Accounts, 'refuseVenue'>;
  /** Every broker there is, in the order to list them. */
  readonly catalog: readonly Broker[];
  /** Origins in place of a broker's own, by broker and by the names its README lists. */
  readonly origins: Readonly<Record<BrokerId, Readonly<Record<string, string>>>>;
};

/** The parts of the feature: what they write of sessions they write as the owner of them. */
export type SessionsDeps = BrokersDeps & { readonly tenure: Tenure };
