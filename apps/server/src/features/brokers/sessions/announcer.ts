import type { BrokerId } from '@vigia/core/vocabulary';
import type { BackgroundWork } from '#platform/background-work.ts';

/** Tells of a connection's changes one after the other; what changes while it is being told is told once more, not once each. */
export class Announcer {
  /** By person and broker; true: something changed since the telling began. */
  readonly #telling = new Map<string, boolean>();
  readonly #background: BackgroundWork;
  readonly #tell: (userId: string, brokerId: BrokerId) => Promise<void>;

  constructor(background: BackgroundWork, tell: (userId: string, brokerId: BrokerId) => Promise<void>) {
    this.#background = background;
    this.#tell = tell;
  }

  changed(userId: string, brokerId: BrokerId): void {
    const key = `${userId} ${brokerId}`;
    if (this.#telling.has(key)) {
      this.#telling.set(key, true);
      return;
    }
    this.#telling.set(key, false);
    this.#background.run('telling of a broker connection', async () => {
      try {
        do {
          this.#telling.set(key, false);
          await this.#tell(userId, brokerId);
        } while (this.#telling.get(key) === true);
      } finally {
        this.#telling.delete(key);
      }
    });
  }
}
