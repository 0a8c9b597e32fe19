import type { BrokerFault } from '@vigia/broker-kit/port';
import { type Cancel, type Clock, durationMs, type Rng } from '@vigia/core/kernel';
import type { BrokerId } from '@vigia/core/vocabulary';
import type { BackgroundWork } from '#platform/background-work.ts';
import type { SessionShards } from '../brokers.ts';

const FIRST_MS = 1_000;
const LONGEST_MS = 5 * 60_000;

type Deps = {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly background: BackgroundWork;
  readonly sessionShards: Pick<SessionShards, 'has'>;
};

/**
 * Schedules automatic reopenings of stored connections: one per user and broker, with growing delays. Only users of
 * this process's shards get one.
 */
export class ReopeningTimers {
  readonly #deps: Deps;
  readonly #open: (userId: string, brokerId: BrokerId) => Promise<void>;
  /** Number of consecutive failures, by user and broker. */
  readonly #failures = new Map<string, number>();
  readonly #timers = new Map<string, Cancel>();

  constructor(deps: Deps, open: (userId: string, brokerId: BrokerId) => Promise<void>) {
    this.#deps = deps;
    this.#open = open;
  }

  /**
   * Schedules the next attempt after a failure.
   * @returns its time, epoch ms
   */
  again(userId: string, brokerId: BrokerId, { retryAfterMs = 0 }: BrokerFault): number {
    const { clock, rng } = this.#deps;
    const key = keyOf(userId, brokerId);
    const failures = this.#failures.get(key) ?? 0;
    this.#failures.set(key, failures + 1);
    const backoffMs = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures, 20)) * (0.5 + rng.next() / 2);
    const waitMs = Math.max(retryAfterMs, backoffMs);
    this.later(userId, brokerId, waitMs);
    return clock.now() + Math.round(waitMs);
  }

  /** Schedules an attempt, which replaces an earlier one, if this process owns the user's shard. */
  later(userId: string, brokerId: BrokerId, waitMs: number): void {
    const { clock, background, sessionShards } = this.#deps;
    const key = keyOf(userId, brokerId);
    this.#timers.get(key)?.();
    if (!sessionShards.has(userId)) return;
    const cancel = clock.after(durationMs(waitMs), () => {
      this.#timers.delete(key);
      background.run('opening a stored broker connection', () => this.#open(userId, brokerId));
    });
    this.#timers.set(key, cancel);
  }

  cancel(userId: string, brokerId: BrokerId): void {
    const key = keyOf(userId, brokerId);
    this.#timers.get(key)?.();
    this.#timers.delete(key);
  }

  /** Resets the count of failures, after a success or a new start by the user. */
  forgive(userId: string, brokerId: BrokerId): void {
    this.#failures.delete(keyOf(userId, brokerId));
  }

  /** Cancels the scheduled reopenings of the selected users, and resets their failures. */
  stop(isMeant: (userId: string) => boolean): void {
    for (const key of [...this.#timers.keys(), ...this.#failures.keys()]) {
      if (!isMeant(userOf(key))) continue;
      this.#timers.get(key)?.();
      this.#timers.delete(key);
      this.#failures.delete(key);
    }
  }
}

const keyOf = (userId: string, brokerId: BrokerId): string => `${userId} ${brokerId}`;
const userOf = (key: string): string => key.slice(0, key.indexOf(' '));
