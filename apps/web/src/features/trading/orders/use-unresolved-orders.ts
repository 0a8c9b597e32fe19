import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { loadPatiently } from '#shared/lib/lazy-component.tsx';
import { useServices } from '#shared/lib/services.ts';
import { useStreamStatus } from '#shared/lib/use-stream-status.ts';
import type { OrderAccount } from './order-outcome.ts';
import { useOrders } from './order-store.ts';

/** Loads the code that describes late outcomes. Most visits do not need it. */
const loadAnnouncer = () => loadPatiently(() => import('./late-outcome.ts'));

/**
 * Repeats the requests of unresolved orders and notifies the user of their outcomes. It runs on every protected screen.
 */
export function useUnresolvedOrders(userId: string | undefined, account: OrderAccount | undefined): void {
  const queries = useQueryClient();
  const { stream } = useServices();
  const { submitter } = useOrders();
  const isLive = useStreamStatus().state === 'live';
  useEffect(
    () =>
      submitter.onLateOutcome((sent, outcome) => {
        void loadAnnouncer().then(({ announceLateOutcome }) => announceLateOutcome(queries, stream, sent, outcome));
      }),
    [queries, stream, submitter],
  );
  const { broker, kind, id } = account ?? {};
  useEffect(
    () => submitter.setAccount(broker === undefined || kind === undefined ? null : { broker, kind, id }),
    [submitter, broker, kind, id],
  );
  useEffect(() => (userId === undefined ? undefined : submitter.watchUser(userId)), [submitter, userId]);
  useEffect(() => {
    if (isLive) submitter.reconcileNow();
  }, [submitter, isLive]);
  useEffect(() => {
    const ask = () => submitter.reconcileNow();
    window.addEventListener('online', ask);
    return () => window.removeEventListener('online', ask);
  }, [submitter]);
}
