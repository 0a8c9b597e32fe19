import type { Cancel } from '@vigia/core/kernel';
import type { Bus } from '#platform/bus/bus.ts';
import { type WorkQueue, workKind } from '#platform/work/work-queue.ts';
import { SIGNAL_CHANGED } from '../../pcr/index.ts';
import { SIGNAL_DECIDED } from '../../signals/index.ts';
import { STRATEGY_SIGNAL_CHANGED } from '../../strategies/index.ts';
import { TRADE_CHANGED } from '../../trading/index.ts';
import { NOTIFICATIONS_WRITTEN } from '../topics.ts';
import { type DeliveryDeps, DeliveryWorker } from './delivery-worker.ts';
import { enqueueTest, type TestReceiver } from './outbox.repository.ts';

/** Kind of the work that wakes the workers when messages may wait in the outbox. */
const MESSAGES_WAIT = workKind<null>('notifications.waiting', { isShared: true });
/** The only key of this work. Any worker may receive it, because each receiver is claimed in the database. */
const ANY = 'any';

export type DeliveriesDeps = DeliveryDeps & { readonly bus: Bus; readonly work: WorkQueue };

/** The messages about notifications to users' browsers, chats, webhooks and mailboxes. */
export class Deliveries {
  readonly worker: DeliveryWorker;
  readonly #deps: DeliveriesDeps;
  #stops: Cancel[] = [];
  #isWakeQueued = false;

  constructor(deps: DeliveriesDeps) {
    this.#deps = deps;
    this.worker = new DeliveryWorker(deps);
  }

  /** Starts to wake the workers after events that write notifications. Triggers have written the outbox before that. */
  start(): void {
    const { bus } = this.#deps;
    const wake = () => this.#wakeWorkers();
    for (const topic of [SIGNAL_CHANGED, STRATEGY_SIGNAL_CHANGED, SIGNAL_DECIDED, NOTIFICATIONS_WRITTEN] as const)
      this.#stops.push(bus.subscribe<unknown>(topic, wake));
    this.#stops.push(bus.subscribe(TRADE_CHANGED, wake));
  }

  /** Starts to send messages from this process. Other processes may send concurrently. */
  startSending(): void {
    const { work } = this.#deps;
    this.#stops.push(
      work.work(MESSAGES_WAIT, ANY, async () => {
        this.worker.wake();
        return 'done';
      }),
    );
    this.worker.start();
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops) stop();
    this.#stops = [];
    await this.worker.stop();
  }

  /** Sends a test message to one of the user's receivers. */
  async sendTest(receiver: TestReceiver): Promise<void> {
    const { db, clock } = this.#deps;
    await enqueueTest(db.sql, receiver, clock.now());
    this.#wakeWorkers();
  }

  /** Queues one wake-up for all calls in the same turn of the event loop. */
  #wakeWorkers(): void {
    if (this.#isWakeQueued) return;
    this.#isWakeQueued = true;
    queueMicrotask(() => {
      this.#isWakeQueued = false;
      this.#deps.work.add(MESSAGES_WAIT, ANY, null);
    });
  }
}
