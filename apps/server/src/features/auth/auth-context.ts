import type { Clock, IdSource } from '@vigia/core/kernel';
import type { Accounts } from '#features/accounts/index.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Sealer } from '#platform/crypto/sealer.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { Database } from '#platform/persistence/database.ts';
import type { PasswordHasher } from './passwords/password-hasher.ts';
import type { AuthLimits } from './throttle/auth-limits.ts';
import type { AccessTokens } from './tokens/access-token.ts';

/** How long sessions live and how late an older refresh token may still come. */
export type SessionLimits = {
  readonly reuseIntervalMs: number;
  readonly idleMs: number;
  readonly absoluteMs: number;
};

export type AuthDeps = {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Logger;
  readonly accounts: Accounts;
  readonly sealer: Sealer;
  /** Cryptographically strong, e.g. node:crypto's. */
  readonly randomBytes: (length: number) => Buffer;
  /** Origin of the site, without a trailing slash; asked each time, since the port may be known late only. */
  readonly siteUrl: () => string;
  readonly sessionLimits: SessionLimits;
};

/** What the use cases work with. */
export type AuthContext = AuthDeps & {
  readonly tokens: AccessTokens;
  readonly hasher: PasswordHasher;
  readonly limits: AuthLimits;
};

/** Where a request comes from. */
export type Origin = { readonly ip: string; readonly userAgent: string | null };
