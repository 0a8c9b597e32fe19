import { accountKey } from '#shared/lib/account-name.ts';
import { useChosenAccount } from '#shared/lib/chosen-account.ts';
import { useHotkeyDisarming, useHotkeys } from '../orders/hotkeys.ts';
import { HotkeySwitch } from './hotkey-switch.tsx';
import { useTicketStore } from './ticket-store.ts';
import type { Ticket } from './use-ticket.ts';

const disarm = () => useTicketStore.getState().setArmed(false);

/** Sends orders by key while the user has armed the keys, and renders the switch that arms them. */
export function TicketKeys({ order }: Pick<Ticket, 'order'>) {
  const armed = useTicketStore((state) => state.armed);
  const { data: account } = useChosenAccount();
  useHotkeys(armed, order);
  useHotkeyDisarming(account && accountKey(account), disarm);
  return <HotkeySwitch />;
}
