import type { PushMessage } from '@vigia/contract';
import type { Clock, IdSource } from '@vigia/core/kernel';
import { BURST_MS, type NextMessage, nextMessage, type ReleaseRules, releaseUnder } from '@vigia/core/reach';
import type { Logger } from '#platform/logging/logger.ts';
import type { Outbox } from '#platform/mail/outbox.ts';
import { OutboxWorker, WAIT_MAX_MS } from '#platform/outbox/outbox-worker.ts';
import type { Database, Transaction } from '#platform/persistence/database.ts';
import type { ReadNotification } from '../readable.ts';
import { composeNews, composePush } from './compose.ts';
import { describe } from './describe.ts';
import type { Lane, OutboxRow, ReachSettings } from './outbox.repository.ts';
import * as outbox from './outbox.repository.ts';
import type { PushPort } from './ports.ts';
import { pushTtlS, RETRY_MS } from './times.ts';

const KEPT_MS = 7 * 24 * 60 * 60_000;

export type DeliveryDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Logger;
  readonly push: PushPort;
  readonly outbox: Outbox;
  readonly siteUrl: () => string;
  readonly readNotification: ReadNotification;
};

/** A claimed push message. `attempts` includes the attempt that starts now. */
type Claimed = {
  readonly lane: Lane;
  readonly rows: readonly OutboxRow[];
  readonly messageId: string;
  readonly message: PushMessage;
  readonly attempts: number;
};

/** A receiver with everything that decides its next message. */
type Queue = {
  readonly lane: Lane;
  readonly rows: readonly OutboxRow[];
  readonly sentMs: readonly number[];
  readonly settings: ReachSettings;
};

/**
 * Sends notifications as push messages and mails, each at least once and in order for each receiver. A push message is
 * sent twice only if the process crashes after sending it and before storing that it was sent; both then have the same
 * topic and tag. A mail is handed to the mail outbox in the transaction that marks its notifications as sent.
 */
export class DeliveryWorker extends OutboxWorker {
  readonly #deps: DeliveryDeps;

  constructor(deps: DeliveryDeps) {
    super(deps);
    this.#deps = deps;
  }

  protected override async sendBatch(): Promise<boolean> {
    const { db } = this.#deps;
    const { claimed, isMore } = await db.transaction((tx) => this.#claim(tx));
    await Promise.all(claimed.map((push) => this.#send(push)));
    return isMore;
  }

  protected override cleanUp(): Promise<void> {
    const { db, clock } = this.#deps;
    return outbox.deleteDone(db.sql, clock.now() - KEPT_MS);
  }

  /** Decides the next message of each due receiver. Mails leave here; push messages are returned. */
  async #claim(tx: Transaction): Promise<{ claimed: Claimed[]; isMore: boolean }> {
    const nowMs = this.#deps.clock.now();
    const lanes = await outbox.lockDueLanes(tx, nowMs);
    if (lanes.length === 0) return { claimed: [], isMore: false };
    const claimed: Claimed[] = [];
    let isMore = false;
    for (const queue of await readQueues(tx, lanes, nowMs)) {
      const rows = await this.#dropExpired(tx, queue, nowMs);
      const next = nextOf({ ...queue, rows }, nowMs);
      if (next === null) continue;
      if (next.kind === 'wait') {
        const untilMs = Math.min(next.untilMs, nowMs + WAIT_MAX_MS);
        await outbox.postpone(tx, rows.slice(0, 1).map(idOf), untilMs, null);
        continue;
      }
      isMore = true;
      const push = await this.#take(tx, { ...queue, rows: next.rows }, nowMs);
      if (push !== null) claimed.push(push);
    }
    return { claimed, isMore };
  }

  /** Gives up rows that are useless by now. The user is notified of those that were tried. */
  async #dropExpired(tx: Transaction, { lane, rows }: Queue, nowMs: number): Promise<OutboxRow[]> {
    const expired = rows.filter((row) => row.expires_at.getTime() <= nowMs);
    if (expired.length === 0) return [...rows];
    await outbox.markFailed(tx, expired.map(idOf), 'expired');
    if (expired.some(({ attempts }) => attempts > 0)) {
      await outbox.writeChannelFailed(tx, lane.user_id, lane.channel, nowMs);
    }
    return rows.filter((row) => !expired.includes(row));
  }

  /** Claims the rows for one message. A mail is enqueued at once, and null is returned. */
  async #take(tx: Transaction, { lane, rows, settings }: Queue, nowMs: number): Promise<Claimed | null> {
    const { ids, readNotification, siteUrl } = this.#deps;
    const messages = rows.flatMap(({ notification }) => {
      const view = notification && readNotification(notification);
      return view ? [describe(view, settings.time_zone)] : [];
    });
    const messageId = rows[0]?.message_id ?? ids.next();
    const rowIds = rows.map(idOf);
    if (messages.length === 0 && rows.some(({ notification }) => notification !== null)) {
      await outbox.markFailed(tx, rowIds, 'unreadable');
      return null;
    }
    if (lane.channel === 'push') {
      await outbox.claim(tx, rowIds, messageId, nowMs + outbox.CLAIM_MS);
      const attempts = (rows[0]?.attempts ?? 0) + 1;
      return { lane, rows, messageId, message: composePush(messages, messageId), attempts };
    }
    const { address: to } = settings;
    if (to === null) {
      await outbox.markFailed(tx, rowIds, 'no address');
      return null;
    }
    const isDaily = settings.email_daily && !lane.is_urgent;
    const mail = composeNews(messages, { to, siteUrl: siteUrl(), isDaily });
    const expiresAt = new Date(Math.max(...rows.map((row) => row.expires_at.getTime())));
    await this.#deps.outbox.enqueue(tx, { id: messageId, kind: 'notification', mail, expiresAt });
    await outbox.markSent(tx, rowIds, messageId, nowMs);
    return null;
  }

