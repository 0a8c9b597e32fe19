import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Milliseconds of one tick of `/proc/<pid>/stat` on Linux (USER_HZ is 100). */
const TICK_MS = 10;
/**
 * Fields of `/proc/<pid>/stat` after the name in brackets: parent, user and system ticks, and those of ended children
 * (proc_pid_stat(5)).
 */
const PARENT = 1;
const TICKS = [11, 12, 13, 14] as const;

/**
 * Returns the milliseconds of the processor that the processes of an embedded database used so far, also those that
 * ended; NaN on a system without `/proc`. On a busy machine it says more than the time on the clock.
 */
export function databaseCpuMs(dataFolder: string): number {
  try {
    const [postmaster = ''] = readFileSync(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
    const found = readdirSync('/proc').flatMap((pid) => (/^\d+$/.test(pid) ? [statOf(pid)] : []));
    const own = [statOf(postmaster), ...found.filter((stat) => stat[PARENT] === postmaster)];
    return (
      own.reduce((sum, stat) => TICKS.reduce((ticks, field) => ticks + Number(stat[field] ?? 0), sum), 0) * TICK_MS
    );
  } catch {
    return Number.NaN;
  }
}

/** A process may have ended since its number was read. */
function statOf(pid: string): readonly string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}
