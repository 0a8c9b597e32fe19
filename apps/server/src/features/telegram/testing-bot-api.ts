import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { ApiMethods, ApiResponse, Message, Opts, Update, UserFromGetMe } from 'grammy/types';
import { z } from 'zod';

/** Token of the bot in tests. */
export const BOT_TOKEN = `123456789:${'CANARYtoken'.repeat(4)}`;

/** Ways in which a call for a message goes wrong. `half` and `silent` lose the response after the message was taken. */
export type BotApiFault =
  | { readonly kind: 'status'; readonly status: number; readonly description?: string; readonly retryAfterS?: number }
  | { readonly kind: 'half' }
  | { readonly kind: 'silent' }
  | { readonly kind: 'body'; readonly text: string }
  /** The call is answered when the test calls `release`. */
  | { readonly kind: 'slow' };

export type SentMessage = { readonly chatId: number; readonly text: string; readonly button: string | null };

const Chat = z.number().int();
const Updates = z.array(z.enum(['message', 'callback_query', 'my_chat_member']));
const Html = { text: z.string().min(1).max(4_096), parse_mode: z.literal('HTML') };
/** Parameters of each method that the bot may call, no others. */
const METHODS = {
  getMe: z.strictObject({}),
  getUpdates: z.strictObject({
    offset: z.number().int(),
    limit: z.number().int().optional(),
    timeout: z.number().int().max(50),
    allowed_updates: Updates.optional(),
  }),
  sendMessage: z.strictObject({
    chat_id: Chat,
    ...Html,
    link_preview_options: z.strictObject({ is_disabled: z.boolean() }),
    reply_markup: z
      .strictObject({
        inline_keyboard: z.array(
          z.array(z.strictObject({ text: z.string(), callback_data: z.string().min(1).max(64) })),
        ),
      })
      .optional(),
  }),
  editMessageText: z.strictObject({ chat_id: Chat, message_id: z.number().int(), ...Html }),
  answerCallbackQuery: z.strictObject({ callback_query_id: z.string(), text: z.string().max(200) }),
  setMyCommands: z.strictObject({
    commands: z.array(
      z.strictObject({ command: z.string().regex(/^[a-z0-9_]{1,32}$/), description: z.string().min(1).max(256) }),
    ),
  }),
  setWebhook: z.strictObject({
    url: z.url(),
    secret_token: z.string().regex(/^[\w-]{1,256}$/),
    max_connections: z.literal(1),
    allowed_updates: Updates,
  }),
  deleteWebhook: z.strictObject({}),
} as const satisfies { readonly [Name in keyof ApiMethods]?: z.ZodType };
type Method = keyof typeof METHODS;
const isMethod = (name: string): name is Method => name in METHODS;

/** The same object type whose optional properties cannot be undefined, as in the types of grammY. */
type Exact<Shape> = { [Key in keyof Shape]: Exclude<Shape[Key], undefined> };
/** The types of grammY accept what the schemas accept. A difference is an error of the compiler. */
type Accepted = {
  readonly [Name in Method]: Exact<z.infer<(typeof METHODS)[Name]>> extends Opts<Name> ? true : false;
};
export const ACCEPTED_BY_GRAMMY: Accepted = {
  getMe: true,
  getUpdates: true,
  sendMessage: true,
  editMessageText: true,
  answerCallbackQuery: true,
  setMyCommands: true,
  setWebhook: true,
  deleteWebhook: true,
};

const ME: UserFromGetMe = {
  id: 123_456_789,
  is_bot: true,
  first_name: 'Vigía',
  username: 'vigia_prueba_bot',
  can_join_groups: false,
  can_read_all_group_messages: false,
  can_manage_bots: false,
  supports_guest_queries: false,
  supports_inline_queries: false,
  supports_join_request_queries: false,
  can_connect_to_business: false,
  has_main_web_app: false,
  has_topics_enabled: false,
  allows_users_to_create_topics: false,
};

type NewUpdate = Omit<Update, 'update_id'>;

