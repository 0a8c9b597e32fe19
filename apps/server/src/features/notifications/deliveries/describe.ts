import type { NotificationView, PushMessage } from '@vigia/contract';
import { exponentOf, isCurrency } from '@vigia/core/money';
import { REACH_WORDS as words } from './words.es.ts';

const DASHBOARD = '/dashboard';
const RULES_PATHS = { pcr: '/strategies/pcr', strategy: '/strategies/binarias' } as const;

/**
 * Describes a notification for a message outside the app. Its tag equals the tag of the app's own notification of the
 * same event, so a browser shows only one of them.
 * @param timeZone zone of the times in the text
 */
export function describe(view: NotificationView, timeZone: string): PushMessage {
  const time = (instant: string) => timeIn(instant, timeZone);
  switch (view.kind) {
    case 'trade_ended':
      return ended(view);
    case 'order_in_doubt':
    case 'order_resolved': {
      const { title, text } = words[view.kind];
      return message(`${view.kind} ${view.trade_id}`, title(view.symbol, view.direction), text, DASHBOARD);
    }
    case 'signal': {
      const text = words.signalBy(view.name, time(view.expires_at));
      const title = words.signal(view.symbol, view.direction);
      return message(`signal ${view.signal_id}`, title, text, RULES_PATHS[view.automation]);
    }
    case 'automation_opened': {
      const text = words.openedBy(view.name, time(view.expires_at));
      return message(`opened ${view.trade_id}`, words.opened(view.symbol, view.direction), text, DASHBOARD);
    }
    case 'automation_refused':
    case 'automation_resting':
    case 'automation_stopped': {
      const title = words[view.kind](view.name, view.symbol, view.direction);
      return message(`${view.kind} ${view.id}`, title, view.message, RULES_PATHS[view.automation]);
    }
    case 'real_closed': {
      const text = words.realClosedText(view.why);
      return message(`real_closed ${view.id}`, words.realClosed(view.name), text, RULES_PATHS.strategy);
    }
    case 'limit_reached': {
      const text = words.limitText(time(view.resets_at));
      return message(`limit_reached ${view.id}`, words.limitReached(view.symbol), text, '/settings#limites');
    }
    case 'broker_lost':
    case 'broker_back': {
      const { title, text } = words[view.kind];
      return message(`broker ${view.broker}`, title(view.name), text, '/connections');
    }
    case 'broker_expiring': {
      const title = words.sessionEnds(view.name, time(view.expires_at));
      return message(`expiry ${view.broker} ${view.expires_at}`, title, words.sessionEndsText, '/connections');
    }
    case 'feed_lost':
    case 'feed_back': {
      const { title, text } = words[view.kind];
      return message(`feed ${view.source}`, title(view.name), text, DASHBOARD);
    }
    case 'channel_failed': {
      const title = words.channelFailed[view.channel];
      return message(`channel_failed ${view.id}`, title, words.channelFailedText, '/settings#avisos');
    }
    case 'new_sign_in':
      return message(`sign-in ${view.id}`, words.newSignIn, words.newSignInText(view.ip), '/settings#seguridad');
  }
}

const message = (tag: string, title: string, text: string, path: string): PushMessage => ({ title, text, tag, path });

function ended(trade: Extract<NotificationView, { readonly kind: 'trade_ended' }>): PushMessage {
  const { symbol, direction, status, profit, currency, trade_id: id } = trade;
  const isReturned = status === 'cancelled' && !trade.is_sold;
  const isUndecided = isReturned && trade.is_unclear;
  const title = words[isUndecided ? 'undecided' : trade.is_sold ? 'sold' : status](symbol, direction);
  const result = isReturned ? words.refunded : words.result(signed(profit, currency));
  return message(`trade ${id}`, title, isUndecided ? words.undecidedText : result, DASHBOARD);
}

/** Formats a profit with its sign: `+$8.50`, `−$10.00`, `$0.00`, `+8.50 EUR`, `−5000 CLP`. */
function signed(profit: number, currency: string): string {
  const amount = Math.abs(profit).toFixed(isCurrency(currency) ? exponentOf(currency) : 2);
  const sign = profit > 0 ? '+' : profit < 0 ? '−' : '';
  return currency === 'USD' ? `${sign}$${amount}` : `${sign}${amount} ${currency}`;
}

/** Formats the time of day of an instant: `14:30`. */
function timeIn(instant: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat('es-419', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return format.format(Date.parse(instant));
}
