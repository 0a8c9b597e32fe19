import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useIsSideways } from '#shared/lib/use-media-query.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Why the dashboard fills the screen: the user asked for it, or turned the phone. Absent for the usual layout. */
    fullScreen?: 'asked' | 'turned';
  }
}

/** Returns whether the page fills the screen, without header and menus. */
export const useIsFullScreen = (): boolean => useLocation({ select: ({ state }) => state.fullScreen !== undefined });

/**
 * Returns whether chart and order form fill the screen, and how to change it. The full screen is an entry of the
 * history, so that the back button leaves it. A phone that is turned enters it, and leaves it when it is turned back.
 */
export function useFullScreen() {
  const { history } = useRouter();
  const isSideways = useIsSideways();
  useEffect(() => {
    const { state } = history.location;
    if (isSideways && state.fullScreen === undefined && !hasOpenDialog()) enter(history, 'turned');
    if (!isSideways && state.fullScreen === 'turned') history.back();
  }, [history, isSideways]);
  return { isOn: useIsFullScreen(), enter: () => enter(history, 'asked'), leave: () => history.back() };
}

const enter = (history: ReturnType<typeof useRouter>['history'], fullScreen: 'asked' | 'turned'): void =>
  history.push(history.location.href, { ...history.location.state, fullScreen });

/** Returns whether a dialog is open. A turn of the phone must not close the form that the user fills in. */
const hasOpenDialog = (): boolean => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
