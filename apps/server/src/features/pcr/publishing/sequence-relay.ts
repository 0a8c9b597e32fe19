import type { Clock, IdSource } from '@vigia/core/kernel';
import type { Bus } from '#platform/bus/bus.ts';
import { SEQUENCE_FORWARDED, SEQUENCE_FOUND, SEQUENCES_WATCHED, USERS_WATCHING } from '../topics.ts';

/** Lifetime of an announcement of viewers in milliseconds: twice the interval between two announcements. */
const WATCHED_FOR_MS = 70_000;

/**
 * Forwards sequences from the process that finds them to the processes that show them. The relay serializes a sequence
 * only if its user has viewers in another process. In a single process it sends nothing.
 */
export class SequenceRelay {
  readonly #bus: Bus;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  /** Name of this process, which ignores its own messages. */
  readonly #name: string;
  /** Users with viewers in other processes, each with the time at which the announcement expires. */
  readonly #watched = new Map<string, number>();
  #isRelaying = false;

  constructor({
    bus,
    clock,
    ids,
  }: { readonly bus: Bus; readonly clock: Pick<Clock, 'monotonicMs'>; readonly ids: IdSource }) {
    this.#bus = bus;
    this.#clock = clock;
    this.#name = ids.next();
  }

  start(): void {
    const bus = this.#bus;
    bus.subscribe(USERS_WATCHING, ({ userIds }) => bus.publish(SEQUENCES_WATCHED, { from: this.#name, userIds }));
    bus.subscribe(SEQUENCES_WATCHED, ({ from, userIds }) => {
      if (from !== this.#name) this.#watch(userIds);
    });
    bus.subscribe(SEQUENCE_FOUND, ({ userId, sequence }) => {
      if (this.#watched.size > 0 && !this.#isRelaying && this.#isWatched(userId))
        bus.publish(SEQUENCE_FORWARDED, { from: this.#name, userId, sequence: sequence() });
    });
    bus.subscribe(SEQUENCE_FORWARDED, ({ from, userId, sequence }) => {
      if (from === this.#name) return;
      this.#isRelaying = true;
      bus.publish(SEQUENCE_FOUND, { userId, sequence: () => sequence });
      this.#isRelaying = false;
    });
  }

  #watch(userIds: readonly string[]): void {
    const nowMs = this.#clock.monotonicMs();
    for (const userId of userIds) this.#watched.set(userId, nowMs + WATCHED_FOR_MS);
    for (const [userId, untilMs] of this.#watched) if (untilMs <= nowMs) this.#watched.delete(userId);
  }

  /** Returns true if another process shows sequences to this user. Always returns true for a built-in setup (null). */
  #isWatched(userId: string | null): boolean {
    return userId === null || (this.#watched.get(userId) ?? 0) > this.#clock.monotonicMs();
  }
}
