import { type Clock, durationMs } from '@vigia/core/kernel';
import type { Logger } from '../logging/logger.ts';
import { errorText } from '../startup-error.ts';
import type { Database } from './database.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const HOUR = durationMs(60 * 60 * 1_000);

export type PartitionUpkeep = { start(): Promise<void>; stop(): void };

/** Keeps the day partitions from yesterday to the day after tomorrow, and drops ticks older than `retentionDays`. */
export function createPartitionUpkeep(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly retentionDays: number;
}): PartitionUpkeep {
  let cancel = (): void => undefined;
  let isRunning = false;

  const tend = async (): Promise<void> => {
    const today = (offsetDays: number) => new Date(deps.clock.now() + offsetDays * DAY_MS).toISOString().slice(0, 10);
    await deps.db.sql`SELECT ensure_day_partitions(${today(-1)}, ${today(2)})`;
    const dropped = await deps.db.sql<{ count: number }[]>`
      SELECT drop_tick_partitions_before(${today(-deps.retentionDays)}) AS count`;
    if (dropped[0]?.count) deps.log.info({ partitions: dropped[0].count }, 'old ticks dropped');
  };

  const tendQuietly = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    try {
      await tend();
    } catch (error) {
      // The days ahead are already there: the next hour tries again.
      deps.log.error({ err: error }, `partition upkeep failed: ${errorText(error)}`);
    } finally {
      isRunning = false;
    }
  };

  return {
    async start() {
      await tend();
      cancel = deps.clock.every(HOUR, () => void tendQuietly());
    },
    stop: () => cancel(),
  };
}
