import type { AccountSafety } from '@vigia/contract';
import { realMoneyObstacles, retailBan } from '@vigia/core/risk';
import type { Principal } from '#platform/http/principal.ts';
import { excludedUntil } from './exclusion.repository.ts';
import { readConditions } from './refuse-mode.ts';
import { readSafetySettings } from './safety.repository.ts';
import type { SafetyDeps } from './switch-mode.ts';

/** A user's declarations, self-exclusion, and the remaining conditions for real money in this session. */
export async function readSafety(
  { db: { sql }, clock, connections }: SafetyDeps,
  principal: Principal,
): Promise<AccountSafety> {
  const nowMs = clock.now();
  const { declaration } = await readSafetySettings(sql, principal.userId);
  const untilMs = await excludedUntil(sql, principal.userId);
  const isExcluded = untilMs !== null && untilMs > nowMs;
  return {
    adult: declaration?.adult ?? null,
    country: declaration?.country ?? null,
    declared_at: declaration?.declaredAt.toISOString() ?? null,
    ban: declaration && retailBan(declaration.country),
    self_excluded_until: isExcluded && untilMs !== Infinity ? new Date(untilMs).toISOString() : null,
    self_excluded_forever: untilMs === Infinity,
    obstacles: [...realMoneyObstacles(await readConditions(connections, sql, principal, nowMs))],
  };
}
