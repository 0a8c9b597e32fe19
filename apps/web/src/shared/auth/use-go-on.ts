import { useRouter, useRouterState } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { PATHS } from '#shared/lib/paths.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The page that the user wanted before the sign-in, kept in the router state and not in the address. */
    wanted?: string;
  }
}

/** Returns a function that goes to the page that the user wanted before the sign-in, or else to /dashboard. */
export function useGoOn(): () => void {
  const { history } = useRouter();
  const state = useRouterState({ select: (router) => router.location.state });
  // The first render keeps the target, because the address no longer has it after the navigation.
  const [wanted] = useState(state.wanted ?? PATHS.dashboard);
  return useCallback(() => history.replace(wanted), [history, wanted]);
}
