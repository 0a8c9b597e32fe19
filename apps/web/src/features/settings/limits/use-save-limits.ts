import { useQueryClient } from '@tanstack/react-query';
import type { RiskLimitsChange, RiskLimitsView } from '@vigia/contract';
import { useAuth } from '#shared/auth/auth-context.ts';
import { safetyQuery } from '#shared/lib/account-safety.ts';
import { limitsQuery, riskUseQuery, saveLimits } from '#shared/lib/risk-limits.ts';
import { useAccountChanged } from '../use-account-changed.ts';

/** Saves a change of the limits and has read anew whatever shows them; answers what counts and what waits. */
export function useSaveLimits(): (change: RiskLimitsChange) => Promise<RiskLimitsView> {
  const queries = useQueryClient();
  const { reloadProfile } = useAuth();
  const changed = useAccountChanged();
  return async (change) => {
    const view = await saveLimits(change);
    queries.setQueryData(limitsQuery.queryKey, view);
    void changed(riskUseQuery.queryKey, safetyQuery.queryKey);
    if (change.max_concurrent_trades !== undefined) void reloadProfile();
    return view;
  };
}
