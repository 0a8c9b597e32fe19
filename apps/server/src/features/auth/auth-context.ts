import type { Clock, IdSource } from '@vigia/core/kernel';
import type { BrokerId } from '@vigia/core/vocabulary';
import type { Accounts } from '#features/accounts/index.ts';
import type { BackgroundWork } from '#platform/background-work.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { KeyedHash } from '#platform/crypto/keyed-hash.ts';
import type { Sealer } from '#platform/crypto/sealer.ts';
import type { SiteAddresses } from '#platform/http/site.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { Outbox } from '#platform/mail/outbox.ts';
import type { Database } from '#platform/persistence/database.ts';
import type { SecurityLog } from '#platform/security-log/security-log.ts';
import type { PasswordHasher } from './passwords/password-hasher.ts';
import type { AuthLimits } from './throttle/auth-limits.ts';
import type { AccessTokens } from './tokens/access-token.ts';

/** Lifetimes of sessions, and for how long after a rotation an older refresh token is still accepted. */
export type SessionLimits = { readonly reuseIntervalMs: number; readonly idleMs: number; readonly absoluteMs: number };

export type AuthDeps = {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Logger;
  readonly accounts: Accounts;
  readonly sealer: Sealer;
  readonly keyedHash: KeyedHash;
  readonly outbox: Outbox;
  readonly securityLog: SecurityLog;
  readonly background: BackgroundWork;
  /** Returns cryptographically strong random bytes, for example from node:crypto. */
  readonly randomBytes: (length: number) => Buffer;
  /**
   * Base URL of mailed links, issuer of access tokens, and allowed redirect origins. Read at each use, because the port
   * may not be known when the service is created.
   */
  readonly site: SiteAddresses;
  /**
   * True if a hosted Supabase project keeps the users. Only the project can then end their sessions and change their
   * passwords.
   */
  readonly isHosted: boolean;
  /** Returns the name of a broker as mails show it. */
  readonly brokerName: (id: BrokerId) => string;
  /** Minimum time between two mails to one address; 0 means no limit (tests). */
  readonly emailIntervalMs: number;
  readonly sessionLimits: SessionLimits;
};

/** The dependencies of the auth use cases. */
export type AuthContext = AuthDeps & {
  readonly tokens: AccessTokens;
  readonly hasher: PasswordHasher;
  readonly limits: AuthLimits;
};

/** The client that sent a request: IP address and user agent. */
export type Origin = { readonly ip: string; readonly userAgent: string | null };
