import { type NotificationTopic, TELEGRAM_CODE_LIFE_MS, type TelegramCode, type TelegramView } from '@vigia/contract';
import { type Clock, err, ok, type Result } from '@vigia/core/kernel';
import type { Cluster, ClusterRun } from '#platform/cluster/cluster.ts';
import type { TelegramBot } from '#platform/config/telegram.ts';
import type { KeyedHash } from '#platform/crypto/keyed-hash.ts';
import type { Logger } from '#platform/logging/logger.ts';
import { SharedThrottle } from '#platform/throttle/shared-throttle.ts';
import { RateLimiter } from '#platform/throttle/throttle.ts';
import type { Caller } from '../accounts/index.ts';
import type { DeliveryResult, OutgoingMessage, ReceiverPort } from '../notifications/index.ts';
import { type BotApi, createBotApi } from './bot-api.ts';
import * as chats from './chat.repository.ts';
import { handleEvent } from './chat-commands.ts';
import { codeHash, type LinkDeps, removeChat } from './linking.ts';
import { messageText } from './message-text.ts';
import type { BotPorts } from './ports.ts';
import { TELEGRAM_UPDATES, UpdateLoop } from './update-loop.ts';
import { readUpdate } from './updates.ts';
import { isSecret, webhookSecret, webhookUrl } from './webhook.ts';
import { BOT_WORDS as words } from './words.es.ts';

const CODE_BYTES = 16;

export type TelegramDeps = LinkDeps & {
  readonly clock: Clock;
  readonly cluster: Cluster;
  readonly log: Logger;
  readonly keyedHash: KeyedHash;
  /** Cryptographically strong random bytes. */
  readonly randomBytes: (length: number) => Buffer;
  /** The bot of the installation; null if it has none. */
  readonly bot: TelegramBot | null;
  /** Public address of the app, without a slash at the end; null if none is configured. */
  readonly siteUrl: string | null;
  readonly ports: BotPorts;
  /** Enqueues a test message to a chat. */
  readonly sendTest: (userId: string, receiverId: string) => Promise<void>;
  readonly reconsider: (receiverId: string) => Promise<void>;
  /** Reports that a notification of a user was written. */
  readonly onWritten: (userId: string) => void;
};

export type TelegramRefusal =
  | 'telegram_missing'
  | 'telegram_unreachable'
  | 'telegram_chat_not_found'
  | 'anonymous_not_allowed';

/** A running bot, and the means to check updates that are posted to this process. */
type Running = { readonly api: BotApi; readonly secret: string };

/** The bot of the installation: chats of users, commands, and messages about notifications. */
export class Telegram implements ReceiverPort {
  readonly #deps: TelegramDeps;
  readonly #bot: Running | null;
  readonly #limiter: RateLimiter;
  readonly #throttle: SharedThrottle;
  #name: string | null = null;
  #run: ClusterRun | null = null;

  constructor(deps: TelegramDeps) {
    this.#deps = deps;
    const { bot, clock, db, keyedHash } = deps;
    this.#bot = bot && { api: createBotApi(bot), secret: webhookSecret(keyedHash, bot.token) };
    this.#limiter = new RateLimiter(clock);
    this.#throttle = new SharedThrottle(db, clock);
  }

