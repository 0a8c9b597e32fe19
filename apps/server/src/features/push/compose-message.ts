import type { PushMessage, PushTopic } from '@vigia/contract';
import { minorUnits } from '@vigia/core/kernel';
import { type Currency, exponentOf, formatMinor, isCurrency } from '@vigia/core/money';
import { DIRECTIONS } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { PUSH_WORDS as words } from './words.es.ts';

/** Body of an outbox row for a settled trade, as the database trigger writes it. */
const Settled = z.object({
  symbol: z.string(),
  direction: z.enum(DIRECTIONS),
  status: z.enum(['won', 'lost', 'expired', 'cancelled']),
  profit_minor: z.number().int(),
  currency: z.string().refine(isCurrency),
});
const Signal = z.object({ symbol: z.string(), direction: z.enum(DIRECTIONS), by: z.string() });

export type QueuedTopic = PushTopic | 'test';
type Queued = { readonly topic: QueuedTopic; readonly subject: string; readonly body: unknown };

/**
 * Composes the message of an outbox row. Its tag equals the tag of the app's own notification of the same event, so a
 * browser shows only one of them.
 * @throws ZodError if the body has another shape
 */
export function composeMessage({ topic, subject, body }: Queued): PushMessage {
  switch (topic) {
    case 'settled': {
      const { symbol, direction, status, profit_minor: profit, currency } = Settled.parse(body);
      // A cancelled trade that moved money was sold back before its expiry.
      const ended = status === 'cancelled' && profit !== 0 ? 'sold' : status;
      const text = ended === 'cancelled' ? words.refunded : words.result(signed(profit, currency));
      return { title: words[ended](symbol, direction), text, tag: `trade ${subject}`, path: '/dashboard' };
    }
    case 'signal': {
      const { symbol, direction, by } = Signal.parse(body);
      const title = words.signal(symbol, direction);
      return { title, text: words.signalBy(by), tag: `signal ${subject}`, path: '/dashboard' };
    }
    case 'test':
      return { title: words.test, text: words.testText, tag: `test ${subject}`, path: '/settings#avisos' };
  }
}

/** Formats a profit with its sign: `+$8.50`, `−$10.00`, `$0.00`, `+8.50 EUR`, `−5000 CLP`. */
function signed(profitMinor: number, currency: Currency): string {
  const amount = formatMinor(minorUnits(Math.abs(profitMinor)), currency).toFixed(exponentOf(currency));
  const sign = profitMinor > 0 ? '+' : profitMinor < 0 ? '−' : '';
  return currency === 'USD' ? `${sign}$${amount}` : `${sign}${amount} ${currency}`;
}
