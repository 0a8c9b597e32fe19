import type { Clock } from '@vigia/core/kernel';
import type { Bus } from '#platform/bus/bus.ts';
import { createInProcessBus } from '#platform/bus/in-process-bus.ts';
import type { Calls } from '#platform/calls/calls.ts';
import { createInProcessCalls } from '#platform/calls/in-process-calls.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { Ownership } from '#platform/ownership/ownership.ts';
import { createSoleOwnership } from '#platform/ownership/sole-ownership.ts';
import { createInProcessWorkQueue } from '#platform/work/in-process-work-queue.ts';
import type { WorkQueue } from '#platform/work/work-queue.ts';

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
export const tiesOfOne = (clock: Clock, log: Logger): Ties => ({
  bus: createInProcessBus(log),
  calls: createInProcessCalls(log),
  work: createInProcessWorkQueue({ clock, log }),
  ownership: createSoleOwnership(log),
});
