import { type Cancel, durationMs } from '@vigia/core/kernel';
import type { Bus } from '#platform/bus/bus.ts';
import { type WorkQueue, workKind } from '#platform/work/work-queue.ts';
import { SIGNAL_CHANGED } from '../../pcr/index.ts';
import { SIGNAL_DECIDED } from '../../signals/index.ts';
import { STRATEGY_SIGNAL_CHANGED } from '../../strategies/index.ts';
import { TRADE_CHANGED } from '../../trading/index.ts';
import { NOTIFICATIONS_WRITTEN } from '../topics.ts';
import { type DeliveryDeps, DeliveryWorker } from './delivery-worker.ts';
import { enqueueTest, makeRowsDue, type TestReceiver } from './outbox.repository.ts';

/** Kind of the work that wakes the workers when messages may wait in the outbox. */
const MESSAGES_WAIT = workKind<null>('notifications.waiting', { isShared: true });
/** The only key of this work. Any worker may receive it, because each receiver is claimed in the database. */
const ANY = 'any';
/**
 * Shortest time between two wake-ups. The first event wakes at once. Without the gap, a busy minute would search the
 * outbox after each round of settlements, and take from them the processor that they need.
 */
const WAKE_GAP = durationMs(250);

export type DeliveriesDeps = DeliveryDeps & { readonly bus: Bus; readonly work: WorkQueue };

/** The messages about notifications to users' browsers, chats, webhooks and mailboxes. */
export class Deliveries {
  readonly worker: DeliveryWorker;
  readonly #deps: DeliveriesDeps;
  #stops: Cancel[] = [];
  #gap: Cancel | null = null;
  #isWokenInGap = false;

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
    this.#gap?.();
    this.#gap = null;
    await this.worker.stop();
  }

  /** Sends a test message to one of the user's receivers. */
  async sendTest(receiver: TestReceiver): Promise<void> {
    const { db, clock } = this.#deps;
    await enqueueTest(db.sql, receiver, clock.now());
    this.#wakeWorkers();
  }

  /** Decides the waiting messages of a receiver again, after its silence changed. */
  async reconsider(receiverId: string): Promise<void> {
    const { db, clock } = this.#deps;
    await makeRowsDue(db.sql, receiverId, clock.now());
    this.#wakeWorkers();
  }

  /** Queues a wake-up, at most one in each {@link WAKE_GAP}. */
  #wakeWorkers(): void {
    if (this.#gap !== null) {
      this.#isWokenInGap = true;
      return;
    }
    const { clock, work } = this.#deps;
    this.#gap = clock.after(WAKE_GAP, () => {
      this.#gap = null;
      if (!this.#isWokenInGap) return;
      this.#isWokenInGap = false;
      this.#wakeWorkers();
    });
    work.add(MESSAGES_WAIT, ANY, null);
  }
}
