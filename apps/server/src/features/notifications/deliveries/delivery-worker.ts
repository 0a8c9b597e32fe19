import type { Clock, IdSource } from '@vigia/core/kernel';
import type { Logger } from '#platform/logging/logger.ts';
import type { Outbox } from '#platform/mail/outbox.ts';
import { MAX_RETRY_WAIT_MS, OutboxWorker } from '#platform/outbox/outbox-worker.ts';
import type { Database, Transaction } from '#platform/persistence/database.ts';
import type { NotificationReader } from '../notification-reader.ts';
import { composeNewsMail, summarizeNotifications } from './compose.ts';
import { describeForMessage } from './describe.ts';
import { nextMessageOf, type ReceiverQueue } from './next-of.ts';
import type { OutboxRow, ReceiverLane } from './outbox.repository.ts';
import * as outbox from './outbox.repository.ts';
import type { OutgoingMessage, PortChannel, ReceiverPort } from './ports.ts';
import { readQueues } from './read-queues.ts';
import { WriteBatcher } from './write-batcher.ts';

/** Delays after failed attempts, in milliseconds. The last one repeats. */
const RETRY_MS = [5_000, 30_000, 120_000, 600_000] as const;
/** Delay of messages to a channel that the installation lacks; it may be set up at the next start. */
const NOT_SET_UP_MS = 600_000;

/** Longest rest after a batch, in milliseconds. */
const REST_MAX_MS = 1_000;

/** Messages to webhooks that may be on their way at once. The others stay due. */
const APART_MOST = 50;

const KEPT_MS = 7 * 24 * 60 * 60_000;

export type DeliveryDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Logger;
  /** A channel without a port is not set up in this installation: its messages wait until they expire. */
  readonly ports: Readonly<Partial<Record<PortChannel, ReceiverPort>>>;
  readonly outbox: Outbox;
  readonly siteUrl: () => string;
  readonly readNotification: NotificationReader;
};

/** A claimed message to a receiver that is no mailbox. */
type Claimed = {
  readonly kind: 'outgoing';
  readonly lane: ReceiverLane;
  readonly channel: PortChannel;
  readonly rows: readonly OutboxRow[];
  readonly outgoing: OutgoingMessage;
};

/** A mail in the mail outbox, whose rows are not marked as sent yet. */
type EnqueuedMail = outbox.MessageRows & { readonly kind: 'mail' };

/**
 * Sends notifications to browsers, chats, webhooks and mailboxes, each at least once and in order for each receiver. A
 * message is sent twice only if the process crashes after sending it and before storing that it was sent; both then
 * have the same id. A mail is handed to the mail outbox in the transaction that marks its notifications as sent.
 */
export class DeliveryWorker extends OutboxWorker {
  readonly #deps: DeliveryDeps;
  readonly #sent: WriteBatcher<outbox.MessageRows>;
  /** Receivers that took a message, by their channel. */
  readonly #takers = new Map<PortChannel, WriteBatcher<string>>();
  /** Messages to webhooks that are on their way, by their lane. */
  readonly #apart = new Map<string, Promise<void>>();

  constructor(deps: DeliveryDeps) {
    super(deps);
    this.#deps = deps;
    const { db, clock } = deps;
    this.#sent = new WriteBatcher((messages) => outbox.markSent(db.sql, messages, clock.now()));
  }

