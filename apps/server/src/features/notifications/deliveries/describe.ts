import type { NotificationView, PushMessage } from '@vigia/contract';
import { describeNews } from '@vigia/contract/news';
import { exponentOf, isCurrency } from '@vigia/core/money';

/**
 * Describes a notification for a message outside the app, with the text and the tag of the app's own notification of
 * the same event. A browser shows only one of both.
 * @param timeZone zone of the times in the text
 */
export const describeForMessage = (view: NotificationView, timeZone: string): PushMessage =>
  describeNews(view, { time: (instant) => timeIn(instant, timeZone), profit: signed, price: String });

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
