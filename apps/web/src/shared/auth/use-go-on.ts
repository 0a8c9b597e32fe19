import { useRouter, useRouterState } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { PATHS } from '#shared/lib/paths.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Where the person wanted to go before signing in got in between; kept beside the address, not in it. */
    wanted?: string;
  }
}

/** Leads to where the person wanted to go before signing in, else to /dashboard. */
export function useGoOn(): () => void {
  const { history } = useRouter();
  const state = useRouterState({ select: (router) => router.location.state });
  // As it was when signing in began: once on the way, the address no longer says it.
  const [wanted] = useState(state.wanted ?? PATHS.dashboard);
  return useCallback(() => history.replace(wanted), [history, wanted]);
}
