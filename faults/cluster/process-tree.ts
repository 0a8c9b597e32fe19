import { readdirSync, readFileSync } from 'node:fs';

/** A process and its descendants, itself first, from /proc. */
export function processTree(pid: number): readonly number[] {
  const parents = readdirSync('/proc').flatMap((name) => {
    const parent = /^\d+$/.test(name) ? parentOf(Number(name)) : null;
    return parent === null ? [] : [{ pid: Number(name), parent }];
  });
  const tree = [pid];
  for (const above of tree) tree.push(...parents.filter(({ parent }) => parent === above).map((child) => child.pid));
  return tree;
}

/** null: it has ended. The fields follow the name, which may hold anything, in its parentheses (proc(5)). */
function parentOf(pid: number): number | null {
  try {
    const [state, parent] = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '').split(' ');
    return state === 'Z' ? null : Number(parent);
  } catch {
    return null;
  }
}

/** Ticks of the kernel's clock are hundredths of a second on every Linux. */
const TICK_MS = 10;

/** Processor time of a process and its descendants so far, without those that have ended. */
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

/** Skips processes that have ended. */
export function signalTree(pid: number, signal: NodeJS.Signals): void {
  for (const each of processTree(pid).filter(isRunning)) process.kill(each, signal);
}
