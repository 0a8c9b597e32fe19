import { PUSH_SUBSCRIPTIONS_MAX, type PushSubscriptionBody, type PushSubscriptionView } from '@vigia/contract';
import { type Cancel, type Clock, err, type IdSource, ok, type Result } from '@vigia/core/kernel';
import { SIGNAL_CHANGED } from '#features/pcr/index.ts';
import { STRATEGY_SIGNAL_CHANGED } from '#features/strategies/index.ts';
import { TRADE_CHANGED } from '#features/trading/index.ts';
import type { BackgroundWork } from '#platform/background-work.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { PushKeys } from '#platform/config/push-keys.ts';
import type { Principal } from '#platform/http/principal.ts';
import { SESSION_ENDED } from '#platform/http/session-ended.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { Database } from '#platform/persistence/database.ts';
import { type WorkQueue, workKind } from '#platform/work/work-queue.ts';
import { enqueueTest } from './outbox.repository.ts';
import { isPushEndpoint } from './public-endpoint.ts';
import { PushOutboxWorker } from './push-outbox-worker.ts';
import { createPushSender } from './push-sender.ts';
import {
  countOthers,
  listSubscriptions,
  putSubscription,
  removeOfSession,
  removeSubscription,
  type SubscriptionRow,
} from './subscriptions.repository.ts';

export type PushDeps = {
  readonly db: Database;
  readonly bus: Bus;
  readonly work: WorkQueue;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Logger;
  readonly background: BackgroundWork;
  readonly keys: PushKeys;
  /** Whether the push service may run on this machine, as in tests. */
  readonly allowLoopback: boolean;
};

/** Kind of the work that wakes the push workers when messages wait in the outbox. */
const PUSHES_WAIT = workKind<null>('push.waiting', { isShared: true });
/** The only key of this work. Any worker may receive it, because each row is claimed in the database. */
const ANY = 'any';

export type PushRefusal = 'push_endpoint_refused' | 'push_subscription_limit' | 'push_subscription_not_found';

/** Messages to users' browsers while the app is closed: subscriptions and delivery. */
export class Push {
  readonly outboxWorker: PushOutboxWorker;
  readonly #deps: PushDeps;
  #stops: Cancel[] = [];
  #isWakeQueued = false;

  constructor(deps: PushDeps) {
    this.#deps = deps;
    const { db, clock, log, keys, allowLoopback } = deps;
    this.outboxWorker = new PushOutboxWorker({ db, clock, log, sender: createPushSender(keys, allowLoopback) });
  }

  get publicKey(): string {
    return this.#deps.keys.publicKey;
  }

  /**
   * Starts to wake the workers when trades end and signals are published. Database triggers write the outbox rows
   * before that.
   */
  start(): void {
    const { bus } = this.#deps;
    const look = () => this.#wakeWorkers();
    this.#stops.push(
      bus.subscribe(TRADE_CHANGED, ({ trade }) => {
        if (trade.status !== 'active') look();
      }),
      bus.subscribe(SIGNAL_CHANGED, look),
      bus.subscribe(STRATEGY_SIGNAL_CHANGED, look),
    );
  }

  /** Starts to send messages from this process. Other processes may send concurrently. */
  startSending(): void {
    const { bus, db, background, work } = this.#deps;
    this.#stops.push(
      work.work(PUSHES_WAIT, ANY, async () => {
        this.outboxWorker.wake();
        return 'done';
      }),
      bus.subscribe(SESSION_ENDED, ({ sessionId }) =>
        background.run('push subscriptions of an ended session', () => removeOfSession(db.sql, sessionId)),
      ),
    );
    this.outboxWorker.start();
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops) stop();
    this.#stops = [];
    await this.outboxWorker.stop();
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
      if ((await countOthers(tx, userId, endpoint)) >= PUSH_SUBSCRIPTIONS_MAX) return null;
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
    const { db, ids, clock } = this.#deps;
    const own = await listSubscriptions(db.sql, principal.userId);
    if (!own.some((row) => row.id === id)) return err('push_subscription_not_found');
    await enqueueTest(db.sql, id, ids.next(), clock.now());
    this.#wakeWorkers();
    return ok(null);
  }

  /** Queues one wake-up for all calls in the same turn of the event loop. */
  #wakeWorkers(): void {
    if (this.#isWakeQueued) return;
    this.#isWakeQueued = true;
    queueMicrotask(() => {
      this.#isWakeQueued = false;
      this.#deps.work.add(PUSHES_WAIT, ANY, null);
    });
  }
}

const viewOf = ({ id, endpoint, topics, created_at }: SubscriptionRow): PushSubscriptionView => ({
  id,
  service: new URL(endpoint).host,
  topics,
  created_at: created_at.toISOString(),
});
