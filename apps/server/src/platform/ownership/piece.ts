import { type Clock, durationMs } from '@vigia/core/kernel';
import type { HeldLease, Leases } from '../lease/lease.ts';
import type { Logger } from '../logging/logger.ts';
import type { Held, OwnedWork } from './ownership.ts';

/** Work that takes longer to end has hung: others may have its lease, and its fence stops what it still writes. */
const END_WITHIN = durationMs(5_000);

export type PieceDeps = {
  readonly leases: Leases;
  readonly clock: Clock;
  readonly stopwatchMs: () => number;
  /** How long after its renewal was begun a lease is surely still ours. */
  readonly trustMs: number;
  readonly log: Logger;
};

export type Taken = {
  readonly lease: HeldLease;
  readonly work: OwnedWork;
  /** When the taking of the lease was begun, by the stopwatch. */
  readonly sureSinceMs: number;
  /** Nothing of it is under way here any more, and others may have it. */
  readonly onEnded: () => void;
};

/** A piece of work from the moment its lease was taken until nothing of it is under way here any more. */
export class Piece {
  readonly lease: HeldLease;
  /** Rejects where the work could not be begun. */
  readonly taken: Promise<void>;
  readonly #deps: PieceDeps;
  readonly #work: OwnedWork;
  readonly #onEnded: () => void;
  #sureSinceMs: number;
  #isRenewed = true;
  #leaving: Promise<void> | null = null;

  constructor(deps: PieceDeps, { lease, work, sureSinceMs, onEnded }: Taken) {
    this.#deps = deps;
    this.#work = work;
    this.#onEnded = onEnded;
    this.#sureSinceMs = sureSinceMs;
    this.lease = lease;
    const held: Held = { ...lease, isTrusted: () => this.isSure };
    this.taken = work.take(held);
  }

  /** Whether the lease is to be held on to; so it is while the work is being ended. */
  get isRenewed(): boolean {
    return this.#isRenewed;
  }

  get isLeaving(): boolean {
    return this.#leaving !== null;
  }

  get isSure(): boolean {
    return this.#isRenewed && this.#deps.stopwatchMs() - this.#sureSinceMs < this.#deps.trustMs;
  }

  /** @param begunAtMs when the question was put to which the database said yes */
  renewed(begunAtMs: number): void {
    this.#sureSinceMs = begunAtMs;
  }

  /** Somebody else may own it by now: it is ended here. */
  lose(): void {
    this.#isRenewed = false;
    void this.leave();
  }

  /** Ends the work, also where it could not be begun, then lets others have it. Never rejects. */
  leave(): Promise<void> {
    this.#leaving ??= this.#leave();
    return this.#leaving;
  }

  async #leave(): Promise<void> {
    const { leases, clock, log } = this.#deps;
    const { name } = this.lease;
    const forget = clock.after(END_WITHIN, () => {
      this.#isRenewed = false;
      log.error({ lease: name }, 'work to be given up does not end; others may take it');
    });
    await this.taken.catch(() => undefined);
    await this.#work.giveUp().catch((err: unknown) => log.error({ err, lease: name }, 'work could not be ended well'));
    forget();
    this.#isRenewed = false;
    // Where this fails the lease runs out by itself.
    await leases.release([this.lease]).catch(() => undefined);
    this.#onEnded();
  }
}
