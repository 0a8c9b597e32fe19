import { setTimeout as sleep } from 'node:timers/promises';
import { NOTIFICATION_TOPICS, REACH_CHANNELS, type ReachChannel } from '@vigia/contract';
import {
  BOT_TOKEN,
  chatTexts,
  FakeBotApi,
  FakeBrowser,
  HookReceiver,
  PushReceiver,
  type Sql,
  textUpdate,
} from '@vigia/server/testing';
import { z } from 'zod';
import { MailSink } from './mail-sink.ts';
import { type Person, proofHeaders, sendChange } from './people.ts';

const POLL_MS = 10;
const QUIET_WITHIN_MS = 10_000;
const LINKED_WITHIN_MS = 20_000;
const FIRST_CHAT = 5_001;

const Made = z.object({ data: z.object({ id: z.string() }) });
const Code = z.object({ data: z.object({ code: z.string() }) });

/** A message that a receiver took: its name and its content, which a repeat must not change. */
type Taken = { readonly channel: ReachChannel; readonly name: string; readonly content: string };

/** Numbers of the messages that a receiver had taken, and the killed server had not noted yet. */
export type UnnotedMessages = Readonly<Record<ReachChannel, number>>;

/**
 * The push service, the mail server, the Bot API and the receiver of webhooks of a run. They outlive every kill of the
 * server. A message is named by its id. A message to a chat carries none, so its chat and text name it; several
 * messages with one name are counted together.
 */
export class MessageReceivers {
  readonly push: PushReceiver;
  readonly mail: MailSink;
  readonly bot: FakeBotApi;
  readonly hook: HookReceiver;
  readonly #browser = new FakeBrowser();
  /** Repeats that kills have made necessary, by the name of the message. */
  readonly #due = new Map<string, number>();
  /** Messages of the bot that only confirmed a connection. */
  readonly #greetings = new Set<string>();
  #chats = 0;

  private constructor(push: PushReceiver, mail: MailSink, bot: FakeBotApi, hook: HookReceiver) {
    this.push = push;
    this.mail = mail;
    this.bot = bot;
    this.hook = hook;
  }

  static async open(): Promise<MessageReceivers> {
    return new MessageReceivers(
      await PushReceiver.start(),
      await MailSink.start(),
      await FakeBotApi.start(),
      await HookReceiver.start(),
    );
  }

  /** Settings with which the server sends to these receivers. */
  get environment(): Readonly<Record<string, string>> {
    return {
      SMTP_URL: this.mail.url,
      TELEGRAM_BOT_TOKEN: BOT_TOKEN,
      TELEGRAM_API_URL: this.bot.url,
      VIGIA_WEBHOOKS_ALLOW_PRIVATE: 'true',
    };
  }

  /** Subscribes a browser of the user to every topic. Returns the id of the subscription. */
  async subscribe(url: string, person: Person): Promise<string> {
    const body = this.#browser.subscription(this.push.endpoint(person.userId), [...NOTIFICATION_TOPICS]);
    const made = await sendChange(url, person, '/api/v1/push/subscriptions', body);
    return Made.parse(made).data.id;
  }

  /** Connects a chat of the user for every topic, and waits until the server has confirmed every update to Telegram. */
  async connectChat(url: string, person: Person): Promise<void> {
    const chatId = FIRST_CHAT + this.#chats++;
    const { code } = Code.parse(
      await sendChange(url, person, '/api/v1/telegram/code', {}, await proofHeaders(url, person)),
    ).data;
    this.bot.add(textUpdate(chatId, `/start ${code}`));
    const untilMs = performance.now() + LINKED_WITHIN_MS;
    while (this.bot.unconfirmed > 0 || this.bot.textsOf(chatId).length === 0) {
      if (performance.now() > untilMs) throw new Error('the chat was not connected');
      await sleep(POLL_MS);
    }
    for (const text of this.bot.textsOf(chatId)) this.#greetings.add(nameIn(chatId, text));
    await sendChange(url, person, '/api/v1/telegram/topics', { topics: [...NOTIFICATION_TOPICS] }, {}, 'PUT');
  }

  /** Creates a webhook of the user for every topic. */
  async createWebhook(url: string, person: Person): Promise<void> {
    const address = this.hook.url(`/${person.userId}`);
    const body = { name: 'Hoja', url: address, topics: [...NOTIFICATION_TOPICS], sends_log_head: false };
    await sendChange(url, person, '/api/v1/notifications/webhooks', body, await proofHeaders(url, person));
  }

  /** Calls this when any message of a channel has arrived, before its response; null ends that. */
  onReceived(channel: ReachChannel, act: (() => void) | null): void {
    const receivers = { push: this.push, email: this.mail, telegram: this.bot, webhook: this.hook };
    receivers[channel].onReceived = act ?? (() => undefined);
  }

