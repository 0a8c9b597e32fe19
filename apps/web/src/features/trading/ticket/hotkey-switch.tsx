import { useOrderKeys } from '#shared/lib/order-keys.ts';
import { Keys } from '#shared/ui/keys.tsx';
import { Switch } from '#shared/ui/switch.tsx';
import { tradingMessages } from '../messages.es.ts';
import { HOTKEYS } from '../orders/hotkey-names.ts';
import { useTicketStore } from './ticket-store.ts';

const words = tradingMessages.ticket;

/** Renders the switch that arms the hotkeys. Renders nothing if the user disabled hotkeys in the settings. */
export function HotkeySwitch() {
  const offered = useOrderKeys((keys) => keys.offered);
  const armed = useTicketStore((ticket) => ticket.armed);
  const setArmed = useTicketStore((ticket) => ticket.setArmed);
  if (!offered) return null;
  return (
    <div className="flex items-center justify-between gap-2 text-12 text-fg-2">
      <span>
        {words.shortcuts} <Keys>{HOTKEYS.CALL.shown}</Keys> <Keys>{HOTKEYS.PUT.shown}</Keys>{' '}
        {armed ? words.shortcutsArmed : words.shortcutsOff}
      </span>
      <Switch label={words.armShortcuts} checked={armed} onChange={setArmed} />
    </div>
  );
}
