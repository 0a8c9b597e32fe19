import type { Database, Transaction } from '../persistence/database.ts';
import { type Cluster, type LeaseHandle, LeaseLost } from './cluster.ts';

type Deps = { readonly db: Pick<Database, 'transaction'>; readonly cluster: Pick<Cluster, 'fence'> };

/** One lease as a feature sees it, which may be held, lost and held again during the feature's life. */
export class SingletonLease {
  readonly #name: string;
  readonly #deps: Deps;
  #handle: LeaseHandle | null = null;

  constructor(name: string, deps: Deps) {
    this.#name = name;
    this.#deps = deps;
  }

  onAcquired(handle: LeaseHandle): void {
    this.#handle = handle;
  }

  onReleased(): void {
    this.#handle = null;
  }

  /** Whether this process holds the lease, as far as it knows. */
  get isHeld(): boolean {
    return this.#handle !== null;
  }

  /** Whether no other process can hold the lease now. Nothing irreversible may begin otherwise. */
  get isFresh(): boolean {
    return this.#handle?.isFresh() ?? false;
  }

  /**
   * Fences a transaction: a new holder waits for its end. It must be the first statement.
   * @throws LeaseLost if this process does not hold the lease
   */
  async fence(tx: Transaction): Promise<void> {
    if (this.#handle === null) throw new LeaseLost(this.#name);
    await this.#deps.cluster.fence(tx, this.#handle);
  }

  /** Runs a transaction that writes as the lease holder. @throws LeaseLost if this process does not hold the lease */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#deps.db.transaction(async (tx) => {
      await this.fence(tx);
      return work(tx);
    });
  }
}
