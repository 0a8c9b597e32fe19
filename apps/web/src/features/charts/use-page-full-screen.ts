import { useSyncExternalStore } from 'react';

/**
 * Returns whether the browser shows the page without its own bars, and how to change it. The whole page is shown, not
 * one element of it, because menus, dialogs and messages lie outside that element and would be invisible.
 */
export function usePageFullScreen(): { readonly isFull: boolean; readonly toggle: () => void } {
  const isFull = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  const change = () => (isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  // The browser may refuse, and nothing changes then.
  return { isFull, toggle: () => void change().catch(() => undefined) };
}

function subscribe(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
}
