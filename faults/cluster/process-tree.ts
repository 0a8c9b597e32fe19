import { readdirSync, readFileSync } from 'node:fs';

/** Returns the ids of a process and its descendants, read from /proc. The process itself comes first. */
export function processTree(pid: number): readonly number[] {
  const parents = readdirSync('/proc').flatMap((name) => {
    const parent = /^\d+$/.test(name) ? parentOf(Number(name)) : null;
    return parent === null ? [] : [{ pid: Number(name), parent }];
  });
  const tree = [pid];
  for (const above of tree) tree.push(...parents.filter(({ parent }) => parent === above).map((child) => child.pid));
  return tree;
}

/**
 * Returns the parent of a process; null if the process has ended. The process name in /proc is in parentheses and may
 * contain any character, so the function reads the fields after it (proc(5)).
 */
function parentOf(pid: number): number | null {
  try {
    const [state, parent] = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '').split(' ');
    return state === 'Z' ? null : Number(parent);
  } catch {
    return null;
  }
}

/** The length of a tick of the kernel's clock in milliseconds. Linux reports times in hundredths of a second. */
const TICK_MS = 10;

/** Returns the processor time that a process and its running descendants have used, in milliseconds. */
export const cpuMs = (pid: number): number => processTree(pid).reduce((sum, each) => sum + ownCpuMs(each), 0);

function ownCpuMs(pid: number): number {
  try {
    const fields = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '').split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return 0;
  }
}

export const isRunning = (pid: number): boolean => parentOf(pid) !== null;

/** Sends a signal to a process and its running descendants. */
export function signalTree(pid: number, signal: NodeJS.Signals): void {
  for (const each of processTree(pid).filter(isRunning)) process.kill(each, signal);
}
