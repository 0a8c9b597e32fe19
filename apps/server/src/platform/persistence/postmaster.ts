import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '../process-identity.ts';

/** Facts about a PostgreSQL server, read from its data folder. */
export type Postmaster = {
  readonly pid: number;
  readonly port: number;
  /** Folder of the server's unix socket; null if the server listens on TCP only. */
  readonly socketFolder: string | null;
  readonly isReady: boolean;
};

/**
 * Reads `postmaster.pid` (format: src/include/utils/pidfile.h of PostgreSQL). Returns null if the file is missing or
 * incomplete.
 */
export function readPostmaster(clusterFolder: string): Postmaster | null {
  let lines: string[];
  try {
    lines = readFileSync(join(clusterFolder, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return null;
  }
  const [pid, , , port, socketFolder = '', , , status = ''] = lines;
  if (!Number(pid) || !Number(port)) return null;
  return {
    pid: Number(pid),
    port: Number(port),
    socketFolder: socketFolder === '' ? null : socketFolder,
    isReady: status.trim() === 'ready',
  };
}

/** Returns true if the process is the server of this folder, and not a later process with the same id. */
export function isServerOfFolder(clusterFolder: string, pid: number): boolean {
  if (!isAlive(pid)) return false;
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(clusterFolder);
    if (process.platform === 'win32') return true;
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes('postgres');
  } catch {
    return false;
  }
}

/** Waits until the process ends. @returns false if it is still running after `timeoutMs` */
export async function waitForExit(pid: number, timeoutMs: number): Promise<boolean> {
  const deadlineMs = performance.now() + timeoutMs;
  while (isAlive(pid)) {
    if (performance.now() > deadlineMs) return false;
    await sleep(10);
  }
  return true;
}

/**
 * Stops a server with a fast shutdown, which closes sessions and keeps commits. If that fails, stops it immediately.
 */
export async function stopServer(pid: number): Promise<void> {
  for (const [signal, patienceMs] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5_000],
  ] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    if (await waitForExit(pid, patienceMs)) return;
  }
}
