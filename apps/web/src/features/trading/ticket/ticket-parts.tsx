import type { CreateOption, TradingStats } from '@vigia/contract';
import { CircleAlert, CircleHelp, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatPayout } from '#shared/lib/format.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { Switch } from '#shared/ui/switch.tsx';
import { tradingMessages } from '../messages.es.ts';
import { HOTKEY } from '../orders/hotkeys.ts';
import { setOrderState, useOrderState } from '../orders/order-store.ts';
import { usePlaceOrder } from '../orders/use-place-order.ts';
import { useTicketStore } from './ticket-store.ts';
import type { Ticket } from './use-ticket.ts';

const words = tradingMessages.ticket;

/** What is traded and what it pays. */
export function TicketHead({ ticket }: { readonly ticket: Ticket }) {
  const { symbol, asset, payout } = ticket;
  const text = payout.ratio !== null ? words.payout(formatPayout(payout.ratio)) : payoutless(payout.failed);
  return (
    <div className="flex items-center justify-between gap-2">
      <h2 className="min-w-0 truncate text-16 leading-6">
        {symbol}{' '}
        {asset && <span className="text-12 font-normal text-fg-3">{tradingMessages.assetTypes[asset.type]}</span>}
      </h2>
      <Badge tone={payout.failed ? 'warn' : 'accent'}>{text}</Badge>
    </div>
  );
}

const payoutless = (failed: boolean): string => (failed ? words.payoutUnknown : words.payoutLoading);

/** What the user's record says, in one sentence. */
export function VerdictLine({ stats }: { readonly stats: TradingStats | undefined }) {
  const text = stats && tradingMessages.verdict[stats.card.verdict ?? 'none'];
  return <p className="min-h-4 text-12 text-fg-2 max-lg:min-h-8 max-md:min-h-4">{text}</p>;
}

/** What came of the last click, unless it came out well. A refusal of other figures no longer holds. */
export function OrderNotice({ ticket }: { readonly ticket: Ticket }) {
  const order = useOrderState((state) => state.order);
  const { resend } = usePlaceOrder();
  if (order.kind === 'refused') {
    if (!isAbout(order.order, ticket)) return null;
    return (
      <Note icon={<CircleAlert size={16} className="mt-0.5 shrink-0 text-error" aria-hidden />} tone="bg-error-tint">
        <div className="flex items-start justify-between gap-2">
          {order.message}
          <button
            type="button"
            className="-m-1 shrink-0 rounded-chip p-1 text-fg-2 hover:text-fg-1"
            aria-label={words.dismiss}
            onClick={() => setOrderState({ kind: 'idle' })}
          >
            <X size={16} aria-hidden />
          </button>
        </div>
      </Note>
    );
  }
  if (order.kind !== 'unclear') return null;
  return (
    <Note icon={<CircleHelp size={16} className="mt-0.5 shrink-0 text-unknown" aria-hidden />} tone="bg-unknown-tint">
      {tradingMessages.orders.unclear}
      <Button size="sm" className="mt-2" onClick={() => resend(order.order, order.resend)}>
        {tradingMessages.orders.resend}
      </Button>
    </Note>
  );
}

const isAbout = (order: CreateOption, { symbol, durationMin, entry }: Ticket): boolean =>
  order.asset_symbol === symbol &&
  order.duration === durationMin &&
  entry.kind === 'amount' &&
  order.amount === entry.amountMinor / 100;

type NoteProps = { readonly icon: ReactNode; readonly tone: string; readonly children: ReactNode };

function Note({ icon, tone, children }: NoteProps) {
  return (
    <div role="alert" className={`flex gap-2.5 rounded-control px-3 py-2.5 text-13 text-fg-1 ${tone}`}>
      {icon}
      <div className="min-w-0 grow">{children}</div>
    </div>
  );
}

const keyClass = 'inline-block min-w-5 rounded-chip border border-line-strong bg-raised px-1 text-center font-medium';

/** Keys send orders only while this is on. */
export function HotkeySwitch() {
  const armed = useTicketStore((ticket) => ticket.armed);
  const setArmed = useTicketStore((ticket) => ticket.setArmed);
  return (
    <div className="flex items-center justify-between gap-2 text-12 text-fg-2">
      <span>
        {words.shortcuts} <kbd className={keyClass}>{HOTKEY.CALL}</kbd> <kbd className={keyClass}>{HOTKEY.PUT}</kbd>{' '}
        {armed ? words.shortcutsArmed : words.shortcutsOff}
      </span>
      <Switch label={words.armShortcuts} checked={armed} onChange={setArmed} />
    </div>
  );
}
