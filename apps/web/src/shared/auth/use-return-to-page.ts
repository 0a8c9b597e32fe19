import { useRouter, useRouterState } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { PATHS } from '#shared/lib/paths.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * Path of the page that the user requested before the sign-in. It is in the router state, so that the URL does not
     * show it.
     */
    wanted?: string;
  }
}

/**
 * Returns a function that navigates to the page that the user requested before the sign-in, or to /dashboard if there
 * is none.
 */
export function useReturnToPage(): () => void {
  const { history } = useRouter();
  const state = useRouterState({ select: (router) => router.location.state });
  // The first render keeps the path, because the router state no longer contains it after a navigation.
  const [wanted] = useState(state.wanted ?? PATHS.dashboard);
  return useCallback(() => history.replace(wanted), [history, wanted]);
}
