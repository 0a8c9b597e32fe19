import { useRouter, useRouterState } from '@tanstack/react-router';
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
  const wanted = useRouterState({ select: (state) => state.location.state.wanted });
  return () => history.replace(wanted ?? PATHS.dashboard);
}
