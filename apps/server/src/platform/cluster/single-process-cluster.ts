import type { Logger } from '../logging/logger.ts';
import type { Cluster, ClusterRun, LeaseHandle } from './cluster.ts';
import { SHARDS } from './shards.ts';

/**
 * Creates the cluster of a single process, which runs all work from the start. It writes no leases and checks no
 * fencing tokens, because the lock on its data folder and the constraints of the database protect it. If work cannot be
 * started, `started` rejects, because no other process can start it.
 */
export function createSingleProcessCluster(log: Pick<Logger, 'error'>): Cluster {
  const leaseOf = (name: string): LeaseHandle => ({ name, fence: 0n, isFresh: () => true });
  const run = (name: string, starting: Promise<unknown>, stop: () => Promise<unknown>): ClusterRun => {
    const started = starting.then(() => undefined);
    const ended = started.catch((error: unknown) => log.error({ err: error, name }, 'work could not be started'));
    return { started, stop: () => ended.then(stop).then(() => undefined) };
  };
  return {
    runSingleton: (name, work) => run(name, work.start(leaseOf(name)), () => work.stop()),
    runShards: (kind, work) =>
      run(kind, Promise.all(SHARDS.map((shard) => work.start(shard, leaseOf(`${kind}.${shard}`)))), () =>
        Promise.all(SHARDS.map((shard) => work.stop(shard))),
      ),
    fence: async () => undefined,
  };
}
