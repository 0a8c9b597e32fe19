import type { AccountSafety } from '@vigia/contract';
import type { RealMoneyObstacle } from '@vigia/core/vocabulary';

/** Returns the safety data of a user who has declared neither age nor country. */
export const safetyWith = (...obstacles: readonly RealMoneyObstacle[]): AccountSafety => ({
  adult: null,
  country: null,
  declared_at: null,
  waiting: null,
  ban: null,
  self_excluded_until: null,
  self_excluded_forever: false,
  security_wait: null,
  loss_limit_currency: 'USD',
  obstacles: [...obstacles],
});
