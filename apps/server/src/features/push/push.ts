import { PUSH_SUBSCRIPTIONS_MAX, type PushSubscriptionBody, type PushSubscriptionView } from '@vigia/contract';
import { type Cancel, type Clock, err, type IdSource, ok, type Result } from '@vigia/core/kernel';
import type { BackgroundWork } from '#platform/background-work.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { PushKeys } from '#platform/config/push-keys.ts';
import type { Principal } from '#platform/http/principal.ts';
import { SESSION_ENDED } from '#platform/http/session-ended.ts';
import type { Database } from '#platform/persistence/database.ts';
import type { DeliveryResult, OutgoingMessage, ReceiverPort } from '../notifications/index.ts';
import { isPushEndpoint } from './push-endpoint.ts';
import { createPushSender, type PushSender } from './push-sender.ts';
import { pushMessageOf } from './push-text.ts';
import {
  countOtherSubscriptions,
  deleteGoneSubscription,
  findRecipient,
  listSubscriptions,
  putSubscription,
  recordResult,
  removeSubscription,
  removeSubscriptionsOfSession,
  type SubscriptionRow,
} from './subscriptions.repository.ts';

export type PushDeps = {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly background: BackgroundWork;
  readonly keys: PushKeys;
  /** Whether the push service may run on this machine, as in tests. */
  readonly allowLoopback: boolean;
  /** Enqueues a test message to a subscription of the user. */
  readonly sendTest: (userId: string, subscriptionId: string) => Promise<void>;
};

export type PushRefusal = 'push_endpoint_refused' | 'push_subscription_limit' | 'push_subscription_not_found';

/** Subscriptions of users' browsers, and the messages to them while the app is closed. */
export class Push implements ReceiverPort {
  readonly #deps: PushDeps;
  readonly #sender: PushSender;
  #stop: Cancel = () => undefined;

  constructor(deps: PushDeps) {
    this.#deps = deps;
    this.#sender = createPushSender(deps.keys, deps.allowLoopback, deps.clock);
  }

  get publicKey(): string {
    return this.#deps.keys.publicKey;
  }

  /** Starts to delete the subscriptions of sessions that end. */
  start(): void {
    const { bus, db, background } = this.#deps;
    this.#stop = bus.subscribe(SESSION_ENDED, ({ sessionId }) =>
      background.run('push subscriptions of an ended session', () => removeSubscriptionsOfSession(db.sql, sessionId)),
    );
  }

  stop(): void {
    this.#stop();
  }

  async deliver(subscriptionId: string, message: OutgoingMessage): Promise<DeliveryResult> {
    const to = await findRecipient(this.#deps.db.sql, subscriptionId);
    return to === undefined
      ? { kind: 'absent' }
      : this.#sender.send(to, pushMessageOf(message, this.#deps.clock.now()));
  }

  recordResult(subscriptionIds: readonly string[], result: 'sent' | 'failed'): Promise<void> {
    return recordResult(this.#deps.db.sql, subscriptionIds, result, this.#deps.clock.now());
  }

  forget(subscriptionId: string): Promise<void> {
    return deleteGoneSubscription(this.#deps.db.sql, subscriptionId);
  }

  /** Subscribes this browser to the given topics. */
  async subscribe(
    { userId, sessionId }: Principal,
    { endpoint, keys, topics }: PushSubscriptionBody,
  ): Promise<Result<PushSubscriptionView, PushRefusal>> {
    const { db, ids, clock, allowLoopback } = this.#deps;
    if (!isPushEndpoint(endpoint, allowLoopback)) return err('push_endpoint_refused');
    const row = await db.transaction(async (tx) => {
      // This lock makes concurrent subscriptions of one user run one after the other, so that the limit holds.
      await tx`SELECT 1 FROM users WHERE id = ${userId} FOR UPDATE`;
      if ((await countOtherSubscriptions(tx, userId, endpoint)) >= PUSH_SUBSCRIPTIONS_MAX) return null;
      return putSubscription(tx, {
        id: ids.next(),
        userId,
        sessionId,
        endpoint,
        nowMs: clock.now(),
        p256dh: keys.p256dh,
        auth: keys.auth,
        topics: [...new Set(topics)],
      });
    });
    return row === null ? err('push_subscription_limit') : ok(viewOf(row));
  }

  async list({ userId }: Principal): Promise<PushSubscriptionView[]> {
    return (await listSubscriptions(this.#deps.db.sql, userId)).map(viewOf);
  }

  async unsubscribe({ userId }: Principal, id: string): Promise<Result<null, PushRefusal>> {
    const isRemoved = await removeSubscription(this.#deps.db.sql, userId, id);
    return isRemoved ? ok(null) : err('push_subscription_not_found');
  }

  /** Sends one test message to one browser. */
  async sendTest(principal: Principal, id: string): Promise<Result<null, PushRefusal>> {
    const { db, sendTest } = this.#deps;
    const own = await listSubscriptions(db.sql, principal.userId);
    if (!own.some((row) => row.id === id)) return err('push_subscription_not_found');
    await sendTest(principal.userId, id);
    return ok(null);
  }
}

const viewOf = ({ id, endpoint, topics, created_at, sent_at, failed_at }: SubscriptionRow): PushSubscriptionView => ({
  id,
  service: new URL(endpoint).host,
  topics,
  created_at: created_at.toISOString(),
  sent_at: sent_at?.toISOString() ?? null,
  failed_at: failed_at !== null && failed_at > (sent_at ?? 0) ? failed_at.toISOString() : null,
});
