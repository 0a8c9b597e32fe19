import { useQueryClient } from '@tanstack/react-query';
import type { RiskLimitsChange, RiskLimitsView } from '@vigia/contract';
import { useAuth } from '#shared/auth/auth-context.ts';
import { safetyQuery } from '#shared/lib/account-safety.ts';
import { limitsQuery, riskUseQuery, saveLimits } from '#shared/lib/risk-limits.ts';
import { apiOf } from '#shared/lib/services.ts';
import { useAccountChanged } from '../use-account-changed.ts';

/** Saves limits, refetches everything that shows them, and returns values in force and pending values. */
export function useSaveLimits(): (change: RiskLimitsChange) => Promise<RiskLimitsView> {
  const queries = useQueryClient();
  const { reloadProfile } = useAuth();
  const changed = useAccountChanged();
  return async (change) => {
    const view = await saveLimits(apiOf(queries), change);
    queries.setQueryData(limitsQuery.queryKey, view);
    void changed(riskUseQuery.queryKey, safetyQuery.queryKey);
    if (change.max_concurrent_trades !== undefined) void reloadProfile();
    return view;
  };
}
