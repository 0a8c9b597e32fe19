import type { Clock, IdSource } from '@vigia/core/kernel';
import type { Bus } from '#platform/bus/bus.ts';
import { PEOPLE_WATCHING, SEQUENCE_FOUND, SEQUENCE_TOLD, SEQUENCES_WATCHED } from './topics.ts';

/** Twice as long as those who show sequences take to say again for whom. */
const WATCHED_FOR_MS = 70_000;

/**
 * Carries the sequences of people somebody looks at from the process that finds them to those that show them: only these are
 * written out. Within one process nothing of it happens.
 */
export class SequenceRelay {
  readonly #bus: Bus;
  readonly #clock: Pick<Clock, 'now'>;
  /** This process, so that what it says itself is not taken for another's. */
  readonly #name: string;
  /** People whom other processes show sequences to, and until when. */
  readonly #watched = new Map<string, number>();
  #isRelaying = false;

  constructor({ bus, clock, ids }: { readonly bus: Bus; readonly clock: Pick<Clock, 'now'>; readonly ids: IdSource }) {
    this.#bus = bus;
    this.#clock = clock;
    this.#name = ids.next();
  }

  start(): void {
    const bus = this.#bus;
    bus.subscribe(PEOPLE_WATCHING, ({ userIds }) => bus.publish(SEQUENCES_WATCHED, { from: this.#name, userIds }));
    bus.subscribe(SEQUENCES_WATCHED, ({ from, userIds }) => {
      if (from !== this.#name) this.#watch(userIds);
    });
    bus.subscribe(SEQUENCE_FOUND, ({ userId, sequence }) => {
      if (this.#watched.size > 0 && !this.#isRelaying && this.#isWatched(userId))
        bus.publish(SEQUENCE_TOLD, { from: this.#name, userId, sequence: sequence() });
    });
    bus.subscribe(SEQUENCE_TOLD, ({ from, userId, sequence }) => {
      if (from === this.#name) return;
      this.#isRelaying = true;
      bus.publish(SEQUENCE_FOUND, { userId, sequence: () => sequence });
      this.#isRelaying = false;
    });
  }

  #watch(userIds: readonly string[]): void {
    const nowMs = this.#clock.now();
    for (const userId of userIds) this.#watched.set(userId, nowMs + WATCHED_FOR_MS);
    for (const [userId, untilMs] of this.#watched) if (untilMs <= nowMs) this.#watched.delete(userId);
  }

  /** What the house finds is everybody's. */
  #isWatched(userId: string | null): boolean {
    return userId === null || (this.#watched.get(userId) ?? 0) > this.#clock.now();
  }
}
