import type { Clock } from '@vigia/core/kernel';
import type { Bus } from '#platform/bus/bus.ts';
import { createInProcessBus } from '#platform/bus/in-process-bus.ts';
import { NatsBus } from '#platform/bus/nats-bus.ts';
import type { Calls } from '#platform/calls/calls.ts';
import { createInProcessCalls } from '#platform/calls/in-process-calls.ts';
import { NatsCalls } from '#platform/calls/nats-calls.ts';
import type { Cluster } from '#platform/cluster/cluster.ts';
import { LeasedCluster } from '#platform/cluster/leased-cluster.ts';
import { createSingleProcessCluster } from '#platform/cluster/single-process-cluster.ts';
import type { Role } from '#platform/config/cluster.ts';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { timeOrderedIds } from '#platform/crypto/time-ordered-ids.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { CountedServices } from '#platform/metrics/register-cluster-metrics.ts';
import { NatsLink } from '#platform/nats/nats-link.ts';
import type { ConnectionOptions } from '#platform/persistence/driver-connection.ts';
import { openDatabase } from '#platform/persistence/postgres-database.ts';
import { createInProcessWorkQueue } from '#platform/work/in-process-work-queue.ts';
import { JetStreamWorkQueue } from '#platform/work/jetstream-work-queue.ts';
import type { WorkQueue } from '#platform/work/work-queue.ts';
import type { UndoStack } from './undo-stack.ts';

/** The connections of this process to other processes. In a single process all of them are local and immediate. */
export type ClusterServices = {
  readonly bus: Bus;
  /** Sends requests to the process that serves a key. */
  readonly calls: Calls;
  /** Passes work to the process that owns a key. */
  readonly work: WorkQueue;
  readonly cluster: Cluster;
};

/** Creates the connections of a single process. */
export const singleProcessServices = (
  clock: Clock,
  log: Logger,
): ClusterServices & { readonly counted: CountedServices } => ({
  counted: null,
  bus: createInProcessBus(log),
  calls: createInProcessCalls(log),
  work: createInProcessWorkQueue({ clock, log }),
  cluster: createSingleProcessCluster(log),
});

export type ClusterServicesDeps = {
  readonly natsUrl: string;
  readonly roles: ReadonlySet<Role>;
  /** Id of the installation, the same in all its processes and different from other installations. */
  readonly installationId: string;
  /** Connection to the database with the app role. */
  readonly database: ConnectionOptions;
  readonly clock: Clock;
  readonly log: Logger;
  readonly undo: UndoStack;
};

/**
 * Creates the connections of one of several processes. They can be used immediately, even while NATS is unavailable.
 */
export function clusterServices({
  natsUrl,
  roles,
  installationId: space,
  database,
  clock,
  log,
  undo,
}: ClusterServicesDeps): ClusterServices & { readonly counted: CountedServices } {
  const link = new NatsLink({ url: natsUrl, name: `vigia ${[...roles].join(',')}`, clock, log });
  undo.push(() => link.close());
  const leases = openDatabase(database, { poolSize: LEASE_CONNECTIONS });
  undo.push(() => leases.close());
  const cluster = new LeasedCluster({ db: leases, ids: timeOrderedIds, clock, log });
  const work = new JetStreamWorkQueue({ link, space, clock, ids: randomIds, log });
  return {
    counted: { link, work, cluster },
    bus: new NatsBus({ link, space, clock, log }),
    calls: new NatsCalls({ link, space, log }),
    work,
    cluster,
  };
}

/**
 * Number of connections for leases. Half of them are for statements, because a heartbeat must not wait for other
 * queries or for an acquisition.
 */
const LEASE_CONNECTIONS = 4;
