import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Returns true if a process with this id exists, under any user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Returns a token that distinguishes a process from a later process with the same id. It is the start time, and on
 * Linux also the id of the boot. Returns '' if the system does not report it (Windows) or the process has ended.
 */
export function processStartToken(pid: number): string {
  try {
    if (process.platform === 'linux') return linuxStartToken(pid);
    if (process.platform === 'win32') return '';
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

function linuxStartToken(pid: number): string {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the name of the program in brackets and may contain spaces. The start time is field 22.
  const startTicks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${startTicks}`;
}
