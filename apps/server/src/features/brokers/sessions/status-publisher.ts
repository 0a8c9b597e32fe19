import type { BrokerId } from '@vigia/core/vocabulary';
import type { BackgroundWork } from '#platform/background-work.ts';

/**
 * Publishes the status of each connection, one publication at a time. Changes during a publication are published
 * together in the next one.
 */
export class StatusPublisher {
  /** Running publications by user and broker. The value is true if the status changed after the publication started. */
  readonly #publishing = new Map<string, boolean>();
  readonly #background: BackgroundWork;
  readonly #publish: (userId: string, brokerId: BrokerId) => Promise<void>;

  constructor(background: BackgroundWork, publish: (userId: string, brokerId: BrokerId) => Promise<void>) {
    this.#background = background;
    this.#publish = publish;
  }

  changed(userId: string, brokerId: BrokerId): void {
    const key = `${userId} ${brokerId}`;
    if (this.#publishing.has(key)) {
      this.#publishing.set(key, true);
      return;
    }
    this.#publishing.set(key, false);
    this.#background.run('publishing a broker connection', async () => {
      try {
        do {
          this.#publishing.set(key, false);
          await this.#publish(userId, brokerId);
        } while (this.#publishing.get(key) === true);
      } finally {
        this.#publishing.delete(key);
      }
    });
  }
}
