import { type Cancel, type Clock, durationMs } from '@vigia/core/kernel';
import type { Logger } from '../logging/logger.ts';
import { isTransientFault } from '../persistence/connection-fault.ts';

const RETRY_AFTER_MS = durationMs(1_000);

/** Publishes one event. It may first read from the database. */
export type Publication = () => void | Promise<void>;

export type PublisherDeps = { readonly clock: Pick<Clock, 'after'>; readonly log: Logger };

/**
 * Publishes events about committed rows, in the background and in order. An event that fails because the database is
 * unavailable is retried. Without the retry, subscribers would see the change only when they read everything again.
 */
export class PostCommitPublisher {
  readonly #deps: PublisherDeps;
  readonly #waiting: Publication[] = [];
  #publishing: Promise<void> | null = null;
  #retry: Cancel | null = null;

  constructor(deps: PublisherDeps) {
    this.#deps = deps;
  }

  /** Publishes an event after all earlier events. */
  publish(publication: Publication): void {
    this.#waiting.push(publication);
    if (this.#retry === null) this.#resume();
  }

  /** Resolves when every event is either published or waiting for a retry. */
  async idle(): Promise<void> {
    await this.#publishing;
  }

  /** Retries the waiting events once. The next lease holder publishes the rest. */
  async stop(): Promise<void> {
    await this.#publishing;
    if (this.#retry === null) return;
    this.#retry();
    this.#resume();
    await this.#publishing;
    this.#retry?.();
  }

  #resume(): void {
    this.#retry = null;
    this.#publishing ??= this.#publishAll().finally(() => {
      this.#publishing = null;
    });
  }

  async #publishAll(): Promise<void> {
    for (let publication = this.#waiting[0]; publication !== undefined; publication = this.#waiting[0]) {
      try {
        await publication();
      } catch (error) {
        if (isTransientFault(error)) return this.#retryLater(error);
        this.#deps.log.error({ err: error }, 'an event about a stored row could not be published');
      }
      this.#waiting.shift();
    }
  }

  #retryLater(error: unknown): void {
    const { clock, log } = this.#deps;
    log.warn(
      { err: error, waiting: this.#waiting.length },
      'events about stored rows wait for the database; they are retried',
    );
    this.#retry = clock.after(RETRY_AFTER_MS, () => this.#resume());
  }
}
