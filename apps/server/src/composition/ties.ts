import type { Clock } from '@vigia/core/kernel';
import type { Bus } from '#platform/bus/bus.ts';
import { createInProcessBus } from '#platform/bus/in-process-bus.ts';
import { NatsBus } from '#platform/bus/nats-bus.ts';
import type { Calls } from '#platform/calls/calls.ts';
import { createInProcessCalls } from '#platform/calls/in-process-calls.ts';
import { NatsCalls } from '#platform/calls/nats-calls.ts';
import { stopwatchMs } from '#platform/clock/stopwatch.ts';
import type { Role } from '#platform/config/cluster.ts';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { timeOrderedIds } from '#platform/crypto/time-ordered-ids.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { CountedTies } from '#platform/metrics/register-ties.ts';
import { NatsLink } from '#platform/nats/nats-link.ts';
import { LeasedOwnership } from '#platform/ownership/leased-ownership.ts';
import type { Ownership } from '#platform/ownership/ownership.ts';
import { createSoleOwnership } from '#platform/ownership/sole-ownership.ts';
import type { ConnectionOptions } from '#platform/persistence/connection.ts';
import { openDatabase } from '#platform/persistence/postgres-database.ts';
import { createInProcessWorkQueue } from '#platform/work/in-process-work-queue.ts';
import { JetStreamWorkQueue } from '#platform/work/jetstream-work-queue.ts';
import type { WorkQueue } from '#platform/work/work-queue.ts';
import type { UndoStack } from './undo-stack.ts';

/** What ties processes together; within one process all of it is immediate. */
export type Ties = {
  readonly bus: Bus;
  /** Questions to whoever owns something. */
  readonly calls: Calls;
  /** Work handed to whoever owns its key. */
  readonly work: WorkQueue;
  readonly ownership: Ownership;
};

/** The ties of the only process there is. */
export const tiesOfOne = (clock: Clock, log: Logger): Ties & { readonly counted: CountedTies } => ({
  counted: null,
  bus: createInProcessBus(log),
  calls: createInProcessCalls(log),
  work: createInProcessWorkQueue({ clock, log }),
  ownership: createSoleOwnership(log),
});

export type TieDeps = {
  readonly natsUrl: string;
  readonly roles: ReadonlySet<Role>;
  /** What processes of one installation have in common and no other has. */
  readonly installationId: string;
  /** Of the app role. */
  readonly database: ConnectionOptions;
  readonly clock: Clock;
  readonly log: Logger;
  readonly undo: UndoStack;
};

/** The ties of one among several: they are there at once, also while NATS is not. */
export function tiesOfMany({ natsUrl, roles, installationId: space, database, clock, log, undo }: TieDeps): Ties & {
  readonly counted: CountedTies;
} {
  const link = new NatsLink({ url: natsUrl, name: `vigia ${[...roles].join(',')}`, clock, log });
  undo.push(() => link.close());
  const leases = openDatabase(database, { poolSize: LEASE_CONNECTIONS });
  undo.push(() => leases.close());
  const ownership = new LeasedOwnership({ db: leases, ids: timeOrderedIds, clock, stopwatchMs, log });
  const work = new JetStreamWorkQueue({ link, space, clock, ids: randomIds, log });
  return {
    counted: { link, work, ownership },
    bus: new NatsBus({ link, space, clock, log }),
    calls: new NatsCalls({ link, space, log }),
    work,
    ownership,
  };
}

/** Half of them for statements: a beat must wait neither for the process's other work nor for a look at what is free. */
const LEASE_CONNECTIONS = 4;
