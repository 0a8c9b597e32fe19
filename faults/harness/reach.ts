import { setTimeout as sleep } from 'node:timers/promises';
import { NOTIFICATION_TOPICS } from '@vigia/contract';
import { FakeBrowser, PushReceiver, type Sql } from '@vigia/server/testing';
import { z } from 'zod';
import { MailSink } from './mail-sink.ts';
import { change, type Person } from './people.ts';

const POLL_MS = 10;
const QUIET_WITHIN_MS = 10_000;

const Made = z.object({ data: z.object({ id: z.string() }) });
const Ids = z.array(z.object({ id: z.string() }));

/** A message that a receiver took: its id and its content, which a repeat must not change. */
type Taken = { readonly channel: 'push' | 'email'; readonly id: string; readonly content: string };

/** Numbers of the messages that a receiver had taken, and the killed server had not noted yet. */
export type Between = { readonly push: number; readonly email: number };

/** The push service and the mail server of a run. They outlive every kill of the server. */
export class Reach {
  readonly push: PushReceiver;
  readonly mail: MailSink;
  readonly #browser = new FakeBrowser();
  /** Repeats that kills have made necessary, by message. */
  readonly #due = new Map<string, number>();
  #countedPushes = 0;
  #countedMails = 0;

  private constructor(push: PushReceiver, mail: MailSink) {
    this.push = push;
    this.mail = mail;
  }

  static async open(): Promise<Reach> {
    return new Reach(await PushReceiver.start(), await MailSink.start());
  }

  /** Settings with which the server sends its mails here. */
  get environment(): Readonly<Record<string, string>> {
    return { SMTP_URL: this.mail.url };
  }

  /** Subscribes a browser of the user to every topic. Returns the id of the subscription. */
  async subscribe(url: string, person: Person): Promise<string> {
    const body = this.#browser.subscription(this.push.endpoint(person.userId), [...NOTIFICATION_TOPICS]);
    const made = await change(url, person, '/api/v1/push/subscriptions', body);
    return Made.parse(made).data.id;
  }

  /** Resolves when no server is connected any more, so that everything that a killed server sent has been read. */
  async quiet(): Promise<void> {
    const untilMs = performance.now() + QUIET_WITHIN_MS;
    while ((await this.push.connections()) > 0 || this.mail.connections > 0) {
      if (performance.now() > untilMs) throw new Error('a killed server stays connected to its receivers');
      await sleep(POLL_MS);
    }
  }

  /** Counts the messages of the killed server that were taken and not noted. Each of them must be repeated once. */
  async noteKill(sql: Sql): Promise<Between> {
    await this.quiet();
    const waiting = new Set([
      ...(await idsOf(sql`
        SELECT DISTINCT message_id AS id FROM notification_outbox
        WHERE channel = 'push' AND state = 'waiting' AND message_id IS NOT NULL`)),
      ...(await idsOf(sql`SELECT id FROM mail_outbox WHERE state = 'waiting'`)),
    ]);
    const all = this.#taken();
    const ofThisLife = [
      ...all.filter(({ channel }) => channel === 'push').slice(this.#countedPushes),
      ...all.filter(({ channel }) => channel === 'email').slice(this.#countedMails),
    ];
    this.#countedPushes = this.push.received.length;
    this.#countedMails = this.mail.mails.length;
    const between = ofThisLife.filter(({ id }) => waiting.has(id));
    for (const { id } of between) this.#due.set(id, (this.#due.get(id) ?? 0) + 1);
    const count = (channel: Taken['channel']) => between.filter((one) => one.channel === channel).length;
    return { push: count('push'), email: count('email') };
  }

  /** Returns what is wrong with the messages of the whole run: lost, repeated without need, or changed in a repeat. */
  async faults(sql: Sql): Promise<readonly string[]> {
    const rows = await sql<{ channel: 'push' | 'email'; id: string | null; state: string; error: string | null }[]>`
      SELECT channel, message_id AS id, state, last_error AS error FROM notification_outbox
      UNION ALL SELECT 'email', id, state, last_error FROM mail_outbox WHERE kind <> 'notification'`;
    const taken = this.#taken();
    const times = (id: string | null, channel: string) =>
      taken.filter((one) => one.id === id && one.channel === channel).length;
    const known = new Set(rows.map(({ id }) => id));
    const first = new Map(taken.toReversed().map((one) => [one.id, one.content]));
    const wrongCount = [...new Set(taken.map(({ id }) => id))].flatMap((id) => {
      const count = taken.filter((one) => one.id === id).length;
      const wanted = 1 + (this.#due.get(id) ?? 0);
      return count === wanted ? [] : [`message ${id} arrived ${count} times instead of ${wanted}`];
    });
    return [
      ...rows
        .filter(({ state }) => state !== 'sent')
        .map((row) => `a message by ${row.channel} is ${row.state}: ${row.error}`),
      ...rows
        .filter(({ id, channel, state }) => state === 'sent' && times(id, channel) === 0)
        .map(({ id, channel }) => `message ${id} by ${channel} never arrived`),
      ...taken.filter(({ id }) => !known.has(id)).map(({ id }) => `message ${id} is of no notification`),
      ...taken
        .filter(({ id, content }) => first.get(id) !== content)
        .map(({ id }) => `message ${id} was repeated with another content`),
      ...wrongCount,
    ];
  }

  /** Returns the number of messages that arrived. */
  get count(): number {
    return this.push.received.length + this.mail.mails.length;
  }

  /** Returns the number of messages that kills made repeat. */
  get repeats(): number {
    return [...this.#due.values()].reduce((sum, count) => sum + count, 0);
  }

  async stop(): Promise<void> {
    await this.push.stop();
    await this.mail.stop();
  }

  #taken(): readonly Taken[] {
    const pushes = this.push.received.map(({ headers, body }): Taken => {
      const content = JSON.stringify(this.#browser.open(body));
      return { channel: 'push', id: dashed(String(headers['topic'])), content };
    });
    const mails = this.mail.mails.map(
      ({ messageId: id, to, subject }): Taken => ({ channel: 'email', id, content: `${to} ${subject}` }),
    );
    return [...pushes, ...mails];
  }
}

const idsOf = async (rows: PromiseLike<readonly unknown[]>): Promise<readonly string[]> =>
  Ids.parse(await rows).map(({ id }) => id);

/** Returns a topic, which is an id without its dashes, as an id. */
const dashed = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