/** The Bot API on this machine. It answers as Telegram does, unless the test sets mishaps. */
export class FakeBotApi {
  /** Messages that were taken, in order. */
  readonly sent: SentMessage[] = [];
  /** Texts that replaced that of a message, and notices of pressed buttons. */
  readonly edits: string[] = [];
  readonly notices: string[] = [];
  readonly calls: { readonly method: string; readonly payload: unknown }[] = [];
  /** Mishaps of the next calls for messages. */
  readonly mishaps: BotApiFault[] = [];
  /** Answers with which the next requests for updates fail. */
  readonly pollStatuses: number[] = [];
  readonly blockedChats = new Set<number>();
  /** False: a request for updates is answered at once, as by a proxy that does not wait. */
  waitsForUpdates = true;
  /** True while every call fails. */
  isDown = false;
  webhook: { readonly url: string; readonly secret: string } | null = null;
  /** Called when a message was taken, before its response. */
  onReceived: () => void = () => undefined;
  readonly #server: Server;
  readonly #updates: Update[] = [];
  #release: () => void = () => undefined;
  #wake: () => void = () => undefined;
  #nextId = 700;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<FakeBotApi> {
    const server = createServer((request, response) => void fake.#answer(request, response));
    const fake = new FakeBotApi(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return fake;
  }

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the fake is not listening');
    return `http://127.0.0.1:${address.port}`;
  }

  /** Texts sent to a chat, in order. */
  textsOf(chatId: number): string[] {
    return this.sent.filter((message) => message.chatId === chatId).map(({ text }) => text);
  }

  /** Hands an update to the next request for updates. Returns it as Telegram would post it. */
  add(update: NewUpdate): Update {
    const added = { update_id: this.#nextId++, ...update };
    this.#updates.push(added);
    this.#wake();
    return added;
  }

  /** Number of updates that were not confirmed. */
  get unconfirmed(): number {
    return this.#updates.length;
  }

  /** True while a slow call waits for `release`. */
  isHolding = false;

  release(): void {
    this.#release();
  }

  async #hold(): Promise<void> {
    this.isHolding = true;
    await new Promise<void>((resolve) => {
      this.#release = resolve;
    });
    this.isHolding = false;
  }

  /** Returns the number of open connections. A sender that was killed has none after its last bytes are read. */
  connections(): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
    });
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, token, method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? '') ?? [];
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const body = Buffer.concat(pieces).toString();
    const payload: unknown = body === '' ? {} : JSON.parse(body);
    this.calls.push({ method, payload });
    if (this.isDown) return fail(response, 502, 'Bad Gateway');
    if (token !== BOT_TOKEN) return fail(response, 401, 'Unauthorized');
    if (!isMethod(method)) return fail(response, 404, 'Not Found');
    const read = METHODS[method].safeParse(payload);
    if (!read.success) return fail(response, 400, `Bad Request: ${read.error.message}`);
    switch (method) {
      case 'getMe':
        return succeed(response, ME);
      case 'getUpdates':
        return this.#giveUpdates(METHODS.getUpdates.parse(payload), response);
      case 'sendMessage':
        return this.#take(METHODS.sendMessage.parse(payload), response);
      case 'editMessageText': {
        const { text } = METHODS.editMessageText.parse(payload);
        if (this.edits.at(-1) === text) return fail(response, 400, 'Bad Request: message is not modified');
        this.edits.push(text);
        return succeed(response, true);
      }
      case 'answerCallbackQuery':
        this.notices.push(METHODS.answerCallbackQuery.parse(payload).text);
        return succeed(response, true);
      case 'setWebhook': {
        const { url, secret_token: secret } = METHODS.setWebhook.parse(payload);
        this.webhook = { url, secret };
        return succeed(response, true);
      }
      case 'deleteWebhook':
        this.webhook = null;
        return succeed(response, true);
      case 'setMyCommands':
        return succeed(response, true);
    }
  }

  async #giveUpdates(
    { offset, timeout }: { readonly offset: number; readonly timeout: number },
    response: ServerResponse,
  ): Promise<void> {
    const status = this.pollStatuses.shift();
    if (status !== undefined) return fail(response, status, 'Conflict: terminated by other getUpdates request');
    while (this.#updates[0] !== undefined && this.#updates[0].update_id < offset) this.#updates.shift();
    if (this.#updates.length === 0 && timeout > 0 && this.waitsForUpdates) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        response.once('close', resolve);
      });
    }
    succeed(response, [...this.#updates]);
  }

  async #take(message: z.infer<(typeof METHODS)['sendMessage']>, response: ServerResponse): Promise<void> {
    const { chat_id: chatId, text, reply_markup: markup } = message;
    const mishap = this.mishaps.shift();
    if (mishap?.kind === 'status') return fail(response, mishap.status, mishap.description, mishap.retryAfterS);
    if (mishap?.kind === 'body') return void response.writeHead(200).end(mishap.text);
    if (this.blockedChats.has(chatId)) return fail(response, 403, 'Forbidden: bot was blocked by the user');
    if (!isHtml(text)) return fail(response, 400, "Bad Request: can't parse entities");
    if (mishap?.kind === 'slow') await this.#hold();
    this.sent.push({ chatId, text, button: markup?.inline_keyboard[0]?.[0]?.callback_data ?? null });
    this.onReceived();
    if (mishap?.kind === 'silent') return;
    if (mishap?.kind === 'half') {
      response.writeHead(200, { 'content-length': '500' });
      response.write('{"ok":true,"result":{"message_id":', () => response.destroy());
      return;
    }
    const chat = { id: chatId, type: 'private' as const, first_name: 'Ana' };
    const from = { id: ME.id, is_bot: true, first_name: ME.first_name };
    succeed(response, {
      message_id: this.sent.length,
      date: 1_800_000_000,
      chat,
      from,
      text,
    } satisfies Message.TextMessage);
  }
}

