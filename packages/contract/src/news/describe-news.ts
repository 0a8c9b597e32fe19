import type { Currency } from '@vigia/core/vocabulary';
import type { NotificationView } from '../notifications.ts';
import type { PushMessage } from '../push.ts';
import { NEWS_WORDS as words } from './words.es.ts';

/** How the reader of a notification sees times, results and prices. */
export type NewsFormats = {
  /** Formats an instant as a time of day, such as `14:30`. */
  readonly time: (instant: string) => string;
  /** Formats a profit or a loss with its sign, such as `+$8.50`. */
  readonly profit: (amount: number, currency: Currency) => string;
  /** Formats a price of a symbol. */
  readonly price: (price: number, symbol: string) => string;
};

const DASHBOARD = '/dashboard';
const CONNECTIONS = '/connections';
const RULES_PATHS = { pcr: '/strategies/pcr', strategy: '/strategies/binarias' } as const;

/**
 * Describes a notification: its title and sentence, the page that it opens, and its tag. Two notifications with one tag
 * are about one thing, so a browser shows the newer one. No text names a balance or a stake.
 */
export function describeNews(view: NotificationView, { time, profit, price }: NewsFormats): PushMessage {
  switch (view.kind) {
    case 'trade_ended':
      return ended(view, profit);
    case 'order_in_doubt':
    case 'order_resolved': {
      const { title, text } = words[view.kind];
      return news(`${view.kind} ${view.trade_id}`, title(view.symbol, view.direction), text, DASHBOARD);
    }
    case 'signal': {
      const { symbol, direction, name, automation } = view;
      const text = words.signalText(name, price(view.entry_price, symbol), time(view.expires_at));
      return news(`signal ${view.signal_id}`, words.signal(symbol, direction), text, RULES_PATHS[automation]);
    }
    case 'automation_opened': {
      const text = words.openedText(view.name, time(view.expires_at));
      return news(`opened ${view.trade_id}`, words.opened(view.symbol, view.direction), text, DASHBOARD);
    }
    case 'automation_refused':
    case 'automation_resting':
    case 'automation_stopped': {
      const title = words[view.kind](view.name, view.symbol, view.direction);
      return news(`${view.kind} ${view.id}`, title, view.message, RULES_PATHS[view.automation]);
    }
    case 'real_closed': {
      const text = words.realClosedText(view.why);
      return news(`real_closed ${view.id}`, words.realClosed(view.name), text, RULES_PATHS.strategy);
    }
    case 'limit_reached': {
      const text = words.limitText(view.code, time(view.resets_at));
      return news(`limit_reached ${view.id}`, words.limitReached(view.symbol), text, '/settings#limites');
    }
    case 'broker_lost':
    case 'broker_back': {
      const { title, text } = words[view.kind];
      return news(`broker ${view.broker}`, title(view.name), text, CONNECTIONS);
    }
    case 'broker_expiring': {
      const title = words.sessionEnds(view.name, time(view.expires_at));
      return news(`expiry ${view.broker} ${view.expires_at}`, title, words.sessionEndsText, CONNECTIONS);
    }
    case 'feed_lost':
    case 'feed_back': {
      const { title, text } = words[view.kind];
      return news(`feed ${view.source}`, title(view.name), text, DASHBOARD);
    }
    case 'channel_failed': {
      const title = words.channelFailed[view.channel];
      return news(`channel_failed ${view.id}`, title, words.channelFailedText, '/settings#avisos');
    }
    case 'new_sign_in':
      return news(`sign-in ${view.id}`, words.newSignIn, words.newSignInText(view.ip), '/settings#seguridad');
    case 'price_alert': {
      const { symbol, crossed, alert_id: id } = view;
      const text = words.priceAlertText[crossed](price(view.level, symbol));
      return news(`price_alert ${id}`, words.priceAlert(symbol, price(view.price, symbol)), text, DASHBOARD);
    }
    case 'chat_linked':
      return news(`chat ${view.id}`, words.chatLinked, words.chatLinkedText(view.name), '/settings#avisos');
  }
}

const news = (tag: string, title: string, text: string, path: string): PushMessage => ({ title, text, tag, path });

function ended(
  trade: Extract<NotificationView, { readonly kind: 'trade_ended' }>,
  profitText: NewsFormats['profit'],
): PushMessage {
  const { symbol, direction, status, profit, currency, trade_id: id } = trade;
  const isReturned = status === 'cancelled' && !trade.is_sold;
  const isUndecided = isReturned && trade.is_unclear;
  const title = words[isUndecided ? 'undecided' : trade.is_sold ? 'sold' : status](symbol, direction);
  const result = isReturned ? words.refunded : words.result(profitText(profit, currency));
  return news(`trade ${id}`, title, isUndecided ? words.undecidedText : result, DASHBOARD);
}
