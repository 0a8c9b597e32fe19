import { join } from 'node:path';
import type { EpochMs } from '@vigia/core/kernel';
import { Gauge, type Registry } from 'prom-client';
import { PeriodicTask, type PeriodicTaskDeps } from '../cluster/periodic-task.ts';
import { errorText } from '../startup-error.ts';
import { backupName, newestBackupMs, removeDrafts, removeOldBackups } from './backup-folder.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const LOOK_EVERY_MS = 10 * MINUTE_MS;
/** Time of the UTC day from which its backup is taken: before the nightly check of the evidence log. */
const DUE_MS = 2 * 60 * MINUTE_MS;

/** A backup that failed. */
export type FailedBackup = {
  /** The reason as a Spanish sentence. */
  readonly reason: string;
  readonly folder: string;
  readonly atMs: EpochMs;
};

export type ScheduledBackupsDeps = PeriodicTaskDeps & {
  /** Folder of the backups. It is made if it does not exist. */
  readonly folder: string;
  /** Number of backups that are kept. */
  readonly kept: number;
  readonly registry: Registry;
  /** Writes a backup into this new file. It rejects soon after the signal aborts. */
  readonly take: (file: string, signal: AbortSignal) => Promise<unknown>;
  /** Reports a failed backup to the operator. */
  readonly report: (failed: FailedBackup) => Promise<void>;
};

/**
 * Takes a backup each UTC day, and at once if there is none. Old backups are deleted only after a new one is complete.
 * The metric `vigia_backup_last_success_seconds` has the time of the newest one.
 */
export class ScheduledBackups extends PeriodicTask {
  readonly #deps: ScheduledBackupsDeps;
  readonly #lastSuccess: Gauge;

  constructor(deps: ScheduledBackupsDeps) {
    super(deps, {
      lease: 'scheduled-backups',
      everyMs: LOOK_EVERY_MS,
      runsAtStart: true,
      failure: 'the scheduled backup failed; the next attempt follows in ten minutes',
    });
    this.#deps = deps;
    this.#lastSuccess = new Gauge({
      name: 'vigia_backup_last_success_seconds',
      help: 'Time of the newest scheduled backup in seconds since the epoch; 0 without one',
      registers: [deps.registry],
    });
  }

  /** Takes the backup that is due. */
  protected override async work(signal: AbortSignal): Promise<void> {
    const { clock, folder, report } = this.#deps;
    try {
      await this.#takeIfDue(signal);
    } catch (error) {
      if (!signal.aborted) await report({ reason: errorText(error), folder, atMs: clock.now() });
      throw error;
    }
  }

  async #takeIfDue(signal: AbortSignal): Promise<void> {
    const { clock, folder, kept, take } = this.#deps;
    const nowMs = clock.now();
    const lastMs = newestBackupMs(folder);
    this.#lastSuccess.set((lastMs ?? 0) / 1_000);
    if (lastMs !== null && lastMs >= startOfBackupDay(nowMs)) return;
    removeDrafts(folder);
    await take(join(folder, backupName(nowMs)), signal);
    this.#lastSuccess.set(nowMs / 1_000);
    removeOldBackups(folder, kept);
  }
}

/** Returns the last time at which a backup became due. */
const startOfBackupDay = (nowMs: number): number => Math.floor((nowMs - DUE_MS) / DAY_MS) * DAY_MS + DUE_MS;
