import type { Clock } from '@vigia/core/kernel';
import { z } from 'zod';
import type { Database } from '#platform/persistence/database.ts';
import type { BotApi, Button } from './bot-api.ts';
import { type ChatRow, findByChat } from './chat.repository.ts';
import type { BotPorts } from './ports.ts';
import type { ChatEvent } from './updates.ts';
import { BOT_WORDS as words } from './words.es.ts';

/** Time for which the button that stops all automatic trading is valid. */
const VALID_MS = 60_000;

const Pressed = z.string().regex(/^stop:\d{1,15}:[0-9a-f-]{36}$/);

/** Returns the button that confirms a stop. It belongs to one chat, so it is useless to a later owner of the chat. */
export const stopButton = (receiverId: string, nowMs: number): Button => ({
  label: words.stopButton,
  data: `stop:${nowMs + VALID_MS}:${receiverId}`,
});

type StopDeps = { readonly api: BotApi; readonly clock: Clock; readonly db: Database; readonly ports: BotPorts };

/**
 * Stops all automatic trading if the button is the user's own and not too old. A second press changes nothing. Telegram
 * repeats the press of a process that ended before it confirmed it, also after the end of the button: the reply then
 * states what the first one did.
 */
export async function handleStopButton(
  deps: StopDeps,
  { chatId, messageId, callbackId, data }: Extract<ChatEvent, { readonly kind: 'button' }>,
): Promise<void> {
  const { api, clock, db, ports } = deps;
  const chat = await findByChat(db.sql, chatId);
  const [, until, receiverId] = Pressed.safeParse(data).data?.split(':') ?? [];
  const leftMs = Number(until) - clock.now();
  const isOwn = chat !== null && chat.id === receiverId;
  const isValid = isOwn && leftMs > 0 && leftMs <= VALID_MS;
  if (isValid) await ports.stopAll(chat.user_id, chat.id);
  const isDone = isOwn && !isValid && (await hasStopped(deps, chat, Number(until)));
  await api.answerButton(callbackId, isValid || isDone ? words.stoppedNotice : words.stopExpiredNotice);
  await api.replace(chatId, messageId, isValid ? words.stopped : isDone ? words.stopDone : words.stopExpired);
}

const hasStopped = ({ ports }: StopDeps, chat: ChatRow, untilMs: number): Promise<boolean> =>
  ports.hasStopped(chat.user_id, chat.id, untilMs - VALID_MS, untilMs);
