import { type Clock, durationMs } from '@vigia/core/kernel';
import type { Logger } from '../logging/logger.ts';
import type { Piece } from './work-stream.ts';

const AT_MOST = 10_000;
const UNDER_WAY_AT_MOST = 256;
const RETRY_AFTER_MS = durationMs(250);

type Deps = {
  readonly keep: (piece: Piece) => Promise<void>;
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Pick<Logger, 'warn'>;
};

/**
 * Messages that NATS has not stored yet, oldest first. Those above the limit are dropped, because the database still
 * holds the work.
 */
export class UnsentWork {
  readonly #keep: (piece: Piece) => Promise<void>;
  readonly #clock: Pick<Clock, 'after'>;
  readonly #log: Pick<Logger, 'warn'>;
  /** Messages in order of arrival; a message in flight stays counted until it is stored. */
  readonly #waiting = new Set<Piece>();
  readonly #underWay = new Set<Piece>();
  #isResting = false;
  #forgotten = 0;

  constructor({ keep, clock, log }: Deps) {
    this.#keep = keep;
    this.#clock = clock;
    this.#log = log;
  }

  /** The number of messages NATS has not stored yet. */
  get count(): number {
    return this.#waiting.size + this.#underWay.size;
  }

  /** The number of messages dropped since the start. */
  get forgotten(): number {
    return this.#forgotten;
  }

  add(piece: Piece): void {
    this.#waiting.add(piece);
    this.#forgetOldest();
    this.#send();
  }

  #forgetOldest(): void {
    for (const piece of this.#waiting) {
      if (this.count <= AT_MOST) return;
      this.#waiting.delete(piece);
      if (this.#forgotten === 0)
        this.#log.warn({ limit: AT_MOST }, 'work waits for NATS: the oldest is forgotten from now on');
      this.#forgotten += 1;
    }
  }

  #send(): void {
    if (this.#isResting) return;
    for (const piece of this.#waiting) {
      if (this.#underWay.size >= UNDER_WAY_AT_MOST) return;
      this.#waiting.delete(piece);
      this.#underWay.add(piece);
      void this.#hand(piece);
    }
  }

  async #hand(piece: Piece): Promise<void> {
    try {
      await this.#keep(piece);
      this.#underWay.delete(piece);
      this.#send();
    } catch {
      this.#underWay.delete(piece);
      this.#waiting.add(piece);
      this.#rest();
    }
  }

  #rest(): void {
    if (this.#isResting) return;
    this.#isResting = true;
    this.#clock.after(RETRY_AFTER_MS, () => {
      this.#isResting = false;
      this.#send();
    });
  }
}