  /** Resolves when no server is connected any more, so that everything that a killed server sent has been read. */
  async quiet(): Promise<void> {
    const untilMs = performance.now() + QUIET_WITHIN_MS;
    for (;;) {
      const counts = await Promise.all([this.push, this.bot, this.hook].map((receiver) => receiver.connections()));
      if (this.mail.connections === 0 && counts.every((count) => count === 0)) return;
      if (performance.now() > untilMs) throw new Error('a killed server stays connected to its receivers');
      await sleep(POLL_MS);
    }
  }

  /** Counts the messages of the killed server that were taken and not noted. Each of them must be repeated once. */
  async noteKill(sql: Sql): Promise<UnnotedMessages> {
    await this.quiet();
    const nameOf = await this.#names(sql);
    const noted = await sql<{ id: string }[]>`
      SELECT DISTINCT message_id AS id FROM notification_outbox
      WHERE channel <> 'email' AND state <> 'waiting' AND message_id IS NOT NULL
      UNION SELECT id FROM mail_outbox WHERE state <> 'waiting'`;
    const notedNames = noted.map(({ id }) => nameOf(id));
    const between: Record<ReachChannel, number> = { push: 0, email: 0, telegram: 0, webhook: 0 };
    for (const [name, taken] of byName(this.#taken())) {
      const due = this.#due.get(name) ?? 0;
      const isNoted = notedNames.filter((one) => one === name).length;
      const open = Math.max(0, taken.length - isNoted - due);
      if (open > 0) this.#due.set(name, due + open);
      if (taken[0] !== undefined) between[taken[0].channel] += open;
    }
    return between;
  }

  /** Returns what is wrong with the messages of the whole run: lost, repeated without need, or changed in a repeat. */
  async faults(sql: Sql): Promise<readonly string[]> {
    const rows = await sql<{ channel: ReachChannel; id: string | null; state: string; error: string | null }[]>`
      SELECT channel, message_id AS id, state, last_error AS error FROM notification_outbox
      UNION ALL SELECT 'email', id, state, last_error FROM mail_outbox WHERE kind <> 'notification'`;
    const nameOf = await this.#names(sql);
    const taken = byName(this.#taken());
    const messages = new Map(rows.map(({ id, channel }) => [id, { name: id === null ? '' : nameOf(id), channel }]));
    const expected = byName([...messages.values()]);
    return [
      ...rows
        .filter(({ state }) => state !== 'sent')
        .map((row) => `a message by ${row.channel} is ${row.state}: ${row.error}`),
      ...[...expected].flatMap(([name, same]) => {
        const count = taken.get(name)?.length ?? 0;
        const wanted = same.length + (this.#due.get(name) ?? 0);
        return count === wanted ? [] : [`${same[0]?.channel} ${name} arrived ${count} times instead of ${wanted}`];
      }),
      ...[...taken.keys()].filter((name) => !expected.has(name)).map((name) => `${name} is of no notification`),
      ...[...taken.values()]
        .filter((same) => same.some(({ content }) => content !== same[0]?.content))
        .map(([one]) => `message ${one?.name} was repeated with another content`),
    ];
  }

  /** Returns the number of messages that arrived by each channel. */
  get counts(): string {
    const taken = this.#taken();
    return REACH_CHANNELS.map((one) => `${one} ${taken.filter(({ channel }) => channel === one).length}`).join(', ');
  }

  /** Returns the number of messages that kills made repeat. */
  get repeats(): number {
    return [...this.#due.values()].reduce((sum, count) => sum + count, 0);
  }

  async stop(): Promise<void> {
    await Promise.all([this.push.stop(), this.mail.stop(), this.bot.stop(), this.hook.stop()]);
  }

  /** Returns the name of a message by its id. */
  async #names(sql: Sql): Promise<(id: string) => string> {
    const inChats = new Map((await chatTexts(sql)).map(({ id, chatId, text }) => [id, nameIn(chatId, text)]));
    return (id) => inChats.get(id) ?? id;
  }

  #taken(): readonly Taken[] {
    const pushes = this.push.received.map(({ headers, body }): Taken => {
      const content = JSON.stringify(this.#browser.open(body));
      return { channel: 'push', name: dashed(String(headers['topic'])), content };
    });
    const mails = this.mail.mails.map(
      ({ messageId: name, to, subject }): Taken => ({ channel: 'email', name, content: `${to} ${subject}` }),
    );
    const inChats = this.bot.sent.map(({ chatId, text }): Taken => {
      const name = nameIn(chatId, text);
      return { channel: 'telegram', name, content: name };
    });
    const requests = this.hook.received.map(({ headers, body, path }): Taken => {
      return { channel: 'webhook', name: String(headers['vigia-delivery']), content: `${path} ${body}` };
    });
    return [...pushes, ...mails, ...requests, ...inChats.filter(({ name }) => !this.#greetings.has(name))];
  }
}

/** Returns the items with each name. */
function byName<Item extends { readonly name: string }>(items: readonly Item[]): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(item.name, [...(groups.get(item.name) ?? []), item]);
  return groups;
}

const nameIn = (chatId: number, text: string): string => `chat ${chatId}: ${text}`;

/** Restores the dashes of an id. A push topic is an id without them. */
const dashed = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
