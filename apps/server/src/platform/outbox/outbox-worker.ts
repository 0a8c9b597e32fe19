import { type Cancel, type Clock, durationMs } from '@vigia/core/kernel';
import type { Logger } from '#platform/logging/logger.ts';
import { isTransientFault } from '#platform/persistence/connection-fault.ts';

const POLL = durationMs(5_000);
const CLEAN_UP = durationMs(60 * 60_000);

/**
 * Longest time that a row may wait for its next attempt. A row with a later attempt was stored by a clock that was
 * wrongly ahead, and is due now.
 */
export const MAX_RETRY_WAIT_MS = 2 * 60 * 60_000;

export type OutboxWorkerDeps = { readonly clock: Clock; readonly log: Logger };

/**
 * Sends the due rows of one outbox table at the start, every five seconds, and when it is woken. One pass runs at a
 * time in a process. Several processes may run this at the same time, because every row is claimed in the database.
 */
export abstract class OutboxWorker {
  readonly #deps: OutboxWorkerDeps;
  readonly #timers = new Set<Cancel>();
  #pass: Promise<void> | null = null;
  #cleaning: Promise<void> = Promise.resolve();
  #isWokenAgain = false;
  #isResting = false;
  #isStopped = true;

  constructor(deps: OutboxWorkerDeps) {
    this.#deps = deps;
  }

  /**
   * Claims due rows for longer than a delivery takes, delivers them, and stores each outcome.
   * @returns true if more rows may be due
   */
  protected abstract sendBatch(): Promise<boolean>;
  /** Deletes rows that were sent or given up long ago. */
  protected abstract cleanUp(): Promise<void>;

  start(): void {
    this.#isStopped = false;
    this.#isResting = false;
    const { clock } = this.#deps;
    this.#timers.add(clock.every(POLL, () => this.wake()));
    this.#timers.add(clock.every(CLEAN_UP, () => this.#cleanSoon()));
    this.#cleanSoon();
    this.wake();
  }

  /** Starts a pass over the due rows. If a pass is running, another one follows it. */
  wake(): void {
    if (this.#isStopped) return;
    this.#isWokenAgain = true;
    this.#pass ??= Promise.resolve().then(() => this.#run());
  }

  wakeAfter(delayMs: number): void {
    if (!this.#isStopped) this.#after(delayMs, () => this.wake());
  }

  /** Starts no pass for this long, and one afterwards. */
  protected restFor(delayMs: number): void {
    if (this.#isStopped) return;
    this.#isResting = true;
    this.#after(delayMs, () => {
      this.#isResting = false;
      this.wake();
    });
  }

  /** Finishes the current batch and claims no other. Waiting rows are sent after the next start. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
    await this.idle();
  }

  /** Resolves when neither a pass nor a clean-up is running. */
  async idle(): Promise<void> {
    await Promise.all([this.#pass, this.#cleaning]);
  }

  #after(delayMs: number, call: () => void): void {
    const cancel = this.#deps.clock.after(durationMs(delayMs), () => {
      this.#timers.delete(cancel);
      call();
    });
    this.#timers.add(cancel);
  }

  async #run(): Promise<void> {
    try {
      while (this.#isWokenAgain && !this.#isStopped && !this.#isResting) {
        this.#isWokenAgain = false;
        while (!this.#isStopped && (await this.sendBatch()));
      }
    } catch (error) {
      // The rows are still due, so the next poll of any worker finds them.
      this.#log(error, 'an outbox could not be read');
    }
    // This runs in the same turn as the last check, so that a wake-up after the check starts the next pass.
    this.#pass = null;
  }

  #cleanSoon(): void {
    this.#cleaning = this.#cleaning
      .then(() => this.cleanUp())
      .catch((error: unknown) => this.#log(error, 'old outbox rows could not be deleted'));
  }

  #log(error: unknown, message: string): void {
    this.#deps.log[isTransientFault(error) ? 'warn' : 'error']({ err: error, worker: this.constructor.name }, message);
  }
}
