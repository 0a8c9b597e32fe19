import { useRouter, useRouterState } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { PATHS } from '#shared/lib/paths.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * Path of the page that the user requested before the sign-in. The router state stores it, so the URL does not show
     * it.
     */
    wanted?: string;
  }
}

/** Returns a function that navigates to the page that the user requested before the sign-in, or else to /dashboard. */
export function useGoOn(): () => void {
  const { history } = useRouter();
  const state = useRouterState({ select: (router) => router.location.state });
  // The first render stores the path, because the router state no longer contains it after the navigation.
  const [wanted] = useState(state.wanted ?? PATHS.dashboard);
  return useCallback(() => history.replace(wanted), [history, wanted]);
}
