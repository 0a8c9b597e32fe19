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
 * Returns the id of the parent of a process; null if the process has ended. In /proc the process name is in parentheses
 * and may contain any character, so the function parses only the fields after it (proc(5)).
 */
function parentOf(pid: number): number | null {
  try {
    const [state, parent] = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '').split(' ');
    return state === 'Z' ? null : Number(parent);
  } catch {
    return null;
  }
}

/** The length of a kernel clock tick in milliseconds. Linux reports CPU times in hundredths of a second. */
const TICK_MS = 10;

/** Returns the CPU time in milliseconds that a process and its running descendants have used. */
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
