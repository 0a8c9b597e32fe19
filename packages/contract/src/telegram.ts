import { z } from 'zod';
import { Instant } from './common.ts';
import { NOTIFICATION_TOPICS } from './notifications.ts';

/** Time for which a code connects a chat. */
export const TELEGRAM_CODE_LIFE_MS = 10 * 60_000;

const Topics = z.array(z.enum(NOTIFICATION_TOPICS)).max(NOTIFICATION_TOPICS.length);

/** The user's chat with the bot of this installation. */
export const TelegramChatView = z.object({
  /** How the chat's owner is called at Telegram: `@ana`, or the first name of an account without a user name. */
  name: z.string(),
  linked_at: Instant,
  /** Messages that are not urgent wait until this time; null if none wait. */
  muted_until: Instant.nullable(),
  topics: Topics,
  /** Whether `/orden` in the chat may send orders on practice accounts. */
  allows_orders: z.boolean(),
  /** Time of the last message that Telegram accepted. */
  sent_at: Instant.nullable(),
  /** Time of the last message that was given up, if no later one was accepted. */
  failed_at: Instant.nullable(),
});
export type TelegramChatView = z.infer<typeof TelegramChatView>;

/** Response of `GET /api/v1/telegram`. `is_available`: this installation has a bot. `chat` is null without a chat. */
export const TelegramView = z
  .object({ is_available: z.boolean(), chat: TelegramChatView.nullable() })
  .meta({ examples: [{ is_available: true, chat: null }] });
export type TelegramView = z.infer<typeof TelegramView>;

/** A code that connects one chat, once. The link opens the bot with it. */
export const TelegramCode = z
  .object({ code: z.string(), url: z.url(), expires_at: Instant })
  .meta({
    examples: [
      {
        code: 'Q3mX0v7dKp2sT9aLw5ZcRg',
        url: 'https://t.me/vigia_bot?start=Q3mX0v7dKp2sT9aLw5ZcRg',
        expires_at: '2026-11-20T14:10:00.000Z',
      },
    ],
  });
export type TelegramCode = z.infer<typeof TelegramCode>;

/** Body of `PUT /api/v1/telegram/topics`: the topics whose notifications are sent to the chat. */
export const TelegramTopicsBody = z
  .strictObject({ topics: Topics })
  .meta({ examples: [{ topics: ['stopped', 'security'] }] });
export type TelegramTopicsBody = z.infer<typeof TelegramTopicsBody>;

/** Body of `PUT /api/v1/telegram/orders`: whether the chat may send orders on practice accounts. */
export const TelegramOrdersBody = z
  .strictObject({ allows_orders: z.boolean() })
  .meta({ examples: [{ allows_orders: true }] });
export type TelegramOrdersBody = z.infer<typeof TelegramOrdersBody>;
