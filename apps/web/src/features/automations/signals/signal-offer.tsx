import { expiryLengthIn } from '@vigia/core/trades';
import { formatDateTime } from '#shared/lib/format.ts';
import { useSignalAge } from '#shared/lib/signal-age.ts';
import { openSignalOrder } from '#shared/lib/signal-order.ts';
import { Button } from '#shared/ui/button.tsx';
import type { ListedSignal } from './listed-signal.ts';
import { offerMessages as words } from './offer.es.ts';

export type OfferedSignal = Pick<
  ListedSignal,
  | 'id'
  | 'name'
  | 'asset'
  | 'direction'
  | 'entry_time'
  | 'expiration_time'
  | 'status'
  | 'trade_id'
  | 'expiry'
  | 'expiry_seconds'
  | 'expiry_ticks'
>;

/**
 * Offers to trade a fresh signal by hand: a tap opens the order, and only a second tap there sends it. An old signal
 * says that it is late. Signals that are decided or that an automation traded have no offer.
 */
export const SignalTradeOffer = ({ signal }: { readonly signal: OfferedSignal }) =>
  signal.status === 'pending' && signal.trade_id === null ? <Offer signal={signal} /> : null;

function Offer({ signal }: { readonly signal: OfferedSignal }) {
  const entryMs = Date.parse(signal.entry_time);
  const age = useSignalAge(entryMs);
  if (age.isLate) {
    return (
      <span className="text-12 text-fg-3" title={words.lateText(age.limitS)}>
        {words.late}
        <span className="sr-only">{`. ${words.lateText(age.limitS)}`}</span>
      </span>
    );
  }
  const { id, name, asset, direction } = signal;
  return (
    <span className="flex items-center gap-2 whitespace-nowrap">
      <span className="text-12 text-fg-2 tabular-nums">{words.ago(age.seconds)}</span>
      <Button
        size="sm"
        variant="primary"
        aria-label={`${words.trade}: ${asset} ${direction}, ${formatDateTime(entryMs)}`}
        onClick={() => openSignalOrder({ id, name, asset, direction, entryMs, length: expiryLengthIn(signal) })}
      >
        {words.trade}
      </Button>
    </span>
  );
}
