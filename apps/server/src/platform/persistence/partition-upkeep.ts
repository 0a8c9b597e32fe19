import { type Clock, durationMs } from '@vigia/core/kernel';
import { createSteadyNow } from '../clock/steady-now.ts';
import type { Logger } from '../logging/logger.ts';
import { errorCode, errorText } from '../startup-error.ts';
import { lockInstallation } from './advisory-locks.ts';
import type { Database } from './database.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Number of attempts to get the lock at a start. Each attempt fails after the lock timeout of the database. */
const WAITS_AT_START = 12;
/** Code of a wait for a lock that took too long. */
const LOCK_NOT_AVAILABLE = '55P03';
const HOUR = durationMs(60 * 60 * 1_000);

export type PartitionUpkeep = {
  start(): Promise<void>;
  /** Creates the partitions of a new date soon. Call it after the clock was set. */
  tendSoon(): void;
  stop(): void;
};

/**
 * Creates the upkeep of partitions. It keeps the day partitions from yesterday to the day after tomorrow, drops ticks
 * older than `retentionDays` and deletes candles older than `candleRetentionDays` (with null, candles are kept).
 */
export function createPartitionUpkeep(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly retentionDays: number;
  readonly candleRetentionDays: number | null;
}): PartitionUpkeep {
  let cancel = (): void => undefined;
  let isRunning = false;
  const steadyNow = createSteadyNow(deps.clock);

  const tend = async (): Promise<void> => {
    const nowMs = deps.clock.now();
    const oldestKept = dayOf(steadyNow(), -deps.retentionDays);
    const dropped = await deps.db.transaction(async (tx) => {
      // This lock makes concurrently starting processes wait for each other. The later ones find all partitions in
      // place.
      await lockInstallation(tx, 'partitions');
      await tx`SELECT ensure_day_partitions(${dayOf(nowMs, -1)}, ${dayOf(nowMs, 2)})`;
      return tx<{ count: number }[]>`SELECT drop_tick_partitions_before(${oldestKept}) AS count`;
    });
    if (dropped[0]?.count) deps.log.info({ partitions: dropped[0].count }, 'old ticks dropped');
    if (deps.candleRetentionDays !== null) await deleteCandles(deps.candleRetentionDays);
  };

  const deleteCandles = async (retentionDays: number): Promise<void> => {
    const firstKept = Math.floor(steadyNow() / DAY_MS - retentionDays) * (DAY_MS / 1_000);
    const [row] = await deps.db.sql<{ count: number }[]>`SELECT delete_candles_before(${firstKept})::int AS count`;
    if (row?.count) deps.log.info({ candles: row.count }, 'old candles deleted');
  };

  const tendPatiently = async (waits: number): Promise<void> => {
    try {
      await tend();
    } catch (error) {
      if (waits <= 1 || errorCode(error) !== LOCK_NOT_AVAILABLE) throw error;
      await tendPatiently(waits - 1);
    }
  };

  const tendQuietly = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    try {
      await tend();
    } catch (error) {
      // The partitions of the next days already exist, and the next hourly run retries.
      deps.log.error({ err: error }, `partition upkeep failed: ${errorText(error)}`);
    } finally {
      isRunning = false;
    }
  };

  return {
    async start() {
      await tendPatiently(WAITS_AT_START);
      cancel = deps.clock.every(HOUR, () => void tendQuietly());
    },
    tendSoon: () => void tendQuietly(),
    stop: () => cancel(),
  };
}

/** Returns a calendar day in UTC: `2026-11-25`. */
const dayOf = (nowMs: number, offsetDays: number): string =>
  new Date(nowMs + offsetDays * DAY_MS).toISOString().slice(0, 10);
