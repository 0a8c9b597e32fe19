import { z } from 'zod';

const Chat = z.object({ id: z.number().int(), type: z.string() });
const From = z.object({ username: z.string().optional(), first_name: z.string() });

/** The parts of an update that this feature reads. */
const UpdateShape = z.object({
  update_id: z.number().int(),
  message: z.object({ chat: Chat, from: From.optional(), text: z.string().optional() }).optional(),
  callback_query: z
    .object({
      id: z.string(),
      data: z.string().optional(),
      message: z.object({ message_id: z.number().int(), chat: Chat }).optional(),
    })
    .optional(),
  my_chat_member: z.object({ chat: Chat, new_chat_member: z.object({ status: z.string() }) }).optional(),
});

/** Longest name of a chat that is kept. */
const NAME_MAX = 64;
/** Longest word after a command that is read. */
const ARGUMENT_MAX = 100;
/** Words after a command that are read. */
const WORDS_MOST = 8;

/** An event in a chat with the bot. */
export type ChatEvent =
  /** A message. `command` is in lower case without the slash; null for any other text. */
  | {
      readonly kind: 'message';
      readonly chatId: number;
      readonly isPrivate: boolean;
      /** `@ana`, or a first name. */
      readonly name: string;
      readonly command: string | null;
      readonly argument: string | null;
      /** All words after the command. */
      readonly words: readonly string[];
    }
  | {
      readonly kind: 'button';
      readonly chatId: number;
      readonly messageId: number;
      readonly callbackId: string;
      readonly data: string;
    }
  /** The owner of the chat blocked the bot. */
  | { readonly kind: 'blocked'; readonly chatId: number };

type Message = Extract<ChatEvent, { readonly kind: 'message' }>;

/** Returns the id of an update; null if it has none. */
export const updateId = (update: unknown): number | null =>
  z.object({ update_id: z.number().int() }).safeParse(update).data?.update_id ?? null;

/** Reads an update. Returns null for all that this feature does not handle. */
export function readUpdate(update: unknown): ChatEvent | null {
  const read = UpdateShape.safeParse(update).data;
  if (read === undefined) return null;
  const { message, callback_query: pressed, my_chat_member: member } = read;
  if (message?.from !== undefined) {
    const { chat, from, text = '' } = message;
    const name = (from.username === undefined ? from.first_name : `@${from.username}`).slice(0, NAME_MAX);
    return { kind: 'message', chatId: chat.id, isPrivate: chat.type === 'private', name, ...readCommand(text) };
  }
  if (pressed?.message !== undefined && pressed.message.chat.type === 'private') {
    const { message_id: messageId, chat } = pressed.message;
    return { kind: 'button', chatId: chat.id, messageId, callbackId: pressed.id, data: pressed.data ?? '' };
  }
  if (member?.chat.type === 'private' && member.new_chat_member.status === 'kicked')
    return { kind: 'blocked', chatId: member.chat.id };
  return null;
}

/** Reads `/command@bot argument`. */
function readCommand(text: string): Pick<Message, 'command' | 'argument' | 'words'> {
  const [, command, rest = ''] = /^\/([a-z_]{1,32})(?:@\w+)?(?:\s+([^]*))?/i.exec(text) ?? [];
  const words = rest
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, WORDS_MOST)
    .map((word) => word.slice(0, ARGUMENT_MAX));
  return { command: command?.toLowerCase() ?? null, argument: words[0] ?? null, words };
}
