import { useQueryClient } from '@tanstack/react-query';
import type { RiskLimitsChange, RiskLimitsView } from '@vigia/contract';
import type { LimitBook } from '@vigia/core/risk';
import { useAuth } from '#shared/auth/auth-context.ts';
import { safetyQuery } from '#shared/lib/account-safety.ts';
import { limitBookText } from '#shared/lib/limit-books.ts';
import { LIMITS_KEY, saveLimits } from '#shared/lib/risk-limits.ts';
import { riskUseQuery } from '#shared/lib/risk-use.ts';
import { apiOf } from '#shared/lib/services.ts';
import { useAccountChanged } from '../use-account-changed.ts';

/**
 * Returns a function that saves risk limits of one limit book and refetches them. The function returns the current
 * values and the changes that do not apply yet.
 */
export function useSaveLimits(book: LimitBook): (change: RiskLimitsChange) => Promise<RiskLimitsView> {
  const queries = useQueryClient();
  const { reloadProfile } = useAuth();
  const changed = useAccountChanged();
  return async (change) => {
    const view = await saveLimits(apiOf(queries), { ...change, book });
    queries.setQueriesData<RiskLimitsView>({ queryKey: LIMITS_KEY }, (shown) =>
      shown && limitBookText(shown.book) === limitBookText(book) ? view : shown,
    );
    // Some limits are the same in all limit books. The other limit books are therefore refetched when they are next
    // shown.
    void queries.invalidateQueries({ queryKey: LIMITS_KEY, refetchType: 'none' });
    void changed(riskUseQuery.queryKey, safetyQuery().queryKey);
    if (change.max_concurrent_trades !== undefined) void reloadProfile();
    return view;
  };
}
