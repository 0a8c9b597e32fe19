import { type Clock, durationMs } from '@vigia/core/kernel';
import type { Logger } from '../logging/logger.ts';
import type { WorkMessage } from './work-stream.ts';

const AT_MOST = 10_000;
const IN_FLIGHT_AT_MOST = 256;
const RETRY_AFTER_MS = durationMs(250);

type Deps = {
  readonly store: (message: WorkMessage) => Promise<void>;
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Pick<Logger, 'warn'>;
};

/**
 * Messages that NATS has not stored yet, oldest first. Messages above the limit are dropped, because the database still
 * contains the work.
 */
export class UnsentWork {
  readonly #deps: Deps;
  /** Messages in order of arrival. A message that is being sent is still counted until it is stored. */
  readonly #waiting = new Set<WorkMessage>();
  readonly #inFlight = new Set<WorkMessage>();
  #isBackingOff = false;
  /** Whether the last message was refused. */
  #isRefused = false;
  #dropped = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Number of messages that NATS has not stored yet. */
  get count(): number {
    return this.#waiting.size + this.#inFlight.size;
  }

  /** Number of messages that were dropped since the start. */
  get dropped(): number {
    return this.#dropped;
  }

  add(message: WorkMessage): void {
    this.#waiting.add(message);
    this.#dropOldest();
    this.#send();
  }

  #dropOldest(): void {
    for (const message of this.#waiting) {
      if (this.count <= AT_MOST) return;
      this.#waiting.delete(message);
      if (this.#dropped === 0)
        this.#deps.log.warn({ limit: AT_MOST }, 'work waits for NATS: the oldest is dropped from now on');
      this.#dropped += 1;
    }
  }

  #send(): void {
    if (this.#isBackingOff) return;
    for (const message of this.#waiting) {
      if (this.#inFlight.size >= IN_FLIGHT_AT_MOST) return;
      this.#waiting.delete(message);
      this.#inFlight.add(message);
      void this.#store(message);
    }
  }

  async #store(message: WorkMessage): Promise<void> {
    try {
      await this.#deps.store(message);
      this.#inFlight.delete(message);
      this.#isRefused = false;
      this.#send();
    } catch (error) {
      this.#warnOnce(error);
      this.#inFlight.delete(message);
      this.#waiting.add(message);
      this.#backOff();
    }
  }

  /** Logs the first error of an outage, so that the cause is known if the outage does not end. */
  #warnOnce(error: unknown): void {
    if (!this.#isRefused) this.#deps.log.warn({ err: error }, 'work could not be stored in NATS; it is sent again');
    this.#isRefused = true;
  }

  #backOff(): void {
    if (this.#isBackingOff) return;
    this.#isBackingOff = true;
    this.#deps.clock.after(RETRY_AFTER_MS, () => {
      this.#isBackingOff = false;
      this.#send();
    });
  }
}
