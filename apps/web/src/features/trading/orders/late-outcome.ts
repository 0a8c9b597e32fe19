import type { QueryClient } from '@tanstack/react-query';
import { assertNever } from '@vigia/core/kernel';
import { knownCurrency, refreshChoice } from '#shared/lib/chosen-account.ts';
import { formatClock, formatMoney } from '#shared/lib/format.ts';
import type { Stream } from '#shared/lib/stream-client.ts';
import { toast } from '#shared/ui/toast.ts';
import { TRADING_PATH } from '../queries.ts';
import { lateOutcomeMessages as words } from './late-outcome.es.ts';
import type { SentOrder } from './order-outcome.ts';
import type { LateOutcome } from './order-submitter.ts';
import { showAcceptedTrade } from './use-place-order.ts';

/** Time for which a late outcome stays visible. The user has turned to something else since the click. */
const LATE_SHOWN_MS = 30_000;

/** Reports the outcome of an order whose response was lost. */
export function announceLateOutcome(
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
      if (Date.parse(outcome.trade.expiry_time) > stream.serverNow()) showAcceptedTrade(queries, outcome.trade);
      else
        for (const path of [TRADING_PATH.active, TRADING_PATH.history])
          void queries.invalidateQueries({ queryKey: [path] });
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
