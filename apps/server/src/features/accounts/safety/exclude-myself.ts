import type { SelfExclusion } from '@vigia/contract';
import { err, ok, type Result } from '@vigia/core/kernel';
import type { SelfExclusionPeriod } from '@vigia/core/vocabulary';
import type { KeyedHash } from '#platform/crypto/keyed-hash.ts';
import { type Caller, eventOf } from '../caller.ts';
import { riskSettings } from '../limits/stored-limits.ts';
import { exclude, excludedUntil } from './exclusion.repository.ts';
import { type AccountRefusal, untilText } from './refusal.ts';
import type { SafetyDeps } from './switch-mode.ts';

const HOUR_MS = 60 * 60_000;
const PERIOD_MS: Readonly<Record<SelfExclusionPeriod, number>> = {
  '24h': 24 * HOUR_MS,
  '7d': 7 * 24 * HOUR_MS,
  '30d': 30 * 24 * HOUR_MS,
  forever: Infinity,
};

/** Shuts the caller out of real money for a time or for good, at once; one that is running can only be made longer. */
export function excludeMyself(
  { db, clock, securityLog, keyedHash, connections }: SafetyDeps & { readonly keyedHash: KeyedHash },
  caller: Caller,
  { period }: SelfExclusion,
): Promise<Result<null, AccountRefusal>> {
  return db.transaction(async (tx) => {
    const { userId, isAnonymous } = caller.principal;
    if (isAnonymous) return err({ code: 'anonymous_not_allowed', values: {} });
    const nowMs = clock.now();
    const untilMs = nowMs + PERIOD_MS[period];
    const runningMs = await excludedUntil(tx, userId, true);
    if (runningMs !== null && untilMs < runningMs) {
      const { timeZone } = await riskSettings(tx, userId, nowMs);
      return err({ code: 'self_exclusion_shorter', values: { until: untilText(runningMs, timeZone) } });
    }
    await exclude(tx, { keyedHash, connections }, { userId, untilMs, nowMs });
    const until = untilMs === Infinity ? null : new Date(untilMs).toISOString();
    await securityLog.append(tx, [eventOf(caller, 'self_excluded', { period, until })]);
    return ok(null);
  });
}
