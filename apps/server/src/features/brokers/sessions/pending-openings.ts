import type { BrokerId } from '@vigia/core/vocabulary';

/**
 * A session that is about to be opened. It exists before its credentials are read. If `isRevoked`, it must not be
 * opened any more.
 */
export type PendingOpening = {
  readonly userId: string;
  readonly brokerId: BrokerId;
  /** Origin of the opening: the user, or the server when it reopens a session. */
  readonly by: 'person' | 'server';
  isRevoked: boolean;
};

/** Sessions that are about to be opened. They allow a connection to be dropped before it has a session. */
export class PendingOpenings {
  readonly #under = new Set<PendingOpening>();

  async run<Value>(
    { userId, brokerId, by }: Omit<PendingOpening, 'isRevoked'>,
    open: (opening: PendingOpening) => Promise<Value>,
  ): Promise<Value> {
    const opening: PendingOpening = { userId, brokerId, by, isRevoked: false };
    this.#under.add(opening);
    try {
      return await open(opening);
    } finally {
      this.#under.delete(opening);
    }
  }

  revoke(isMeant: (opening: PendingOpening) => boolean): void {
    for (const opening of this.#under) if (isMeant(opening)) opening.isRevoked = true;
  }
}
