import type { TradingStats } from '@vigia/contract';
import { accountKey } from '#shared/lib/account-name.ts';
import { useChosenAccount } from '#shared/lib/chosen-account.ts';
import { onDemand } from '#shared/lib/on-demand.tsx';
import { Card } from '#shared/ui/card.tsx';
import { tradingMessages } from '../messages.es.ts';
import { useDisarming, useHotkeys } from '../orders/hotkeys.ts';
import { TicketForm } from './ticket-form.tsx';
import { useTicketStore } from './ticket-store.ts';
import { useTicket } from './use-ticket.ts';

type TicketProps = { readonly symbol: string; readonly stats: TradingStats | undefined };

/**
 * The last line of the order form's card. It loads after the order form, into reserved space, so that the layout does
 * not shift.
 */
const HotkeySwitch = onDemand(
  async () => (await import('./hotkey-switch.tsx')).HotkeySwitch,
  <div className="h-5" aria-hidden />,
);

const disarm = () => useTicketStore.getState().setArmed(false);

/** Renders the card in which the user prepares and places a trade. */
export function TicketCard({ symbol, stats }: TicketProps) {
  const ticket = useTicket(symbol);
  const armed = useTicketStore((state) => state.armed);
  const { data: account } = useChosenAccount();
  useHotkeys(armed, ticket.order);
  useDisarming(account && accountKey(account), disarm);
  return (
    <Card className="flex flex-col gap-2.5 px-4 py-3.5 max-lg:p-3" aria-label={tradingMessages.ticket.label}>
      <TicketForm ticket={ticket} stats={stats} />
      <HotkeySwitch />
    </Card>
  );
}
