import { type Cancel, type Clock, durationMs } from '@vigia/core/kernel';
import type { Bus } from '#platform/bus/bus.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { Database } from '#platform/persistence/database.ts';
import { countUnreadOf, findSince, type NotificationRow } from './notification.repository.ts';
import type { NotificationReader } from './notification-reader.ts';
import { NOTIFICATION_CREATED } from './topics.ts';

/** Time in which events of several users share one query, in milliseconds. */
const GATHER = durationMs(50);
const RETRY = durationMs(1_000);
/** Age of the oldest notification that is published. Browsers read older ones when they connect. */
const WINDOW_MS = 60_000;
/** Largest number of notifications of a user that one query publishes. The others are in the list. */
const MOST_AT_ONCE = 50;

export type NewNotificationsDeps = {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly readNotification: NotificationReader;
};

/**
 * Publishes the notifications that triggers have written for users with an open socket. An event of a user only says
 * that there may be new notifications; the database says which. Each is published once in this process.
 */
export class NewNotifications {
  readonly #deps: NewNotificationsDeps;
  readonly #waiting = new Set<string>();
  /** Times of the published notifications, by id. */
  readonly #published = new Map<number, number>();
  #cancel: Cancel | null = null;
  #running: Promise<void> = Promise.resolve();

  constructor(deps: NewNotificationsDeps) {
    this.#deps = deps;
  }

  /** Looks for new notifications of a user soon. Call it after the commit of an event. */
  look(userId: string): void {
    this.#waiting.add(userId);
    this.#cancel ??= this.#deps.clock.after(GATHER, () => this.#begin());
  }

  async stop(): Promise<void> {
    this.#cancel?.();
    this.#cancel = null;
    this.#waiting.clear();
    await this.idle();
  }

  /** Resolves when no query is running. */
  idle(): Promise<void> {
    return this.#running;
  }

  #begin(): void {
    this.#cancel = null;
    const users = [...this.#waiting];
    this.#waiting.clear();
    this.#running = this.#running.then(() => this.#publish(users));
  }

  async #publish(userIds: readonly string[]): Promise<void> {
    const { db, bus, clock, log, readNotification } = this.#deps;
    const sinceMs = clock.now() - WINDOW_MS;
    try {
      const rows = (await findSince(db.sql, userIds, sinceMs, MOST_AT_ONCE)).filter(
        ({ id }) => !this.#published.has(id),
      );
      const unread = await countUnreadOf(db.sql, [...new Set(rows.map((row) => row.user_id))]);
      for (const row of rows) {
        this.#note(row, sinceMs);
        const { user_id: userId } = row;
        const notification = readNotification(row);
        if (notification === null) continue;
        bus.publish(NOTIFICATION_CREATED, { userId, notification, unread: unread.get(userId) ?? 0 });
      }
    } catch (error) {
      log.warn({ err: error }, 'new notifications could not be read');
      for (const userId of userIds) this.#waiting.add(userId);
      this.#cancel ??= clock.after(RETRY, () => this.#begin());
    }
  }

  /** Remembers a published notification, and forgets those that no query returns any more. */
  #note({ id, created_at: createdAt }: NotificationRow, sinceMs: number): void {
    for (const [known, atMs] of this.#published) {
      if (atMs >= sinceMs) break;
      this.#published.delete(known);
    }
    this.#published.set(id, createdAt.getTime());
  }
}
