import type { Database, Transaction } from '../persistence/database.ts';
import { type Held, LostOwnership, type Ownership } from './ownership.ts';

/** One piece of work as the process that may come to own it sees it, and lose it, and own it again. */
export class Tenure {
  readonly #name: string;
  readonly #db: Pick<Database, 'transaction'>;
  readonly #ownership: Pick<Ownership, 'fence'>;
  #held: Held | null = null;

  constructor(
    name: string,
    { db, ownership }: { readonly db: Pick<Database, 'transaction'>; readonly ownership: Pick<Ownership, 'fence'> },
  ) {
    this.#name = name;
    this.#db = db;
    this.#ownership = ownership;
  }

  begin(held: Held): void {
    this.#held = held;
  }

  end(): void {
    this.#held = null;
  }

  /** Whether the piece is this process's, as far as it knows. */
  get isHeld(): boolean {
    return this.#held !== null;
  }

  /** Whether it surely is: nothing that cannot be taken back is begun without. */
  get isSure(): boolean {
    return this.#held?.isTrusted() ?? false;
  }

  /**
   * From here to its end the transaction writes as the owner: the next one waits for it.
   * @throws LostOwnership where somebody else owns the piece, or nobody here
   */
  async fence(tx: Transaction): Promise<void> {
    if (this.#held === null) throw new LostOwnership(this.#name);
    await this.#ownership.fence(tx, this.#held);
  }

  /** @throws LostOwnership as `fence` */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#db.transaction(async (tx) => {
      await this.fence(tx);
      return work(tx);
    });
  }
}