  /** Starts to receive updates, in one of the processes that call this. */
  start(): void {
    if (this.#bot === null) return;
    const { cluster, clock, log, siteUrl } = this.#deps;
    const { api, secret } = this.#bot;
    const url = webhookUrl(siteUrl);
    const webhook = url === null ? null : { url, secret };
    const loop = new UpdateLoop({ api, clock, log, webhook, handle: (event) => this.#handle(api, event) });
    this.#run = cluster.runSingleton(TELEGRAM_UPDATES, loop);
  }

  async stop(): Promise<void> {
    await this.#run?.stop();
  }

  /** The secret that Telegram sends with each update; null without a bot. */
  get secret(): string | null {
    return this.#bot?.secret ?? null;
  }

  /**
   * Handles an update that Telegram posted to this process.
   * @param secret the header with the secret
   * @returns false if the sender is not Telegram
   */
  async receive(secret: unknown, update: unknown): Promise<boolean> {
    if (this.#bot === null || !isSecret(secret, this.#bot.secret)) return false;
    const event = readUpdate(update);
    if (event !== null) await this.#handle(this.#bot.api, event);
    return true;
  }

  async view(userId: string): Promise<TelegramView> {
    const row = await chats.findChatOfUser(this.#deps.db.sql, userId);
    return { is_available: this.#bot !== null, chat: row && toChatView(row, this.#deps.clock.now()) };
  }

  /** Creates the code that connects a chat. An earlier code of the user is no longer valid. */
  async newCode(userId: string): Promise<Result<TelegramCode, TelegramRefusal>> {
    const { db, clock, randomBytes } = this.#deps;
    const name = await this.#botName();
    if (!name.ok) return name;
    const code = randomBytes(CODE_BYTES).toString('base64url');
    const expiresMs = clock.now() + TELEGRAM_CODE_LIFE_MS;
    await chats.deleteExpiredCodes(db.sql, clock.now());
    await chats.storeCode(db.sql, userId, codeHash(code), expiresMs);
    return ok({ code, url: `https://t.me/${name.value}?start=${code}`, expires_at: new Date(expiresMs).toISOString() });
  }

  async changeTopics(
    userId: string,
    topics: readonly NotificationTopic[],
  ): Promise<Result<TelegramView, TelegramRefusal>> {
    const { db } = this.#deps;
    const row = await chats.findChatOfUser(db.sql, userId);
    if (row === null) return err('telegram_chat_not_found');
    await chats.writeTopics(db.sql, row.id, [...new Set(topics)]);
    return ok(await this.view(userId));
  }

  /** Sets whether the user's chat may send orders on practice accounts. */
  async allowOrders(
    { principal: { userId, isAnonymous, sessionId }, ip, userAgent }: Caller,
    allows: boolean,
  ): Promise<Result<TelegramView, TelegramRefusal>> {
    const { db, securityLog } = this.#deps;
    if (isAnonymous) return err('anonymous_not_allowed');
    const row = await chats.findChatOfUser(db.sql, userId);
    if (row === null) return err('telegram_chat_not_found');
    await db.transaction(async (tx) => {
      if (!(await chats.writeAllowsOrders(tx, row.id, allows))) return;
      const kind = allows ? 'telegram_orders_on' : 'telegram_orders_off';
      await securityLog.append(tx, [{ userId, kind, sessionId, ip, userAgent, detail: { name: row.name } }]);
    });
    return ok(await this.view(userId));
  }

  /** Sends a test message to the user's chat. */
  async sendTest(userId: string): Promise<Result<null, TelegramRefusal>> {
    const row = await chats.findChatOfUser(this.#deps.db.sql, userId);
    if (row === null) return err('telegram_chat_not_found');
    await this.#deps.sendTest(userId, row.id);
    return ok(null);
  }

  /** Disconnects the user's chat and writes that in it. Does nothing without a chat. */
  async unlink(userId: string): Promise<TelegramView> {
    const { db } = this.#deps;
    const row = await chats.findChatOfUser(db.sql, userId);
    const isRemoved = row !== null && (await db.transaction((tx) => removeChat(tx, this.#deps, row, 'app')));
    // The chat is disconnected even if Telegram does not answer now.
    if (isRemoved) await this.#bot?.api.send(row.chat_id, words.unlinkedInApp);
    return this.view(userId);
  }

  async deliver(receiverId: string, message: OutgoingMessage): Promise<DeliveryResult> {
    const { db, siteUrl } = this.#deps;
    const chat = await chats.findChatOfReceiver(db.sql, receiverId);
    if (chat === null) return { kind: 'absent' };
    if (this.#bot === null) return { kind: 'later', reason: 'no bot', retryAfterMs: null };
    const sent = await this.#bot.api.send(chat.chat_id, messageText(message, siteUrl));
    if (sent.ok) return { kind: 'taken' };
    const { fault } = sent;
    switch (fault.kind) {
      case 'gone':
      case 'later':
      case 'refused':
        return fault;
      case 'conflict':
      case 'unknown_bot':
        return { kind: 'later', reason: fault.kind, retryAfterMs: null };
    }
  }

  recordResult(receiverIds: readonly string[], result: 'sent' | 'failed'): Promise<void> {
    return chats.recordResult(this.#deps.db.sql, receiverIds, result, this.#deps.clock.now());
  }

  async forget(receiverId: string): Promise<void> {
    const { db } = this.#deps;
    const chat = await chats.findChatOfReceiver(db.sql, receiverId);
    if (chat !== null) await db.transaction((tx) => removeChat(tx, this.#deps, chat, 'gone'));
  }

  #handle(api: BotApi, event: Parameters<typeof handleEvent>[1]): Promise<void> {
    return handleEvent({ ...this.#deps, api, limiter: this.#limiter, throttle: this.#throttle }, event);
  }

  /** Returns the user name of the bot, which never changes while the process runs. */
  async #botName(): Promise<Result<string, TelegramRefusal>> {
    if (this.#bot === null) return err('telegram_missing');
    if (this.#name === null) {
      const answer = await this.#bot.api.name();
      if (!answer.ok) return err('telegram_unreachable');
      this.#name = answer.value;
    }
    return ok(this.#name);
  }
}

function toChatView(row: chats.ChatRow, nowMs: number): NonNullable<TelegramView['chat']> {
  const { name, created_at, muted_until: muted, topics, allows_orders, sent_at: sent, failed_at: failed } = row;
  return {
    name,
    linked_at: created_at.toISOString(),
    muted_until: muted !== null && muted.getTime() > nowMs ? muted.toISOString() : null,
    topics,
    allows_orders,
    sent_at: sent?.toISOString() ?? null,
    failed_at: failed !== null && failed > (sent ?? 0) ? failed.toISOString() : null,
  };
}