  protected override async sendBatch(): Promise<boolean> {
    const { db, clock } = this.#deps;
    const beganMs = clock.now();
    const { claimed, isMore } = await db.transaction((tx) => this.#claim(tx));
    const sending: Promise<void>[] = [];
    for (const message of claimed) {
      if (message.channel === 'webhook') this.#sendApart(message);
      else sending.push(this.#send(message));
    }
    await Promise.all(sending);
    // A burst leaves half of the time to settlements, which share the processor and the database.
    const tookMs = clock.now() - beganMs;
    if (!isMore || tookMs <= 0) return isMore;
    this.restFor(Math.min(tookMs, REST_MAX_MS));
    return false;
  }

  /** Resolves when neither a pass, nor a clean-up, nor a message to a webhook is on its way. */
  override async idle(): Promise<void> {
    for (;;) {
      await super.idle();
      if (this.#apart.size === 0) return;
      await Promise.all(this.#apart.values());
    }
  }

  /** Sends a message without making the pass wait: a webhook that answers slowly delays no other receiver. */
  #sendApart(message: Claimed): void {
    const sending = this.#send(message)
      .catch((error: unknown) => this.#deps.log.error({ err: error }, 'what became of a message was not stored'))
      .finally(() => {
        this.#apart.delete(keyOf(message.lane));
        this.wake();
      });
    this.#apart.set(keyOf(message.lane), sending);
  }

  protected override cleanUp(): Promise<void> {
    const { db, clock } = this.#deps;
    return outbox.deleteSentRows(db.sql, clock.now() - KEPT_MS);
  }

  /** Decides the next message of each due receiver. Mails leave here; other messages are returned. */
  async #claim(tx: Transaction): Promise<{ claimed: Claimed[]; isMore: boolean }> {
    const nowMs = this.#deps.clock.now();
    await outbox.deferRowsBehind(tx, nowMs);
    const due = await outbox.lockDueReceivers(tx, nowMs, this.#apart.size < APART_MOST);
    // After a leap of the clock a claim can be over while its message is still on its way.
    const lanes = due.filter((lane) => !this.#apart.has(keyOf(lane)));
    if (lanes.length === 0) return { claimed: [], isMore: false };
    const claimed: Claimed[] = [];
    const mails: outbox.MessageRows[] = [];
    const waits: outbox.WaitingRows[] = [];
    let isMore = false;
    for (const queue of await readQueues(tx, lanes, nowMs)) {
      const rows = await this.#dropExpired(tx, queue, nowMs);
      const next = nextMessageOf({ ...queue, rows }, nowMs);
      if (next === null) continue;
      if (next.kind === 'wait') {
        waits.push({ ids: rows.map(idOf), untilMs: Math.min(next.untilMs, nowMs + MAX_RETRY_WAIT_MS) });
        continue;
      }
      isMore = true;
      const message = await this.#take(tx, { ...queue, rows: next.rows });
      if (message === null) continue;
      if (message.kind === 'mail') mails.push(message);
      else claimed.push(message);
    }
    await outbox.claimRows(
      tx,
      claimed.map(({ rows, outgoing }) => ({ ids: rows.map(idOf), messageId: outgoing.id })),
      nowMs + outbox.CLAIM_MS,
    );
    await outbox.markSent(tx, mails, nowMs);
    await outbox.postponeRows(tx, waits);
    return { claimed, isMore };
  }

  /** Gives up rows that are useless by now. The user is notified of those that were tried. */
  async #dropExpired(tx: Transaction, { lane, rows }: ReceiverQueue, nowMs: number): Promise<OutboxRow[]> {
    const expired = rows.filter((row) => row.expires_at.getTime() <= nowMs);
    if (expired.length === 0) return [...rows];
    await outbox.markFailed(tx, expired.map(idOf), 'expired');
    if (expired.some(({ attempts }) => attempts > 0)) {
      await outbox.writeChannelFailed(tx, lane.user_id, lane.channel, nowMs);
    }
    return rows.filter((row) => !expired.includes(row));
  }

  /** Returns the message of the rows, or null if there is none. A mail is enqueued at once. */
  async #take(tx: Transaction, { lane, rows, settings }: ReceiverQueue): Promise<Claimed | EnqueuedMail | null> {
    const { ids, readNotification, siteUrl } = this.#deps;
    const items = rows.flatMap(({ notification }) => {
      const view = notification && readNotification(notification);
      return view ? [{ view, words: describeForMessage(view, settings.time_zone) }] : [];
    });
    const words = items.map((item) => item.words);
    const messageId = rows[0]?.message_id ?? ids.next();
    const rowIds = rows.map(idOf);
    if (items.length === 0 && rows.some(({ notification }) => notification !== null)) {
      await outbox.markFailed(tx, rowIds, 'unreadable');
      return null;
    }
    const expiresMs = Math.max(...rows.map((row) => row.expires_at.getTime()));
    if (lane.channel !== 'email') {
      const attempt = (rows[0]?.attempts ?? 0) + 1;
      const outgoing = { id: messageId, summary: summarizeNotifications(words, messageId), items, expiresMs, attempt };
      return { kind: 'outgoing', lane, channel: lane.channel, rows, outgoing };
    }
    const { address: to } = settings;
    if (to === null) {
      await outbox.markFailed(tx, rowIds, 'no address');
      return null;
    }
    const isDaily = settings.email_daily && !lane.is_urgent;
    const mail = composeNewsMail(words, { to, siteUrl: siteUrl(), isDaily });
    await this.#deps.outbox.enqueue(tx, { id: messageId, kind: 'notification', mail, expiresAt: new Date(expiresMs) });
    return { kind: 'mail', ids: rowIds, messageId };
  }

  async #send({ lane, channel, rows, outgoing }: Claimed): Promise<void> {
    const { db, clock, ports, log } = this.#deps;
    const port = ports[channel];
    const { target: receiverId, user_id: userId } = lane;
    const rowIds = rows.map(idOf);
    if (port === undefined)
      return outbox.postponeRow(db.sql, rowIds, clock.now() + NOT_SET_UP_MS, 'channel is not set up');
    const delivery = await port.deliver(receiverId, outgoing);
    switch (delivery.kind) {
      case 'taken':
        await this.#sent.add({ ids: rowIds, messageId: outgoing.id });
        return this.#takersOf(channel, port).add(receiverId);
      case 'absent':
        return outbox.markFailed(db.sql, rowIds, 'absent');
      case 'gone':
        await outbox.markFailed(db.sql, rowIds, 'gone');
        await outbox.writeChannelFailed(db.sql, userId, channel, clock.now());
        return port.forget(receiverId);
      case 'later': {
        const waitMs =
          delivery.retryAfterMs ?? RETRY_MS[Math.min(outgoing.attempt, RETRY_MS.length) - 1] ?? MAX_RETRY_WAIT_MS;
        const untilMs = clock.now() + Math.min(waitMs, MAX_RETRY_WAIT_MS);
        return outbox.postponeRow(db.sql, rowIds, untilMs, delivery.reason);
      }
      case 'refused':
        log.warn({ channel, receiverId, attempt: outgoing.attempt, reason: delivery.reason }, 'message given up');
        await outbox.markFailed(db.sql, rowIds, delivery.reason);
        await port.recordResult([receiverId], 'failed');
        return outbox.writeChannelFailed(db.sql, userId, channel, clock.now());
    }
  }

  #takersOf(channel: PortChannel, port: ReceiverPort): WriteBatcher<string> {
    const found = this.#takers.get(channel);
    if (found !== undefined) return found;
    const created = new WriteBatcher<string>((receiverIds) => port.recordResult(receiverIds, 'sent'));
    this.#takers.set(channel, created);
    return created;
  }
}

const keyOf = ({ target, is_urgent }: ReceiverLane): string => `${target} ${is_urgent}`;
const idOf = ({ id }: OutboxRow): number => id;
