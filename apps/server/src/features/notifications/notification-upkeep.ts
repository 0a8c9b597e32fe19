import { type Cancel, type Clock, durationMs } from '@vigia/core/kernel';
import type { Logger } from '#platform/logging/logger.ts';
import type { Database } from '#platform/persistence/database.ts';
import { deleteOld } from './notification.repository.ts';

const HOUR = durationMs(60 * 60_000);
export const NOTIFICATIONS_KEPT_MS = 90 * 24 * 60 * 60_000;
/** Largest number of notifications of a user that an upkeep leaves. */
export const NOTIFICATIONS_KEPT_PER_USER = 1_000;

/** Deletes notifications after 90 days, and a user's oldest beyond a thousand, at the start and every hour. */
export class NotificationUpkeep {
  readonly #deps: { readonly db: Database; readonly clock: Clock; readonly log: Logger };
  #cancel: Cancel | null = null;
  #running: Promise<void> = Promise.resolve();

  constructor(deps: { readonly db: Database; readonly clock: Clock; readonly log: Logger }) {
    this.#deps = deps;
  }

  start(): void {
    this.#cancel = this.#deps.clock.every(HOUR, () => this.#tendSoon());
    this.#tendSoon();
  }

  async stop(): Promise<void> {
    this.#cancel?.();
    await this.#running;
  }

  #tendSoon(): void {
    const { db, clock, log } = this.#deps;
    this.#running = this.#running
      .then(() => deleteOld(db.sql, clock.now(), NOTIFICATIONS_KEPT_MS, NOTIFICATIONS_KEPT_PER_USER))
      // The next hourly run deletes them.
      .catch((error: unknown) => log.warn({ err: error }, 'old notifications could not be deleted'));
  }
}
