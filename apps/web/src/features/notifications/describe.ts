import type { NotificationView } from '@vigia/contract';
import { describeNews } from '@vigia/contract/news';
import { formatMinute, formatPrice, formatSignedMoney } from '#shared/lib/format.ts';
import type { NoticeTopic } from '#shared/lib/notice-settings.ts';
import type { NoticeIcon, NoticeTarget, NotifiedEvent } from './notify.ts';

/** A notification in words, and what a click on it opens. */
export type DescribedNotification = NotifiedEvent & { readonly target: NoticeTarget };

const RESULT_MARKS = { won: 'won', lost: 'lost', expired: 'even', cancelled: 'even' } as const;

/** Topic and icon of each kind but the end of a trade, whose icon shows its result. */
const LOOKS = {
  order_in_doubt: ['order', 'order'],
  order_resolved: ['order', 'order'],
  signal: ['signal', 'signal'],
  automation_opened: ['opened', 'opened'],
  automation_refused: ['automation', 'refused'],
  automation_resting: ['automation', 'refused'],
  automation_stopped: ['stopped', 'refused'],
  real_closed: ['stopped', 'refused'],
  limit_reached: ['limit', 'refused'],
  broker_lost: ['connection', 'lost-connection'],
  broker_back: ['connection', 'connected'],
  broker_expiring: ['connection', 'lost-connection'],
  feed_lost: ['connection', 'lost-connection'],
  feed_back: ['connection', 'connected'],
  channel_failed: ['connection', 'lost-connection'],
  new_sign_in: ['security', 'device'],
  chat_linked: ['security', 'device'],
  price_alert: ['price', 'price'],
} as const satisfies Record<
  Exclude<NotificationView['kind'], 'trade_ended'>,
  readonly [topic: NoticeTopic, mark: NoticeIcon]
>;

/**
 * Describes a notification with the text of its push message and its mail.
 * @param decimalsOf returns the number of decimals for prices of a symbol
 */
export function describe(view: NotificationView, decimalsOf: (symbol: string) => number): DescribedNotification {
  const words = describeNews(view, {
    time: formatMinute,
    profit: formatSignedMoney,
    price: (price, symbol) => formatPrice(price, decimalsOf(symbol)),
  });
  const [topic, mark] =
    view.kind === 'trade_ended' ? (['settled', RESULT_MARKS[view.status]] as const) : LOOKS[view.kind];
  return { ...words, topic, mark, target: targetOf(view, words.path) };
}

/** Returns the trade that the notification is about, or the section of the page that it opens. */
function targetOf(view: NotificationView, address: string): NoticeTarget {
  if ('trade_id' in view) return { kind: 'trade', id: view.trade_id };
  const [path = '', hash] = address.split('#');
  return { kind: 'page', path, hash };
}
