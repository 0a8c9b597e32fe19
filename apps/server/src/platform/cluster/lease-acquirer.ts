import { invariant } from '@vigia/core/kernel';
import type { SingletonWork } from './cluster.ts';
import { fairShare, type Lease } from './lease-store.ts';
import { type LeaseDeps, LeasedWork } from './leased-work.ts';

/** Pause after work could not be started. Another process may acquire the lease during the pause. */
const RETRY_AFTER_MS = 2_000;

export type WantedLeases = {
  readonly kind: string;
  /** Work of each lease, by the name of the lease. */
  readonly works: ReadonlyMap<string, SingletonWork>;
  /** True if each process may hold only its fair share of these leases. */
  readonly isShared: boolean;
};

/** Acquires free leases of one kind, and releases the leases above the fair share of this process. */
export class LeaseAcquirer {
  readonly #wanted: WantedLeases;
  readonly #deps: LeaseDeps;
  readonly #held = new Map<string, LeasedWork>();
  /** Monotonic time before which a lease is not tried again, by the name of the lease. */
  readonly #retryAtMs = new Map<string, number>();
  #acquiring: Promise<boolean> | null = null;
  #isStopped = false;

  constructor(deps: LeaseDeps, wanted: WantedLeases) {
    this.#deps = deps;
    this.#wanted = wanted;
  }

  get held(): readonly LeasedWork[] {
    return [...this.#held.values()];
  }

  /**
   * Acquires or releases leases until this process has its share, one attempt at a time. It rejects while the database
   * is unavailable.
   * @returns true if it queried the database
   */
  acquire(): Promise<boolean> {
    this.#acquiring ??= this.#acquire().finally(() => {
      this.#acquiring = null;
    });
    return this.#acquiring;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    const stopping = this.held.map((work) => work.stop());
    await this.#acquiring?.catch(() => undefined);
    if (this.#wanted.isShared) await this.#deps.store.leave(this.#wanted.kind).catch(() => undefined);
    await Promise.all(stopping);
  }

  async #acquire(): Promise<boolean> {
    if (this.#isStopped) return false;
    const share = await this.#share();
    const staying = this.held.filter((work) => !work.isStopping);
    for (const work of staying.slice(share)) void work.stop();
    const hasAsked = staying.length < share && (await this.#acquireFree(share - staying.length));
    return hasAsked || this.#wanted.isShared;
  }

  async #share(): Promise<number> {
    const { kind, works, isShared } = this.#wanted;
    return isShared ? fairShare(works.size, await this.#deps.store.join(kind)) : works.size;
  }

  async #acquireFree(most: number): Promise<boolean> {
    const { store, clock, log } = this.#deps;
    const nowMs = clock.monotonicMs();
    const names = [...this.#wanted.works.keys()].filter(
      (name) => !this.#held.has(name) && nowMs >= (this.#retryAtMs.get(name) ?? nowMs),
    );
    if (names.length === 0) return false;
    const acquired = await store.acquire(names, most);
    if (this.#isStopped) {
      await store.release(acquired);
      return true;
    }
    for (const lease of acquired) this.#start(lease, nowMs);
    if (acquired.length > 0) log.info({ leases: acquired.map(({ name }) => name) }, 'leases acquired');
    return true;
  }

  #start(lease: Lease, acquiredMs: number): void {
    const { name } = lease;
    const work = this.#wanted.works.get(name);
    invariant(work !== undefined, 'only wanted leases are acquired');
    const leased = new LeasedWork(this.#deps, { lease, work, acquiredMs, onStopped: () => this.#held.delete(name) });
    this.#held.set(name, leased);
    leased.started.catch((err: unknown) => {
      this.#deps.log.error({ err, lease: name }, 'work could not be started');
      this.#retryAtMs.set(name, this.#deps.clock.monotonicMs() + RETRY_AFTER_MS);
      void leased.stop();
    });
  }
}
