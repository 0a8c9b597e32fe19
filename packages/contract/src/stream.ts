import { AUTOMATION_KINDS, CHART_TIMEFRAMES } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { AccountView } from './account.ts';
import { BrokerStatusView } from './brokers.ts';
import { AssetSymbol, Instant, PriceSourceId } from './common.ts';
import { Automation } from './limits.ts';
import { CandleView } from './market-data.ts';
import { NotificationsRead, NotificationView } from './notifications.ts';
import { PcrSequenceView, PcrSignalView } from './pcr.ts';
import { FEED_STATES } from './service.ts';
import { SignalDecisionView } from './signal-decision.ts';
import { StrategySignalView } from './strategy-views.ts';
import { Option } from './trading.ts';

/**
 * Close codes of `/api/v1/stream`. After `comeBack` the client waits briefly, reconnects and reloads all visible data.
 */
export const STREAM_CLOSE = {
  unauthenticated: 4401,
  sessionEnded: 4403,
  tooSlow: 1013,
  comeBack: 1012,
  badMessage: 1008,
} as const;

/** Time within which the first message must arrive. The first message must be `auth`. */
export const STREAM_AUTH_TIMEOUT_MS = 5_000;
export const STREAM_MAX_MESSAGE_BYTES = 16_384;
export const STREAM_MAX_SYMBOLS = 50;

/**
 * Messages of a client. `watch` lists everything that the socket subscribes to, and replaces the previous list. Trades,
 * signals and balances of the signed-in user are always sent.
 */
export const StreamRequest = z.discriminatedUnion('type', [
  z.object({ type: z.literal('auth'), access_token: z.string().max(8_192) }),
  z.object({
    type: z.literal('watch'),
    symbols: z.array(AssetSymbol).max(STREAM_MAX_SYMBOLS),
    candles: z.array(z.object({ symbol: AssetSymbol, timeframe: z.enum(CHART_TIMEFRAMES) })).max(STREAM_MAX_SYMBOLS),
  }),
  z.object({ type: z.literal('ping') }),
]);
export type StreamRequest = z.infer<typeof StreamRequest>;

/**
 * A price as a tuple of symbol, time in epoch milliseconds, and price. The stream sends thousands of prices, and a
 * tuple is shorter than an object.
 */
export const TickTuple = z.tuple([z.string(), z.number(), z.number()]);
export type TickTuple = z.infer<typeof TickTuple>;

/** Number of unread notifications after the event. */
const UNREAD = { unread: z.number().int().min(0) };

/**
 * Messages of the server. `ticks` contains the latest price of each symbol since the last frame. A closed candle of
 * seconds is sent again if a late tick of its time has changed it.
 */
export const StreamEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), server_time: Instant }),
  z.object({ type: z.literal('pong'), server_time: Instant }),
  z.object({ type: z.literal('ticks'), ticks: z.array(TickTuple) }),
  z.object({ type: z.literal('candle'), symbol: AssetSymbol, timeframe: z.enum(CHART_TIMEFRAMES), candle: CandleView }),
  z.object({ type: z.literal('trade'), trade: Option }),
  z.object({ type: z.literal('account'), account: AccountView }),
  z.object({ type: z.literal('broker'), broker: BrokerStatusView }),
  z.object({ type: z.literal('automation'), automation: Automation }),
  z.object({ type: z.literal('sequence'), sequence: PcrSequenceView }),
  z.object({ type: z.literal('signal'), signal: PcrSignalView }),
  z.object({ type: z.literal('strategy_signal'), signal: StrategySignalView }),
  z.object({
    type: z.literal('signal_decided'),
    automation: z.enum(AUTOMATION_KINDS),
    signal_id: z.uuid(),
    decision: SignalDecisionView,
  }),
  z.object({ type: z.literal('notification_created'), notification: NotificationView, ...UNREAD }),
  z.object({ type: z.literal('notifications_read'), ...NotificationsRead.shape, ...UNREAD }),
  z.object({
    type: z.literal('feed'),
    state: z.enum(FEED_STATES),
    source: PriceSourceId,
    stale_symbols: z.array(z.string()),
    server_time: Instant,
  }),
  z.object({ type: z.literal('error'), code: z.string(), message: z.string() }),
]);
export type StreamEvent = z.infer<typeof StreamEvent>;
