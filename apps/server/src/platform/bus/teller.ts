import { type Cancel, type Clock, durationMs } from '@vigia/core/kernel';
import type { Logger } from '../logging/logger.ts';
import { isPassingFault } from '../persistence/connection-fault.ts';

const AGAIN_AFTER_MS = durationMs(1_000);

/** Says one thing; what it needs for that it may read first. */
export type Say = () => void | Promise<void>;

export type TellerDeps = { readonly clock: Pick<Clock, 'after'>; readonly log: Logger };

/**
 * Tells of what has just been stored, in the background and in order. Whoever hears it has no other way to learn of it before
 * he reads everything anew: what cannot be said because the database is away is said once it is back.
 */
export class Teller {
  readonly #deps: TellerDeps;
  readonly #waiting: Say[] = [];
  #telling: Promise<void> | null = null;
  #again: Cancel | null = null;

  constructor(deps: TellerDeps) {
    this.#deps = deps;
  }

  /** To be said after everything before it. */
  tell(say: Say): void {
    this.#waiting.push(say);
    if (this.#again === null) this.#goOn();
  }

  /** Resolves once everything has been said, or cannot be said now. */
  async idle(): Promise<void> {
    await this.#telling;
  }

  /** What could not be said until now is tried once more, and then left to whoever comes after. */
  async stop(): Promise<void> {
    await this.#telling;
    if (this.#again === null) return;
    this.#again();
    this.#goOn();
    await this.#telling;
    this.#again?.();
  }

  #goOn(): void {
    this.#again = null;
    this.#telling ??= this.#sayAll().finally(() => {
      this.#telling = null;
    });
  }

  async #sayAll(): Promise<void> {
    for (let say = this.#waiting[0]; say !== undefined; say = this.#waiting[0]) {
      try {
        await say();
      } catch (error) {
        if (isPassingFault(error)) return this.#later(error);
        this.#deps.log.error({ err: error }, 'what is stored could not be told');
      }
      this.#waiting.shift();
    }
  }

  #later(error: unknown): void {
    const { clock, log } = this.#deps;
    log.warn({ err: error, waiting: this.#waiting.length }, 'what is stored cannot be told now; it is tried again');
    this.#again = clock.after(AGAIN_AFTER_MS, () => this.#goOn());
  }
}
