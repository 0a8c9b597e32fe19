import { type Clock, durationMs } from '@vigia/core/kernel';
import type { Logger } from '../logging/logger.ts';
import { OUTAGE_MESSAGES } from '../logging/outage-messages.ts';
import type { SingletonWork } from './cluster.ts';
import type { Lease, LeaseStore } from './lease-store.ts';

/**
 * Time after which work that is being stopped counts as hanging. Its lease is then given up, and the fencing token
 * refuses its later writes.
 */
const STOP_WITHIN = durationMs(5_000);

export type LeaseDeps = {
  readonly store: LeaseStore;
  readonly clock: Clock;
  /** Time after the start of the last renewal in which a lease certainly has no other holder. */
  readonly freshMs: number;
  readonly log: Logger;
};

type Acquired = {
  readonly lease: Lease;
  readonly work: SingletonWork;
  /** Time at which the acquisition started, by the monotonic clock. */
  readonly acquiredMs: number;
  /** Called when the work has stopped and the lease is released. */
  readonly onStopped: () => void;
};

/** Work that runs while its lease is held, from the acquisition until the work has stopped in this process. */
export class LeasedWork {
  readonly lease: Lease;
  /** Resolves when the work has started; rejects if it could not be started. */
  readonly started: Promise<void>;
  readonly #deps: LeaseDeps;
  readonly #work: SingletonWork;
  readonly #onStopped: () => void;
  #renewedMs: number;
  #isHeld = true;
  #stopping: Promise<void> | null = null;

  constructor(deps: LeaseDeps, { lease, work, acquiredMs, onStopped }: Acquired) {
    this.#deps = deps;
    this.#work = work;
    this.#onStopped = onStopped;
    this.#renewedMs = acquiredMs;
    this.lease = lease;
    this.started = work.start({ ...lease, isFresh: () => this.isFresh });
  }

  /** True if the lease must still be renewed, which includes the time in which the work stops. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  get isStopping(): boolean {
    return this.#stopping !== null;
  }

  get isFresh(): boolean {
    return this.#isHeld && this.#deps.clock.monotonicMs() - this.#renewedMs < this.#deps.freshMs;
  }

  /**
   * Handles a renewal of the lease.
   * @param requestedMs time at which the renewal was requested
   */
  onRenewed(requestedMs: number): void {
    this.#renewedMs = requestedMs;
  }

  /** Stops the work without further renewals, because another process may hold the lease now. */
  onLost(): void {
    this.#isHeld = false;
    void this.stop();
  }

  /** Stops the work, even if it could not be started, and releases the lease afterwards. It never rejects. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    const { store, clock, log } = this.#deps;
    const { name } = this.lease;
    const cancel = clock.after(STOP_WITHIN, () => {
      this.#isHeld = false;
      log.error({ lease: name }, OUTAGE_MESSAGES.workDoesNotStop);
    });
    await this.started.catch(() => undefined);
    await this.#work.stop().catch((err: unknown) => log.error({ err, lease: name }, 'work did not stop cleanly'));
    cancel();
    this.#isHeld = false;
    // If the release fails, the lease simply expires.
    await store.release([this.lease]).catch(() => undefined);
    this.#onStopped();
  }
}
