import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type EpochMs, epochMs } from '@vigia/core/kernel';
import { errorCode } from '../startup-error.ts';

const NAME = /^vigia-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.age$/;
const DRAFT = /^vigia-[\dT-]+Z\.age\.incompleta$/;

/** Returns the file name of a scheduled backup of this time. */
export const backupName = (nowMs: EpochMs): string =>
  `vigia-${new Date(nowMs).toISOString().slice(0, 19).replaceAll(':', '-')}Z.age`;

/**
 * Returns the time of the newest scheduled backup in a folder; null if there is none.
 * @throws the error of the file system, unless the folder does not exist
 */
export function newestBackupMs(folder: string): EpochMs | null {
  const newest = namesIn(folder)
    .filter((name) => NAME.test(name))
    .toSorted()
    .at(-1);
  const [, day, hours, minutes, seconds] = NAME.exec(newest ?? '') ?? [];
  return day === undefined ? null : epochMs(Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`));
}

/** Deletes all but the newest scheduled backups. Other files of the folder stay. */
export function removeOldBackups(folder: string, kept: number): void {
  const names = namesIn(folder)
    .filter((name) => NAME.test(name))
    .toSorted();
  for (const name of names.slice(0, -kept)) rmSync(join(folder, name));
}

/** Deletes the unfinished files of scheduled backups that a killed process left. */
export function removeDrafts(folder: string): void {
  for (const name of namesIn(folder).filter((one) => DRAFT.test(one))) rmSync(join(folder, name));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
