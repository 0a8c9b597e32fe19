import type { Database } from '../persistence/database.ts';
import type { Cluster, LeaseHandle } from './cluster.ts';
import { OwnedShards, type ShardsWork } from './owned-shards.ts';
import { SHARDS } from './shards.ts';

/** Returns a lease that is never lost. */
export const permanentLease = (name: string): LeaseHandle => ({ name, fence: 0n, isFresh: () => true });

type ShardCluster = Pick<Cluster, 'runShards' | 'fence'>;

/**
 * Creates a cluster whose shards are all in this process. The test decides whether leases are fresh and writes are
 * accepted.
 */
export const scriptedCluster = ({
  isFresh = () => true,
  fence = async () => undefined,
}: {
  readonly isFresh?: () => boolean;
  readonly fence?: Cluster['fence'];
} = {}): ShardCluster => ({
  fence,
  runShards: (kind, work) => ({
    started: Promise.all(
      SHARDS.map((shard) => work.start(shard, { ...permanentLease(`${kind}.${shard}`), isFresh })),
    ).then(() => undefined),
    stop: () => Promise.all(SHARDS.map((shard) => work.stop(shard))).then(() => undefined),
  }),
});

const NO_WORK: ShardsWork = { start: async () => undefined, stop: async () => undefined };

/** Returns all shards of a kind, without any other work for them. */
export function permanentShards(
  kind: string,
  db: Pick<Database, 'transaction'>,
  cluster: ShardCluster = scriptedCluster(),
): OwnedShards {
  const shards = new OwnedShards(kind, { db, cluster }, NO_WORK);
  void shards.start();
  return shards;
}
