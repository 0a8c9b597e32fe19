import { Api, GrammyError } from 'grammy';
import type { TelegramBot } from '#platform/config/telegram.ts';

const CALL_TIMEOUT_S = 10;
/** Time in seconds for which Telegram holds a request for updates open while there are none. */
const POLL_S = 25;

/** Reason why a call failed. No reason contains the token of the bot. */
export type ApiFault =
  /** The chat no longer exists, or its owner blocked the bot. */
  | { readonly kind: 'gone' }
  /** Telegram cannot answer now, or its response is unreadable. `retryAfterMs` is null if it states no time. */
  | { readonly kind: 'later'; readonly reason: string; readonly retryAfterMs: number | null }
  /** Another process requests the updates of this bot. */
  | { readonly kind: 'conflict' }
  /** Telegram does not accept the token. */
  | { readonly kind: 'unknown_bot' }
  | { readonly kind: 'refused'; readonly reason: string };

export type ApiResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly fault: ApiFault };

/** A button under a message. `data` has at most 64 bytes and comes back when the button is pressed. */
export type Button = { readonly label: string; readonly data: string };

/** The calls of the Bot API that this feature makes. None throws. Texts are HTML of the Bot API. */
export interface BotApi {
  /** Returns the user name of the bot, without @. */
  name(): Promise<ApiResult<string>>;
  /** Returns the updates after an id, oldest first, and waits for the first. `signal` ends the wait. */
  updates(offset: number, signal: AbortSignal): Promise<ApiResult<readonly unknown[]>>;
  /** Confirms all updates before an id, so that Telegram does not repeat them. */
  confirm(offset: number): Promise<ApiResult<null>>;
  send(chatId: number, html: string, button?: Button): Promise<ApiResult<null>>;
  /** Replaces the text of a message and removes its button. */
  replace(chatId: number, messageId: number, html: string): Promise<ApiResult<null>>;
  /** Ends the progress mark of a pressed button and shows a short notice. */
  answerButton(callbackId: string, text: string): Promise<ApiResult<null>>;
  /** Sets the commands that Telegram suggests. */
  describe(commands: readonly { readonly command: string; readonly description: string }[]): Promise<ApiResult<null>>;
  /** Lets Telegram post updates to an address, one at a time, so that they stay in order. Null ends that. */
  postTo(address: { readonly url: string; readonly secret: string } | null): Promise<ApiResult<null>>;
}

const UPDATES = ['message', 'callback_query', 'my_chat_member'] as const;

/**
 * Creates the calls of one bot.
 * @param timeoutS seconds after which a call counts as unanswered
 */
export function createBotApi({ token, apiUrl }: TelegramBot, timeoutS = CALL_TIMEOUT_S): BotApi {
  const options = { apiRoot: apiUrl, sensitiveLogs: false };
  const api = new Api(token, { ...options, timeoutSeconds: timeoutS });
  const polling = new Api(token, { ...options, timeoutSeconds: POLL_S + timeoutS });
  const done = async (call: Promise<unknown>): Promise<ApiResult<null>> => {
    const answer = await settled(call);
    return answer.ok ? { ok: true, value: null } : answer;
  };
  return {
    async name() {
      const answer = await settled(api.getMe());
      if (!answer.ok) return answer;
      const { username } = answer.value;
      return typeof username === 'string' ? { ok: true, value: username } : UNREADABLE;
    },
    async updates(offset, signal) {
      const asked = { offset, timeout: POLL_S, allowed_updates: [...UPDATES] };
      const answer = await settled(polling.getUpdates(asked, shimOf(signal)));
      return !answer.ok || Array.isArray(answer.value) ? answer : UNREADABLE;
    },
    confirm: (offset) => done(api.getUpdates({ offset, limit: 1, timeout: 0 })),
    send: (chatId, html, button) =>
      done(
        api.sendMessage(chatId, html, {
          parse_mode: 'HTML',
          link_preview_options: { is_disabled: true },
          ...(button && { reply_markup: { inline_keyboard: [[{ text: button.label, callback_data: button.data }]] } }),
        }),
      ),
    replace: (chatId, messageId, html) => done(api.editMessageText(chatId, messageId, html, { parse_mode: 'HTML' })),
    answerButton: (callbackId, text) => done(api.answerCallbackQuery(callbackId, { text })),
    describe: (commands) => done(api.setMyCommands(commands)),
    postTo: (address) =>
      done(
        address === null
          ? api.deleteWebhook()
          : api.setWebhook(address.url, {
              secret_token: address.secret,
              max_connections: 1,
              allowed_updates: [...UPDATES],
            }),
      ),
  };
}

type ShimSignal = NonNullable<Parameters<Api['getUpdates']>[1]>;

/** The cast is safe, because grammY only listens to the signal; its type is that of an older package. */
const shimOf = (signal: AbortSignal): ShimSignal => signal as unknown as ShimSignal;

const UNREADABLE: ApiResult<never> = {
  ok: false,
  fault: { kind: 'later', reason: 'unreadable answer', retryAfterMs: null },
};

async function settled<Value>(call: Promise<Value>): Promise<ApiResult<Value>> {
  try {
    return { ok: true, value: await call };
  } catch (error) {
    return { ok: false, fault: faultOf(error) };
  }
}

/**
 * Returns the fault of an error. Errors of the network name the address, which contains the token, so they are dropped.
 */
function faultOf(error: unknown): ApiFault {
  if (!(error instanceof GrammyError)) return { kind: 'later', reason: 'no readable answer', retryAfterMs: null };
  const { error_code: code, parameters } = error;
  if (code === 403) return { kind: 'gone' };
  if (code === 409) return { kind: 'conflict' };
  if (code === 401 || code === 404) return { kind: 'unknown_bot' };
  const reason = `status ${code}`;
  if (code === 400) return isChatGone(error.description) ? { kind: 'gone' } : { kind: 'refused', reason };
  const seconds = parameters?.retry_after;
  const retryAfterMs = typeof seconds === 'number' && seconds > 0 ? seconds * 1_000 : null;
  return { kind: 'later', reason, retryAfterMs };
}

const isChatGone = (description: unknown): boolean =>
  typeof description === 'string' && /chat not found|user is deactivated|PEER_ID_INVALID/i.test(description);
