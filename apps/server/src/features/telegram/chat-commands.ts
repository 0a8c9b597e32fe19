import type { Clock } from '@vigia/core/kernel';
import type { Logger } from '#platform/logging/logger.ts';
import type { Database } from '#platform/persistence/database.ts';
import type { SharedThrottle } from '#platform/throttle/shared-throttle.ts';
import type { RateLimiter } from '#platform/throttle/throttle.ts';
import type { BotApi, Button } from './bot-api.ts';
import { type ChatRow, consumeCode, findByChat, writeMuted } from './chat.repository.ts';
import { codeHash, type LinkDeps, linkChat, removeChat } from './linking.ts';
import { askOrder, isOrderButton, placeButtonOrder } from './order-command.ts';
import type { BotPorts } from './ports.ts';
import { activeReply, formatDayAndTime, helpReply, signalsReply, statusReply, todayReply } from './replies.ts';
import { handleStopButton, stopButton } from './stop-button.ts';
import type { ChatEvent } from './updates.ts';
import { BOT_WORDS as words } from './words.es.ts';

/** Messages of a chat that are handled in a minute. More are ignored. */
const MESSAGES = { burst: 20, windowMs: 60_000 };
/** Codes that a chat may try. */
const CODES = { burst: 5, windowMs: 10 * 60_000 };
const SIGNALS_SHOWN = 5;
const HOUR_MS = 60 * 60_000;
const MUTE_HOURS = { default: 8, most: 72 };

export type CommandDeps = LinkDeps & {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly api: BotApi;
  readonly ports: BotPorts;
  readonly limiter: RateLimiter;
  readonly throttle: Pick<SharedThrottle, 'take'>;
  /** Decides the waiting messages of a receiver again, after its silence changed. */
  readonly reconsider: (receiverId: string) => Promise<void>;
  /** Reports that a notification of a user was written. */
  readonly onWritten: (userId: string) => void;
};

type Message = Extract<ChatEvent, { readonly kind: 'message' }>;

/**
 * Handles one event of a chat. It is safe to repeat, because Telegram repeats the updates of a process that ended
 * before it confirmed them. Never throws: a failure is logged and answered with a sentence.
 */
export async function handleEvent(deps: CommandDeps, event: ChatEvent): Promise<void> {
  const { api, log, limiter } = deps;
  if (limiter.take(String(event.chatId), MESSAGES) > 0) return;
  try {
    switch (event.kind) {
      case 'message': {
        const reply = await replyTo(deps, event);
        if (reply !== null) await api.send(event.chatId, ...reply);
        return;
      }
      case 'button':
        return await (isOrderButton(event.data) ? placeButtonOrder : handleStopButton)(deps, event);
      case 'blocked':
        return await forgetBlocked(deps, event.chatId);
    }
  } catch (error) {
    log.error({ err: error, kind: event.kind }, 'a message to the bot could not be handled');
    if (event.kind !== 'blocked') await api.send(event.chatId, words.failed);
  }
}

type Reply = readonly [html: string, button?: Button];

async function replyTo(deps: CommandDeps, message: Message): Promise<Reply | null> {
  const { command, argument, chatId, isPrivate } = message;
  if (!isPrivate) return command === 'start' ? [await refuseGroup(deps, argument)] : null;
  if (command === 'start' && argument !== null) return [await start(deps, message, argument)];
  const chat = await findByChat(deps.db.sql, chatId);
  return chat === null ? [words.howToLink] : replyToMember(deps, chat, message);
}

/** A code that was written where others can read it is used up. */
async function refuseGroup({ db, clock }: CommandDeps, code: string | null): Promise<string> {
  if (code !== null) await db.transaction((tx) => consumeCode(tx, codeHash(code), clock.now()));
  return words.onlyPrivate;
}

async function start(deps: CommandDeps, { chatId, name }: Message, code: string): Promise<string> {
  if ((await deps.throttle.take(`telegram code ${chatId}`, CODES)) > 0) return words.tooManyCodes;
  const linked = await linkChat(deps, code, { chatId, name });
  if (linked === null) return words.codeRefused;
  deps.onWritten(linked.userId);
  if (linked.replaced !== null) await deps.api.send(linked.replaced.chat_id, words.replaced);
  return words.linked;
}

async function replyToMember(
  deps: CommandDeps,
  chat: ChatRow,
  { command, argument, words: given }: Message,
): Promise<Reply> {
  const { ports, clock } = deps;
  const userId = chat.user_id;
  switch (command) {
    case 'estado':
      return [await status(deps, chat)];
    case 'hoy':
      return [todayReply(await ports.resultsToday(userId))];
    case 'activas':
      return [activeReply(await ports.activeTrades(userId), clock.now())];
    case 'senales': {
      const [signals, zone] = await Promise.all([ports.signals(userId, SIGNALS_SHOWN), ports.timeZone(userId)]);
      return [signalsReply(signals, zone)];
    }
    case 'orden':
      return askOrder(deps, chat, given);
    case 'detener':
      return [words.askStop, stopButton(chat.id, clock.now())];
    case 'silencio':
      return [await mute(deps, chat, argument)];
    case 'desconectar':
      await deps.db.transaction((tx) => removeChat(tx, deps, chat, 'chat'));
      return [words.unlinked];
    case 'start':
    case 'ayuda':
      return [helpReply()];
    default:
      return [words.unknownCommand];
  }
}

async function status({ ports, clock }: CommandDeps, chat: ChatRow): Promise<string> {
  const userId = chat.user_id;
  const [automation, trades, connections, zone] = await Promise.all([
    ports.automation(userId),
    ports.activeTrades(userId),
    ports.connections(userId),
    ports.timeZone(userId),
  ]);
  const mutedMs = chat.muted_until?.getTime() ?? 0;
  const mutedUntilMs = mutedMs > clock.now() ? mutedMs : null;
  return statusReply({ automation, openTrades: trades.length, connections, mutedUntilMs }, zone);
}

async function mute({ db, clock, ports, reconsider }: CommandDeps, chat: ChatRow, given: string | null) {
  const hours = given === null ? MUTE_HOURS.default : Number(given);
  if (!Number.isInteger(hours) || hours < 0 || hours > MUTE_HOURS.most) return words.muteUsage;
  const untilMs = clock.now() + hours * HOUR_MS;
  await writeMuted(db.sql, chat.id, hours === 0 ? null : new Date(untilMs));
  await reconsider(chat.id);
  return hours === 0 ? words.notMuted : words.mutedUntil(formatDayAndTime(untilMs, await ports.timeZone(chat.user_id)));
}

async function forgetBlocked(deps: CommandDeps, chatId: number): Promise<void> {
  const chat = await findByChat(deps.db.sql, chatId);
  if (chat !== null) await deps.db.transaction((tx) => removeChat(tx, deps, chat, 'gone'));
}
