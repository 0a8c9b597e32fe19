import type { BrokerView, Option, PcrSignalView, StrategySignalView } from '@vigia/contract';
import { leftText } from '#features/connections/model/expiry.ts';
import type { NotificationDraft } from '#features/notifications/notify.ts';
import { formatMinute, formatMoney, formatPrice, formatSignedMoney } from '#shared/lib/format.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { appMessages } from '../messages.es.ts';

const words = appMessages.events;

const RESULT_MARKS = { won: 'won', lost: 'lost', expired: 'even', cancelled: 'even' } as const;

/**
 * Returns a notification for a trade that has ended, or that was opened without a click of the user. Returns null for
 * any other trade.
 */
export function tradeNotification(trade: Option, atMs: number): NotificationDraft | null {
  const { id, status, asset_symbol: symbol, option_type: direction } = trade;
  const target = { kind: 'trade', trade } as const;
  if (status !== 'active') {
    const isUndecided = status === 'cancelled' && trade.execution === 'unknown';
    const isSold = trade.settlement?.reason === 'sold';
    const ended =
      status === 'cancelled' && !isSold
        ? words.refunded
        : words.result(formatSignedMoney(trade.profit ?? 0, trade.currency));
    const text = isUndecided ? words.undecidedText : ended;
    const kind = isUndecided ? 'undecided' : isSold ? 'sold' : status;
    const title = words[kind](symbol, direction);
    return { id: `trade ${id}`, topic: 'settled', mark: RESULT_MARKS[status], title, text, atMs, target };
  }
  const { origin } = trade;
  if (origin !== 'pcr' && origin !== 'strategy') return null;
  const text = words.openedBy[origin](formatMoney(trade.amount, trade.currency), formatMinute(trade.expiry_time));
  return {
    id: `opened ${id}`,
    topic: 'opened',
    mark: 'opened',
    target,
    atMs,
    text,
    title: words.opened(symbol, direction),
  };
}

type Signal = Pick<
  PcrSignalView & StrategySignalView,
  'id' | 'asset' | 'direction' | 'entry_price' | 'expiration_time'
> & { readonly status: string };

/**
 * Returns a notification of a signal.
 * @param by name and kind of the strategy or setup that created the signal
 */
export function signalNotification(
  signal: Signal,
  by: { readonly name: string; readonly kind: 'pcr' | 'strategy' },
  decimals: number,
  atMs: number,
): NotificationDraft | null {
  if (signal.status !== 'pending') return null;
  const price = formatPrice(signal.entry_price, decimals);
  return {
    id: `signal ${signal.id}`,
    topic: 'signal',
    mark: 'signal',
    title: words.signal(signal.asset, signal.direction),
    text: words.signalText(by.name, price, formatMinute(signal.expiration_time)),
    atMs,
    target: { kind: 'page', path: by.kind === 'pcr' ? PATHS.pcr : PATHS.binaries },
  };
}

/**
 * Returns a notification that the session at a broker ends soon. Each broker session has only one such notification.
 */
export function expiryNotification(broker: BrokerView, leftMs: number, atMs: number): NotificationDraft {
  const { display_name: name, status } = broker;
  return {
    id: `expiry ${broker.id} ${status.connection_info.expires_at}`,
    topic: 'connection',
    mark: 'lost-connection',
    title: words.sessionEnds(name, leftText(leftMs)),
    text: words.sessionEndsText,
    atMs,
    target: { kind: 'page', path: PATHS.connections },
  };
}

/** Returns a notification that a broker disconnected or reconnected. */
export function brokerNotification(broker: BrokerView, isBack: boolean, atMs: number): NotificationDraft {
  const { display_name: name, status } = broker;
  return {
    id: `broker ${broker.id} ${atMs}`,
    topic: 'connection',
    mark: isBack ? 'connected' : 'lost-connection',
    title: (isBack ? words.brokerBack : words.brokerLost)(name),
    text: isBack ? words.brokerBackText : (status.last_error_message ?? words.brokerLostText),
    atMs,
    target: { kind: 'page', path: PATHS.connections },
  };
}
