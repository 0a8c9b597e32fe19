import {
  ERROR_MESSAGES_ES,
  type ErrorCode,
  fillMessage,
  NOTIFICATION_KINDS,
  type NotificationKind,
  type NotificationView,
  REACH_CHANNELS,
} from '@vigia/contract';
import { minorUnits } from '@vigia/core/kernel';
import { formatMinor, isCurrency } from '@vigia/core/money';
import { AUTOMATION_KINDS, DIRECTIONS } from '@vigia/core/vocabulary';
import { z } from 'zod';
import type { NotificationRow } from './notification.repository.ts';

const Asset = z.object({ symbol: z.string(), direction: z.enum(DIRECTIONS) });
const Automated = z.object({ automation: z.enum(AUTOMATION_KINDS), name: z.string(), ...Asset.shape });
const Currency = z.string().refine(isCurrency);
const Code = z.string().refine((code): code is ErrorCode => Object.hasOwn(ERROR_MESSAGES_ES, code));

const Values = z.record(z.string(), z.union([z.string(), z.number()]));

const Ended = z.object({
  ...Asset.shape,
  status: z.enum(['won', 'lost', 'expired', 'cancelled']),
  profit_minor: z.int(),
  currency: Currency,
  is_sold: z.boolean(),
  is_unclear: z.boolean(),
});
const Signal = z.object({ ...Automated.shape, entry_price: z.number(), expires_ms: z.int() });
const Opened = z.object({ ...Automated.shape, stake_minor: z.int(), currency: Currency, expiry_time: z.string() });
const Refused = z.object({ ...Automated.shape, code: Code, values: Values });
const SignIn = z.object({ user_agent: z.string().nullable(), ip: z.string().nullable() });

const Alert = z.object({ symbol: z.string(), direction: z.enum(['up', 'down']), level: z.number(), price: z.number() });
const Chat = z.object({ name: z.string() });

const Closed = z.object({ name: z.string(), why: z.string() });
const Limit = z.object({ symbol: z.string(), code: Code, values: Values, resets_at: z.iso.datetime() });
const Broker = z.object({ broker: z.string(), name: z.string() });
const Expiring = z.object({ ...Broker.shape, expires_at: z.iso.datetime() });
const Feed = z.object({ source: z.string(), name: z.string() });
const Channel = z.object({ channel: z.enum(REACH_CHANNELS) });

const KINDS: readonly string[] = Object.values(NOTIFICATION_KINDS).flat();
const isKind = (kind: string): kind is NotificationKind => KINDS.includes(kind);

/**
 * Returns a stored notification in the form of the API; null if this version of the server does not know its kind.
 * @throws ZodError if the parameters have not the shape that is written for its kind
 */
export function toView(row: NotificationRow): NotificationView | null {
  const { id, kind, subject, params } = row;
  if (!isKind(kind)) return null;
  const common = { id, created_at: row.created_at.toISOString(), is_read: row.read_at !== null };
  switch (kind) {
    case 'trade_ended': {
      const { profit_minor: profit, ...ended } = Ended.parse(params);
      return { kind, ...common, trade_id: subject, ...ended, profit: formatMinor(minorUnits(profit), ended.currency) };
    }
    case 'order_in_doubt':
    case 'order_resolved':
      return { kind, ...common, trade_id: subject, ...Asset.parse(params) };
    case 'signal': {
      const { expires_ms: expiresMs, ...signal } = Signal.parse(params);
      return { kind, ...common, signal_id: subject, ...signal, expires_at: new Date(expiresMs).toISOString() };
    }
    case 'automation_opened': {
      const { stake_minor: stake, expiry_time: expiry, ...opened } = Opened.parse(params);
      return {
        kind,
        ...common,
        trade_id: subject,
        ...opened,
        stake: formatMinor(minorUnits(stake), opened.currency),
        expires_at: new Date(expiry).toISOString(),
      };
    }
    case 'automation_refused':
    case 'automation_resting':
    case 'automation_stopped': {
      const { values, ...refused } = Refused.parse(params);
      const message = fillMessage(ERROR_MESSAGES_ES[refused.code], values);
      return { kind, ...common, automation_id: subject, ...refused, message };
    }
    case 'real_closed':
      return { kind, ...common, ...Closed.parse(params) };
    case 'limit_reached': {
      const { values, ...limit } = Limit.parse(params);
      return { kind, ...common, ...limit, message: fillMessage(ERROR_MESSAGES_ES[limit.code], values) };
    }
    case 'broker_lost':
    case 'broker_back':
      return { kind, ...common, ...Broker.parse(params) };
    case 'broker_expiring':
      return { kind, ...common, ...Expiring.parse(params) };
    case 'feed_lost':
    case 'feed_back':
      return { kind, ...common, ...Feed.parse(params) };
    case 'channel_failed':
      return { kind, ...common, ...Channel.parse(params) };
    case 'new_sign_in':
      return { kind, ...common, ...SignIn.parse(params) };
    case 'price_alert': {
      const { direction: crossed, ...alert } = Alert.parse(params);
      return { kind, ...common, alert_id: subject, crossed, ...alert };
    }
    case 'chat_linked':
      return { kind, ...common, ...Chat.parse(params) };
  }
}
