import { CircleHelp } from 'lucide-react';
import { useCurrency } from '#shared/lib/chosen-account.ts';
import { formatClock, formatMoney } from '#shared/lib/format.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { DirectionTag } from '#shared/ui/direction.tsx';
import { Cell } from '#shared/ui/table.tsx';
import { tradingMessages } from '../messages.es.ts';
import { useOrders } from '../orders/order-store.ts';
import type { UnknownOrder } from '../orders/order-submitter.ts';

const words = tradingMessages.orders;

type UnknownOrderProps = { readonly sent: UnknownOrder };

/** Shows an order whose execution status is unknown, with the values that the app knows. */
export function UnknownOrderRow({ sent }: UnknownOrderProps) {
  const { order, clickedMs } = sent;
  const currency = useCurrency();
  return (
    <tr className="bg-unknown-tint">
      <Cell>
        <b>{order.asset_symbol}</b>
      </Cell>
      <Cell>
        <DirectionTag direction={order.option_type} />
      </Cell>
      <Cell align="right">{formatMoney(order.amount, currency)}</Cell>
      <Cell span={5}>
        <span className="flex items-center gap-3">
          <UnknownBadge />
          <span className="min-w-0 grow text-12 whitespace-normal text-fg-2">
            {words.unknownText(formatClock(clickedMs))}
          </span>
          <AskNow asking={sent.asking} />
        </span>
      </Cell>
    </tr>
  );
}

export function UnknownOrderCard({ sent }: UnknownOrderProps) {
  const { order, clickedMs } = sent;
  const currency = useCurrency();
  return (
    <li className="grid gap-2 border-b border-line bg-unknown-tint p-3 last:border-0">
      <div className="flex items-center justify-between gap-2">
        <span className="flex min-w-0 items-center gap-2">
          <b>{order.asset_symbol}</b>
          <DirectionTag direction={order.option_type} />
          <span className="text-fg-2">{formatMoney(order.amount, currency)}</span>
        </span>
        <UnknownBadge />
      </div>
      <p className="text-12 text-fg-2">{words.unknownText(formatClock(clickedMs))}</p>
      <AskNow asking={sent.asking} />
    </li>
  );
}

const UnknownBadge = () => (
  <Badge tone="unknown" className="border-unknown">
    <CircleHelp size={13} aria-hidden />
    {words.unknown}
  </Badge>
);

/** Renders the button that requests the outcome of the order now. The automatic requests continue. */
function AskNow({ asking }: { readonly asking: boolean }) {
  const { submitter } = useOrders();
  return (
    <Button
      size="sm"
      className="shrink-0 justify-self-start"
      aria-disabled={asking}
      onClick={() => submitter.reconcileNow()}
    >
      {asking ? words.asking : words.askNow}
    </Button>
  );
}