  async #send({ lane, rows, messageId, message, attempts }: Claimed): Promise<void> {
    const { db, clock, push, log } = this.#deps;
    const subscriptionId = lane.target;
    const rowIds = rows.map(idOf);
    const delivery = await push.deliver(subscriptionId, {
      text: JSON.stringify(message),
      ttlS: pushTtlS(rows, clock.now()),
      topic: messageId.replaceAll('-', ''),
    });
    switch (delivery.kind) {
      case 'taken':
        await outbox.markSent(db.sql, rowIds, messageId, clock.now());
        return push.noteResult(subscriptionId, 'sent');
      case 'gone':
        await outbox.writeChannelFailed(db.sql, lane.user_id, 'push', clock.now());
        return push.forget(subscriptionId);
      case 'later': {
        const waitMs = delivery.retryAfterMs ?? RETRY_MS[Math.min(attempts, RETRY_MS.length) - 1] ?? WAIT_MAX_MS;
        const untilMs = clock.now() + Math.min(waitMs, WAIT_MAX_MS);
        return outbox.postpone(db.sql, rowIds, untilMs, delivery.reason);
      }
      case 'refused':
        log.warn({ subscriptionId, attempts, reason: delivery.reason }, 'push message given up');
        await outbox.markFailed(db.sql, rowIds, delivery.reason);
        await push.noteResult(subscriptionId, 'failed');
        return outbox.writeChannelFailed(db.sql, lane.user_id, 'push', clock.now());
    }
  }
}

const idOf = ({ id }: OutboxRow): number => id;

async function readQueues(tx: Transaction, lanes: readonly Lane[], nowMs: number): Promise<Queue[]> {
  const [rows, sent, settings] = await Promise.all([
    outbox.readWaiting(tx, lanes),
    outbox.readSent(tx, lanes, nowMs - BURST_MS),
    outbox.readSettings(tx, lanes),
  ]);
  return lanes.flatMap((lane) => {
    const isOwn = (one: Pick<Lane, 'target' | 'is_urgent'>) =>
      one.target === lane.target && one.is_urgent === lane.is_urgent;
    const own = settings.find((one) => one.user_id === lane.user_id);
    if (own === undefined) return [];
    const sentMs = sent.filter(isOwn).map((one) => one.sent_at.getTime());
    return [{ lane, rows: rows.filter(isOwn), sentMs, settings: own }];
  });
}

/** Returns the rows of the next message, or how long to wait for it; null if no row is left. */
function nextOf(
  { lane, rows, sentMs, settings }: Queue,
  nowMs: number,
): { readonly kind: 'send'; readonly rows: readonly OutboxRow[] } | Extract<NextMessage, { kind: 'wait' }> | null {
  const [head] = rows;
  if (head === undefined) return null;
  // A message that was tried before is repeated as it was.
  if (head.message_id !== null) {
    return { kind: 'send', rows: rows.filter((row) => row.message_id === head.message_id) };
  }
  const rules = lane.is_urgent ? null : rulesOf(lane, settings);
  const release = rules === null ? (atMs: number) => atMs : releaseUnder(rules);
  // A time of a clock that was wrongly ahead counts as now.
  const createdMs = rows.map((row) => Math.min(row.created_at.getTime(), nowMs));
  const releasesMs = createdMs.map(release);
  const next = nextMessage({ nowMs, releasesMs, sentMs, isDaily: rules?.isDaily ?? false });
  return next.kind === 'wait' ? next : { kind: 'send', rows: rows.slice(0, next.count) };
}

function rulesOf(lane: Lane, settings: ReachSettings): ReleaseRules {
  const { time_zone: timeZone, quiet_from: fromMinute, quiet_to: toMinute } = settings;
  const quiet = fromMinute === null || toMinute === null ? null : { fromMinute, toMinute };
  return { timeZone, quiet, isDaily: lane.channel === 'email' && settings.email_daily };
}
