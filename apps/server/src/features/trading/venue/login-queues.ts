import type { LoginKey } from './broker-trades.repository.ts';

/** Returns the key of the queue of a login. */
export const keyOf = ({ userId, brokerId }: LoginKey): string => `${userId} ${brokerId}`;

/** Queues of work by key. Jobs of one key run in order, one at a time. */
export class LoginQueues {
  readonly #tails = new Map<string, Promise<void>>();
  readonly #failed: (error: unknown) => void;

  constructor(failed: (error: unknown) => void) {
    this.#failed = failed;
  }

  add(key: string, work: () => Promise<void>): void {
    const tail = (this.#tails.get(key) ?? Promise.resolve())
      .then(work)
      .catch(this.#failed)
      .finally(() => {
        if (this.#tails.get(key) === tail) this.#tails.delete(key);
      });
    this.#tails.set(key, tail);
  }

  /** Resolves when the queues of all selected keys are empty. */
  async idle(isMeant: (key: string) => boolean = () => true): Promise<void> {
    const left = () => [...this.#tails].filter(([key]) => isMeant(key)).map(([, tail]) => tail);
    for (let tails = left(); tails.length > 0; tails = left()) await Promise.all(tails);
  }
}
