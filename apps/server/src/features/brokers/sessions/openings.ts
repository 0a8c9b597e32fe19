import type { BrokerId } from '@vigia/core/vocabulary';

/** A session about to be opened, from before its credentials are read. `revoked`: it must not be opened any more. */
export type Opening = {
  readonly userId: string;
  readonly brokerId: BrokerId;
  /** Whether the person asked for it just now, or it is opened again by itself. */
  readonly by: 'person' | 'server';
  isRevoked: boolean;
};

/** The sessions about to be opened: whoever lets go of a connection finds here what no session stands for yet. */
export class Openings {
  readonly #under = new Set<Opening>();

  async run<Value>(
    { userId, brokerId, by }: Omit<Opening, 'isRevoked'>,
    open: (opening: Opening) => Promise<Value>,
  ): Promise<Value> {
    const opening: Opening = { userId, brokerId, by, isRevoked: false };
    this.#under.add(opening);
    try {
      return await open(opening);
    } finally {
      this.#under.delete(opening);
    }
  }

  revoke(isMeant: (opening: Opening) => boolean): void {
    for (const opening of this.#under) if (isMeant(opening)) opening.isRevoked = true;
  }
}
