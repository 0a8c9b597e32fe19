import type { Database, Transaction } from '../persistence/database.ts';
import { type Cluster, type LeaseHandle, LeaseLost } from './cluster.ts';

type Deps = { readonly db: Pick<Database, 'transaction'>; readonly cluster: Pick<Cluster, 'fence'> };

/**
 * The lease of a feature's singleton work. It may be acquired and lost several times during the life of the process.
 */
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

  /** Whether this process holds the lease as far as it knows. */
  get isHeld(): boolean {
    return this.#handle !== null;
  }

  /** Whether certainly no other process holds the lease now. If it is false, no irreversible action may start. */
  get isFresh(): boolean {
    return this.#handle?.isFresh() ?? false;
  }

  /**
   * Checks the fencing token in a transaction; a new holder waits for its end. The caller must call it before any other
   * statement.
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
