import { type Cancel, type Clock, durationMs } from '@vigia/core/kernel';
import type { Bus } from '#platform/bus/bus.ts';
import type { Cluster, ClusterRun } from '#platform/cluster/cluster.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { Database } from '#platform/persistence/database.ts';
import { TICK, type TickMessage } from '../market-data/index.ts';
import { NOTIFICATIONS_WRITTEN } from '../notifications/index.ts';
import { type FiredAlert, fireAlerts, readWaitingAlerts } from './alert.repository.ts';
import { AlertBook, type WaitingAlert } from './alert-book.ts';
import { ALERT_CHANGED } from './topics.ts';

/** Interval at which the stored alerts are compared with the book, because messages about changes may be lost. */
const COMPARE_EVERY = durationMs(30_000);
/** Delay of the next attempt to store what fired. */
const RETRY = durationMs(2_000);

export type AlertWatchDeps = {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly cluster: Pick<Cluster, 'runSingleton'>;
};

type Pending = FiredAlert & Pick<WaitingAlert, 'userId'>;

/**
 * Fires alerts on live prices, in the process that holds the lease. The database fires each of them once, so a former
 * holder that is late does no harm. What fired and could not be stored is stored later, with the price that fired it.
 */
export class AlertWatch {
  readonly #deps: AlertWatchDeps;
  readonly #book = new AlertBook();
  readonly #pending = new Map<string, Pending>();
  #run: ClusterRun | null = null;
  #stops: Cancel[] = [];
  #storing: Promise<void> | null = null;
  #comparing: Promise<void> = Promise.resolve();
  #cancelRetry: Cancel = () => undefined;

  constructor(deps: AlertWatchDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#run = this.#deps.cluster.runSingleton('price-alerts', {
      start: () => this.#begin(),
      stop: () => this.#end(),
    });
  }

  /** Resolves when the alerts of the database are watched. */
  async started(): Promise<void> {
    await this.#run?.started;
  }

  async stop(): Promise<void> {
    await this.#run?.stop();
  }

  /** Compares the stored alerts with the watched ones. */
  compare(): Promise<void> {
    this.#comparing = this.#comparing
      .then(() => this.#compare())
      .catch((error: unknown) => this.#deps.log.warn({ err: error }, 'price alerts could not be read; again in 30 s'));
    return this.#comparing;
  }

  /** Resolves when everything that fired until now is stored, or failed to be. */
  async idle(): Promise<void> {
    await this.#storing;
  }

  async #begin(): Promise<void> {
    const { bus, clock } = this.#deps;
    this.#stops = [
      bus.subscribe(TICK, (tick) => this.#onTick(tick)),
      bus.subscribe(ALERT_CHANGED, () => void this.compare()),
      bus.onReconnected(() => void this.compare()),
      clock.every(COMPARE_EVERY, () => void this.compare()),
    ];
    await this.#compare();
  }

  async #end(): Promise<void> {
    for (const stop of this.#stops) stop();
    this.#stops = [];
    this.#cancelRetry();
    await this.#comparing;
    await this.#storing;
    for (const id of this.#book.ids()) this.#book.remove(id);
  }

  #onTick({ source, symbol, price, timeMs, backfilled }: TickMessage): void {
    if (backfilled) return;
    const fired = this.#book.take(source, symbol, price);
    if (fired !== null) this.#fire(fired, price, timeMs);
  }

  #fire(fired: readonly WaitingAlert[], price: number, atMs: number): void {
    for (const { id, userId } of fired) this.#pending.set(id, { id, userId, price, atMs });
    void this.#store();
  }

  async #store(): Promise<void> {
    this.#storing ??= this.#storeAll().finally(() => {
      this.#storing = null;
    });
    await this.#storing;
  }

  async #storeAll(): Promise<void> {
    const { bus, clock, db, log } = this.#deps;
    while (this.#pending.size > 0) {
      const firings = [...this.#pending.values()];
      try {
        await fireAlerts(db.sql, firings);
      } catch (error) {
        log.warn({ err: error, count: firings.length }, 'fired price alerts could not be stored; again in 2 s');
        this.#cancelRetry = clock.after(RETRY, () => void this.#store());
        return;
      }
      for (const { id } of firings) this.#pending.delete(id);
      for (const userId of new Set(firings.map((one) => one.userId))) bus.publish(NOTIFICATIONS_WRITTEN, { userId });
    }
  }

  async #compare(): Promise<void> {
    const stored = await readWaitingAlerts(this.#deps.db.sql);
    const ids = new Set(stored.map(({ id }) => id));
    for (const id of this.#book.ids()) if (!ids.has(id)) this.#book.remove(id);
    for (const alert of stored) if (!this.#pending.has(alert.id)) this.#book.add(alert);
  }
}
