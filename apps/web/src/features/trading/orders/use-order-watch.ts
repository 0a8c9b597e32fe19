import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { assertNever } from '@vigia/core/kernel';
import { useEffect } from 'react';
import { knownCurrency, refreshChoice } from '#shared/lib/chosen-account.ts';
import { formatClock, formatMoney } from '#shared/lib/format.ts';
import { useServices } from '#shared/lib/services.ts';
import type { Stream } from '#shared/lib/stream-client.ts';
import { useStreamStatus } from '#shared/lib/use-stream-status.ts';
import { toast } from '#shared/ui/toast.ts';
import { tradingMessages } from '../messages.es.ts';
import { PATH } from '../queries.ts';
import type { OrderAccount, SentOrder } from './order-outcome.ts';
import { useOrders } from './order-store.ts';
import type { LateOutcome } from './order-submitter.ts';
import { showAccepted } from './use-place-order.ts';

const words = tradingMessages.orders.late;

/** Time for which a late outcome stays visible. The user has turned to something else since the click. */
const LATE_SHOWN_MS = 30_000;

/**
 * Repeats the requests of unresolved orders and notifies the user of their outcomes. It runs on every protected screen.
 */
export function useOrderWatch(userId: string | undefined, account: OrderAccount | undefined): void {
  const queries = useQueryClient();
  const { stream } = useServices();
  const { submitter } = useOrders();
  const isLive = useStreamStatus().state === 'live';
  useEffect(
    () => submitter.onLateOutcome((sent, outcome) => announceLateOutcome(queries, stream, sent, outcome)),
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

function announceLateOutcome(
  queries: QueryClient,
  stream: Stream,
  { order, clickedMs }: SentOrder,
  outcome: LateOutcome,
): void {
  const what = [
    order.asset_symbol,
    order.option_type,
    formatMoney(order.amount, knownCurrency(queries)),
    formatClock(clickedMs),
  ] as const;
  const announce = (title: string, text: string) => toast(title, { description: text, duration: LATE_SHOWN_MS });
  switch (outcome.kind) {
    case 'accepted':
      // The response contains the trade as it was when the server accepted the order. The trade may have ended since
      // then.
      if (Date.parse(outcome.trade.expiry_time) > stream.serverNow()) showAccepted(queries, outcome.trade);
      else for (const path of [PATH.active, PATH.history]) void queries.invalidateQueries({ queryKey: [path] });
      void refreshChoice(queries);
      return announce(words.accepted, words.of(...what));
    case 'refused':
      return announce(words.refused, `${words.of(...what)}. ${outcome.failure.message}`);
    case 'forgotten':
      return announce(words.forgotten, words.of(...what));
    default:
      return assertNever(outcome);
  }
}
