import type { NotificationView } from '@vigia/contract';

type Ended = Extract<NotificationView, { readonly kind: 'trade_ended' }>;

export const TRADE_ID = '018f4a6e-0000-7000-8000-000000000001';

/** Returns the notification of a won trade. */
export const endedTrade = (change: Partial<Ended> = {}): Ended => ({
  kind: 'trade_ended',
  id: 1,
  created_at: '2026-03-02T14:35:00.000Z',
  is_read: false,
  trade_id: TRADE_ID,
  symbol: 'EURUSD',
  direction: 'CALL',
  status: 'won',
  profit: 8.5,
  currency: 'USD',
  is_sold: false,
  is_unclear: false,
  ...change,
});

/** Replaces the browser's observer of visible rows. The test says which rows are on the screen, and since when. */
export function watchScreen() {
  const watched = new Set<Element>();
  let report: IntersectionObserverCallback = () => {};
  const observer = {
    observe: (row: Element) => watched.add(row),
    unobserve: (row: Element) => watched.delete(row),
    disconnect: () => watched.clear(),
  };
  Object.assign(window, {
    IntersectionObserver: function Watcher(callback: IntersectionObserverCallback) {
      report = callback;
      return observer;
    },
  });
  return {
    isWatched: (row: Element | undefined) => row !== undefined && watched.has(row),
    show(row: Element | undefined, time: number) {
      if (row === undefined || !watched.has(row)) throw new Error('the row is not watched');
      const entry = { target: row, isIntersecting: true, time } as unknown as IntersectionObserverEntry;
      report([entry], observer as unknown as IntersectionObserver);
    },
  };
}
