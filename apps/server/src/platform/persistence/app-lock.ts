import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isAlive, processStartToken } from '../process-identity.ts';
import { errorCode, StartupError } from '../startup-error.ts';

const Holder = z.object({ pid: z.number().int(), started: z.string(), purpose: z.string() });
export type LockHolder = z.infer<typeof Holder>;

/** Exclusive ownership of a data folder by this process. */
export type AppLock = { release(): void };

const lockFile = (dataFolder: string): string => join(dataFolder, 'vigia.lock');

/**
 * Makes this process the only owner of the data folder. Takes over the lock of a killed process.
 * @param purpose the purpose for which the process uses the folder, for the error message of other processes
 * @throws StartupError while another process holds the lock
 */
export function takeAppLock(dataFolder: string, purpose: string): AppLock {
  const file = lockFile(dataFolder);
  const own = JSON.stringify({
    pid: process.pid,
    started: processStartToken(process.pid),
    purpose,
  } satisfies LockHolder);
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, own, { mode: 0o600 });
  try {
    // A link to the finished file is created atomically, and fails if the lock exists.
    while (!tryLink(draft, file)) clearStaleLock(dataFolder);
  } finally {
    rmSync(draft, { force: true });
  }
  return { release: () => void (readText(file) === own && rmSync(file, { force: true })) };
}

/** Returns the holder of the data folder. Returns null if there is none or its process has ended. */
export function lockHolder(dataFolder: string): LockHolder | null {
  const holder = parseHolder(readText(lockFile(dataFolder)));
  return holder && isStillThere(holder) ? holder : null;
}

function clearStaleLock(dataFolder: string): void {
  const file = lockFile(dataFolder);
  const seen = readText(file);
  if (seen === null) return;
  const holder = parseHolder(seen);
  if (holder && isStillThere(holder)) throw inUse(dataFolder, holder);
  const aside = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  // Another process may have taken the lock between the read and the move. Its file is then moved back.
  if (readText(aside) !== seen) tryLink(aside, file);
  rmSync(aside, { force: true });
}

function isStillThere({ pid, started }: LockHolder): boolean {
  return isAlive(pid) && (started === '' || processStartToken(pid) === started);
}

function inUse(dataFolder: string, { pid, purpose }: LockHolder): StartupError {
  return new StartupError(
    `La carpeta de datos ${dataFolder} ya la usa otro proceso de Vigía (${purpose}, proceso ${pid}): ciérralo o elige otra con VIGIA_DATA_DIR.`,
  );
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Parses a lock file. Returns null for an invalid file, which was not written completely and so has no holder. */
function parseHolder(text: string | null): LockHolder | null {
  try {
    return Holder.parse(JSON.parse(text ?? ''));
  } catch {
    return null;
  }
}
