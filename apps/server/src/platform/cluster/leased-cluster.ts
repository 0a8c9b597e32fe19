import { type Cancel, type Clock, durationMs, type IdSource } from '@vigia/core/kernel';
import type { Logger } from '../logging/logger.ts';
import type { Database, Transaction } from '../persistence/database.ts';
import { errorCode } from '../startup-error.ts';
import { type Cluster, type ClusterRun, LeaseLostError, type ShardWork, type SingletonWork } from './cluster.ts';
import { LeaseAcquirer, type WantedLeases } from './lease-acquirer.ts';
import { LeaseRenewer } from './lease-renewer.ts';
import { type Lease, LeaseStore } from './lease-store.ts';
import type { LeaseDeps, LeasedWork } from './leased-work.ts';
import { SHARDS } from './shards.ts';

/** Error code of the SQL function `fenced`. */
const LOST = 'VF001';

const TTL_MS = 3_000;
const HEARTBEAT_MS = 500;

export type LeasedClusterDeps = {
  /**
   * A separate pool with two connections, because a heartbeat must not wait for other queries or for an acquisition.
   */
  readonly db: Pick<Database, 'sql'>;
  /**
   * Source of the name of this process. If later ids sort after earlier ones, a new process causes the fewest lease
   * moves.
   */
  readonly ids: IdSource;
  /** Clock of the heartbeats. Leases use its monotonic time, because the wall clock may be set. */
  readonly clock: Clock;
  readonly log: Logger;
  readonly ttlMs?: number;
  readonly heartbeatMs?: number;
};

/**
 * Cluster of several processes. Each lease is a database row that is renewed on every heartbeat. The lease is given up
 * if the renewal fails for too long.
 */
export class LeasedCluster implements Cluster {
  readonly #deps: LeaseDeps;
  readonly #heartbeatMs: number;
  readonly #acquirers = new Set<LeaseAcquirer>();
  readonly #renewer: LeaseRenewer;
  #cancel: Cancel | null = null;

  constructor({ db, ids, clock, log, ttlMs = TTL_MS, heartbeatMs = HEARTBEAT_MS }: LeasedClusterDeps) {
    // The last third of the duration of a lease is reserved for actions that started while the lease was fresh.
    this.#deps = { store: new LeaseStore(db, ids, ttlMs), clock, log, freshMs: (ttlMs * 2) / 3 };
    this.#heartbeatMs = heartbeatMs;
    this.#renewer = new LeaseRenewer(this.#deps, () => this.#works());
  }

  /** Names of the leases that this process holds. */
  get held(): readonly string[] {
    return this.#works().map(({ lease }) => lease.name);
  }

  /** Number of leases that were lost, and not released, since the start. */
  get losses(): number {
    return this.#renewer.losses;
  }

  runSingleton(name: string, work: SingletonWork): ClusterRun {
    return this.#run({ kind: name, works: new Map([[name, work]]), isShared: false });
  }

  runShards(kind: string, work: ShardWork): ClusterRun {
    const works = SHARDS.map((shard): [string, SingletonWork] => [
      `${kind}.${shard}`,
      { start: (lease) => work.start(shard, lease), stop: () => work.stop(shard) },
    ]);
    return this.#run({ kind, works: new Map(works), isShared: true });
  }

  async fence(tx: Transaction, ...leases: readonly Lease[]): Promise<void> {
    const [names, fences] = [leases.map(({ name }) => name), leases.map(({ fence }) => String(fence))];
    try {
      // The statement is sent at once, so that it stays the first one if the caller does not wait for it.
      await tx`
        SELECT fenced(name, fence)
        FROM unnest(${names}::text[], ${fences}::bigint[]) AS held(name, fence)`.execute();
    } catch (cause) {
      if (errorCode(cause) !== LOST) throw cause;
      this.#onHeartbeat();
      throw new LeaseLostError(names.join(', '), { cause });
    }
  }

  #run(wanted: WantedLeases): ClusterRun {
    const acquirer = new LeaseAcquirer(this.#deps, wanted);
    this.#acquirers.add(acquirer);
    this.#cancel ??= this.#deps.clock.every(durationMs(this.#heartbeatMs), () => this.#onHeartbeat());
    const started = this.#acquire(acquirer).then(() => Promise.allSettled(acquirer.held.map((work) => work.started)));
    return {
      started: started.then(() => undefined),
      stop: async () => {
        await acquirer.stop();
        this.#acquirers.delete(acquirer);
        if (this.#acquirers.size > 0) return;
        this.#cancel?.();
        this.#cancel = null;
      },
    };
  }

  #works(): readonly LeasedWork[] {
    return [...this.#acquirers].flatMap((acquirer) => acquirer.held.filter(({ isHeld }) => isHeld));
  }

  #onHeartbeat(): void {
    this.#renewer.onHeartbeat();
    for (const acquirer of this.#acquirers) void this.#acquire(acquirer);
  }

  #acquire(acquirer: LeaseAcquirer): Promise<void> {
    return this.#renewer.watch(acquirer.acquire());
  }
}