/** Returns a text message as an update. */
export const textUpdate = (chatId: number, text: string, type: 'private' | 'group' = 'private'): NewUpdate => ({
  message: {
    message_id: 1,
    date: 1_800_000_000,
    chat: type === 'private' ? { id: chatId, type, first_name: 'Ana' } : { id: chatId, type, title: 'Mesa' },
    from: { id: Math.abs(chatId), is_bot: false, first_name: 'Ana', username: `ana${Math.abs(chatId)}` },
    text,
  },
});

/** Returns a pressed button as an update. */
export const buttonUpdate = (chatId: number, data: string): NewUpdate => ({
  callback_query: {
    id: `pressed ${data}`,
    from: { id: chatId, is_bot: false, first_name: 'Ana' },
    chat_instance: 'x',
    data,
    message: {
      message_id: 5,
      date: 1_800_000_000,
      chat: { id: chatId, type: 'private', first_name: 'Ana' },
      text: 'x',
    },
  },
});

/** Returns as an update that the owner of a chat blocked the bot. */
export const blockedUpdate = (chatId: number): NewUpdate => {
  const user = { id: ME.id, is_bot: true, first_name: ME.first_name };
  return {
    my_chat_member: {
      chat: { id: chatId, type: 'private', first_name: 'Ana' },
      from: { id: chatId, is_bot: false, first_name: 'Ana' },
      date: 1_800_000_000,
      old_chat_member: { status: 'member', user },
      new_chat_member: { status: 'kicked', user, until_date: 0 },
    },
  };
};

/** Checks the tags and entities that this feature may use; Telegram refuses all other markup. */
function isHtml(text: string): boolean {
  const bare = text
    .replace(/<b>([^<>]*)<\/b>/g, '$1')
    .replace(/<a href="[^"<>]*">([^<>]*)<\/a>/g, '$1')
    .replace(/&(?:lt|gt|amp|quot);/g, '');
  return !/[<>&]/.test(bare);
}

const succeed = <Result>(response: ServerResponse, result: Result): void =>
  reply(response, 200, { ok: true, result } satisfies ApiResponse<Result>);

function fail(response: ServerResponse, status: number, description = 'x', retryAfterS?: number): void {
  const parameters = retryAfterS === undefined ? {} : { parameters: { retry_after: retryAfterS } };
  reply(response, status, { ok: false, error_code: status, description, ...parameters } satisfies ApiResponse<never>);
}

const reply = (response: ServerResponse, status: number, body: object): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
