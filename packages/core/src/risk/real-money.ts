import type { EpochMs, MinorUnits } from '#kernel/index.ts';
import { REAL_MONEY_OBSTACLES, type RealMoneyObstacle } from '#vocabulary/index.ts';
import { retailBan } from './retail-bans.ts';
import type { SecurityWait } from './security-wait.ts';

/** Conditions for the use of real money (docs/spec/money-and-limits.md §9). */
export type RealMoneyConditions = {
  readonly nowMs: EpochMs;
  readonly isAnonymous: boolean;
  /** End of the self-exclusion; Infinity if it never ends, null without a self-exclusion. */
  readonly selfExcludedUntilMs: number | null;
  /**
   * End of the self-exclusion of the login at the broker, which another user may have requested. Infinity if it never
   * ends, null without one.
   */
  readonly loginExcludedUntilMs: number | null;
  /** The user's declaration; null before they make it. `country`: ISO 3166-1 alpha-2. */
  readonly declaration: { readonly adult: boolean; readonly country: string } | null;
  /** Authentication level of the session; aal2 means that the user has passed a second factor. */
  readonly aal: 'aal1' | 'aal2';
  /** The latest wait after a security change, even if it is over; null without one. */
  readonly securityWait: SecurityWait | null;
  readonly dailyLossLimitMinor: MinorUnits | null;
  /** Whether there is a working connection to the broker. */
  readonly hasConnection: boolean;
};

/** Whether each condition for real money is unmet under the given conditions. */
const STANDS: Readonly<Record<RealMoneyObstacle, (conditions: RealMoneyConditions) => boolean>> = {
  anonymous_not_allowed: ({ isAnonymous }) => isAnonymous,
  self_excluded: ({ selfExcludedUntilMs, nowMs }) => selfExcludedUntilMs !== null && selfExcludedUntilMs > nowMs,
  login_excluded: ({ loginExcludedUntilMs, nowMs }) => loginExcludedUntilMs !== null && loginExcludedUntilMs > nowMs,
  declaration_missing: ({ declaration }) => declaration === null,
  underage: ({ declaration }) => declaration?.adult === false,
  country_banned: ({ declaration }) => declaration !== null && retailBan(declaration.country) !== null,
  insufficient_aal: ({ aal }) => aal !== 'aal2',
  security_wait: ({ securityWait, nowMs }) => securityWait !== null && securityWait.untilMs > nowMs,
  daily_loss_limit_missing: ({ dailyLossLimitMinor }) => dailyLossLimitMinor === null,
  mode_unavailable: ({ hasConnection }) => !hasConnection,
};

/** Returns the unmet conditions for real money, in the order of their checks; empty if there are none. */
export const realMoneyObstacles = (conditions: RealMoneyConditions): readonly RealMoneyObstacle[] =>
  REAL_MONEY_OBSTACLES.filter((obstacle) => STANDS[obstacle](conditions));
