import type { Clock } from '@vigia/core/kernel';
import type { Bus } from '#platform/bus/bus.ts';
import { createInProcessBus } from '#platform/bus/in-process-bus.ts';
import { NatsBus } from '#platform/bus/nats-bus.ts';
import type { Calls } from '#platform/calls/calls.ts';
import { createInProcessCalls } from '#platform/calls/in-process-calls.ts';
import { NatsCalls } from '#platform/calls/nats-calls.ts';
import { stopwatchMs } from '#platform/clock/stopwatch.ts';
import type { Cluster } from '#platform/cluster/cluster.ts';
import { LeasedCluster } from '#platform/cluster/leased-cluster.ts';
import { createSingleProcessCluster } from '#platform/cluster/single-process-cluster.ts';
import type { Role } from '#platform/config/cluster.ts';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { timeOrderedIds } from '#platform/crypto/time-ordered-ids.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { CountedTies } from '#platform/metrics/register-ties.ts';
import { NatsLink } from '#platform/nats/nats-link.ts';
import type { ConnectionOptions } from '#platform/persistence/driver-connection.ts';
import { openDatabase } from '#platform/persistence/postgres-database.ts';
import { createInProcessWorkQueue } from '#platform/work/in-process-work-queue.ts';
import { JetStreamWorkQueue } from '#platform/work/jetstream-work-queue.ts';
import type { WorkQueue } from '#platform/work/work-queue.ts';
import type { UndoStack } from './undo-stack.ts';

/** The connections between processes. Within one process all of them are immediate. */
export type Ties = {
  readonly bus: Bus;
  /** Requests to the process that serves a key. */
  readonly calls: Calls;
  /** Work for the owner of a key. */
  readonly work: WorkQueue;
  readonly cluster: Cluster;
};

/** The ties of a single process. */
export const tiesOfOne = (clock: Clock, log: Logger): Ties & { readonly counted: CountedTies } => ({
  counted: null,
  bus: createInProcessBus(log),
  calls: createInProcessCalls(log),
  work: createInProcessWorkQueue({ clock, log }),
  cluster: createSingleProcessCluster(log),
});

export type TieDeps = {
  readonly natsUrl: string;
  readonly roles: ReadonlySet<Role>;
  /** Identifies the installation: equal in all its processes, and different in others. */
  readonly installationId: string;
  /** Connects as the app role. */
  readonly database: ConnectionOptions;
  readonly clock: Clock;
  readonly log: Logger;
  readonly undo: UndoStack;
};

/** The ties of one process among several. They are usable at once, also while NATS is away. */
export function tiesOfMany({
  natsUrl,
  roles,
  installationId: space,
  database,
  clock,
  log,
  undo,
}: TieDeps): Ties & { readonly counted: CountedTies } {
  const link = new NatsLink({ url: natsUrl, name: `vigia ${[...roles].join(',')}`, clock, log });
  undo.push(() => link.close());
  const leases = openDatabase(database, { poolSize: LEASE_CONNECTIONS });
  undo.push(() => leases.close());
  const cluster = new LeasedCluster({ db: leases, ids: timeOrderedIds, clock, stopwatchMs, log });
  const work = new JetStreamWorkQueue({ link, space, clock, ids: randomIds, log });
  return {
    counted: { link, work, cluster },
    bus: new NatsBus({ link, space, clock, log }),
    calls: new NatsCalls({ link, space, log }),
    work,
    cluster,
  };
}

/** Half of them for statements: a heartbeat must wait neither for other queries nor for an acquisition. */
const LEASE_CONNECTIONS = 4;
