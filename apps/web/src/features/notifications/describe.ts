import type { NotificationView } from '@vigia/contract';
import { formatDateTime, formatMinute, formatMoney, formatPrice, formatSignedMoney } from '#shared/lib/format.ts';
import type { NoticeTopic } from '#shared/lib/notice-settings.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { newsMessages as words } from './news.es.ts';
import type { News, NoticeTarget } from './notify.ts';

/** A notification in words, and what a click on it opens. */
export type Described = News & { readonly target: NoticeTarget };

type Of<Kind extends NotificationView['kind']> = Extract<NotificationView, { readonly kind: Kind }>;

const RESULT_MARKS = { won: 'won', lost: 'lost', expired: 'even', cancelled: 'even' } as const;
const RULES_PATHS = { pcr: PATHS.pcr, strategy: PATHS.binaries } as const;

/**
 * Describes a notification.
 * @param decimalsOf returns the number of decimals for prices of a symbol
 */
export function describe(notification: NotificationView, decimalsOf: (symbol: string) => number): Described {
  switch (notification.kind) {
    case 'trade_ended':
      return ended(notification);
    case 'order_in_doubt':
    case 'order_resolved': {
      const { kind, symbol, direction, trade_id: id } = notification;
      const { title, text } = words[kind];
      return { ...ofTrade(kind, 'order', id), mark: 'order', title: title(symbol, direction), text };
    }
    case 'signal': {
      const { symbol, direction, name, automation, entry_price: price, expires_at: expires } = notification;
      const text = words.signalText(name, formatPrice(price, decimalsOf(symbol)), formatMinute(expires));
      const title = words.signal(symbol, direction);
      return {
        ...ofPage(`signal ${notification.signal_id}`, 'signal', RULES_PATHS[automation]),
        mark: 'signal',
        title,
        text,
      };
    }
    case 'automation_opened': {
      const { symbol, direction, name, stake, currency, expires_at: expires, trade_id: id } = notification;
      const text = words.openedBy(name, formatMoney(stake, currency), formatMinute(expires));
      return { ...ofTrade('opened', 'opened', id), mark: 'opened', title: words.opened(symbol, direction), text };
    }
    case 'automation_refused':
    case 'automation_resting':
    case 'automation_stopped': {
      const { kind, id, automation, name, symbol, direction, message: text } = notification;
      const title = words[kind](name, symbol, direction);
      const topic = kind === 'automation_stopped' ? 'stopped' : 'automation';
      return { ...ofPage(`${kind} ${id}`, topic, RULES_PATHS[automation]), mark: 'refused', title, text };
    }
    case 'real_closed': {
      const { id, name, why } = notification;
      const page = ofPage(`real_closed ${id}`, 'stopped', PATHS.binaries);
      return { ...page, mark: 'refused', title: words.realClosed(name), text: words.realClosedText(why) };
    }
    case 'limit_reached': {
      const { id, symbol, message: text } = notification;
      const page = ofPage(`limit_reached ${id}`, 'limit', PATHS.settings, 'limites');
      return { ...page, mark: 'refused', title: words.limitReached(symbol), text };
    }
    case 'broker_lost':
    case 'broker_back':
    case 'broker_expiring':
      return ofBroker(notification);
    case 'feed_lost':
    case 'feed_back': {
      const { kind, source, name } = notification;
      const mark = kind === 'feed_lost' ? 'lost-connection' : 'connected';
      const { title, text } = words[kind];
      return { ...ofPage(`feed ${source}`, 'connection', PATHS.dashboard), mark, title: title(name), text };
    }
    case 'channel_failed': {
      const { id, channel } = notification;
      const page = ofPage(`channel_failed ${id}`, 'connection', PATHS.settings, 'avisos');
      return { ...page, mark: 'lost-connection', title: words.channelFailed[channel], text: words.channelFailedText };
    }
    case 'new_sign_in': {
      const text = words.newSignInText(notification.ip);
      const page = ofPage(`sign-in ${notification.id}`, 'security', PATHS.settings, 'seguridad');
      return { ...page, mark: 'device', title: words.newSignIn, text };
    }
  }
}

/** A lost connection and its return have one tag, so that the browser shows the newer one. */
function ofBroker(news: Of<'broker_lost'> | Of<'broker_back'> | Of<'broker_expiring'>): Described {
  const { broker, name } = news;
  switch (news.kind) {
    case 'broker_lost':
    case 'broker_back': {
      const mark = news.kind === 'broker_lost' ? 'lost-connection' : 'connected';
      const { title, text } = words[news.kind];
      return { ...ofPage(`broker ${broker}`, 'connection', PATHS.connections), mark, title: title(name), text };
    }
    case 'broker_expiring': {
      const { expires_at: expiresAt } = news;
      const page = ofPage(`expiry ${broker} ${expiresAt}`, 'connection', PATHS.connections);
      const title = words.sessionEnds(name, formatDateTime(expiresAt));
      return { ...page, mark: 'lost-connection', title, text: words.sessionEndsText };
    }
  }
}

function ended(trade: Of<'trade_ended'>): Described {
  const { symbol, direction, status, profit, currency, trade_id: id } = trade;
  const isReturned = status === 'cancelled' && !trade.is_sold;
  const isUndecided = isReturned && trade.is_unclear;
  const result = isReturned ? words.refunded : words.result(formatSignedMoney(profit, currency));
  return {
    ...ofTrade('trade', 'settled', id),
    mark: RESULT_MARKS[status],
    title: words[isUndecided ? 'undecided' : trade.is_sold ? 'sold' : status](symbol, direction),
    text: isUndecided ? words.undecidedText : result,
  };
}

const ofTrade = (what: string, topic: NoticeTopic, id: string) =>
  ({ tag: `${what} ${id}`, topic, path: PATHS.dashboard, target: { kind: 'trade', id } }) as const;

const ofPage = (tag: string, topic: NoticeTopic, path: string, hash?: string) =>
  ({ tag, topic, path, target: { kind: 'page', path, hash } }) as const;
