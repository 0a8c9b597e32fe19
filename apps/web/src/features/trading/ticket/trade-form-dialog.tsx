import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { accountKey } from '#shared/lib/account-name.ts';
import { useChosenAccount } from '#shared/lib/chosen-account.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { useIsMobile } from '#shared/lib/use-media-query.ts';
import { AssetSelect } from '#shared/ui/asset-select.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { Field } from '#shared/ui/field.tsx';
import { tradingMessages } from '../messages.es.ts';
import { useHotkeyDisarming, useHotkeys } from '../orders/hotkeys.ts';
import { statsQuery } from '../queries.ts';
import { tradesMessages } from '../trades/messages.es.ts';
import { HotkeySwitch } from './hotkey-switch.tsx';
import { TicketForm } from './ticket-form.tsx';
import { useTicketStore } from './ticket-store.ts';
import { useTicket } from './use-ticket.ts';

/**
 * Renders the order form as a dialog, for screens that do not contain one. The dialog closes after its order is
 * accepted.
 */
export function TradeFormDialog() {
  const open = useUi((ui) => ui.modal === 'tradeForm');
  const close = useUi((ui) => ui.closeModal);
  return (
    <Dialog open={open} onOpenChange={close} title={tradingMessages.ticket.label}>
      <TradeForm />
    </Dialog>
  );
}

const disarm = () => useTicketStore.getState().setArmed(false);

/** Renders the order form for the chosen asset. Hotkeys that are armed in it work only in this dialog. */
function TradeForm() {
  const symbol = useUi((ui) => ui.symbol);
  const setSymbol = useUi((ui) => ui.setSymbol);
  const ticket = useTicket(symbol);
  const { data: stats } = useQuery(statsQuery);
  const armed = useTicketStore((state) => state.armed);
  const { data: account } = useChosenAccount();
  const mobile = useIsMobile();
  const box = useRef<HTMLDivElement>(null);
  // When the dialog opens, it disarms hotkeys that were armed on the page below.
  useEffect(disarm, []);
  useHotkeys(armed, ticket.order, box);
  useHotkeyDisarming(account && accountKey(account), disarm);
  return (
    <div ref={box} data-keep-clear className="grid gap-2.5">
      <Field label={tradesMessages.asset}>
        {(control) => <AssetSelect control={control} symbol={symbol} onChange={setSymbol} />}
      </Field>
      <TicketForm ticket={ticket} stats={stats} />
      {!mobile && <HotkeySwitch />}
    </div>
  );
}
