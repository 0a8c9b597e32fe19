import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import type { Sql } from '@vigia/server/testing';
import type { LocalCluster } from './local-cluster.ts';
import type { Role } from './places.ts';
import { cpuMs } from './process-tree.ts';

const KIB_PER_MIB = 1_024;
const NOTED_EVERY_MS = 50;

/** CPU times in milliseconds: of the processes with one role, of PostgreSQL, and of all processes on this machine. */
type Cpu = { readonly workerMs: number; readonly postgresMs: number; readonly allMs: number };

/** Samples the CPU times continuously, so that the cost of a phase of work can be computed after its end. */
export class CpuMeter {
  readonly #notes: (Cpu & { readonly atMs: number })[] = [];
  readonly #timer: NodeJS.Timeout;

  constructor(cluster: LocalCluster, role: Role[1]) {
    const note = (): number => this.#notes.push({ atMs: Date.now(), ...cpuNow(cluster, role) });
    note();
    this.#timer = setInterval(note, NOTED_EVERY_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Returns a text with the CPU time per item between two times, and the number of busy CPUs. */
  describe(count: number, fromMs: number, toMs: number): string {
    const [first, last] = [fromMs, toMs].map((ms) => this.#notes.find(({ atMs }) => atMs >= ms) ?? this.#notes.at(-1));
    if (first === undefined || last === undefined) return 'not measured';
    const microseconds = (ms: number): string => `${Math.round((ms * 1_000) / count)} µs`;
    const worker = microseconds(last.workerMs - first.workerMs);
    const postgres = microseconds(last.postgresMs - first.postgresMs);
    const busy = (last.allMs - first.allMs) / (last.atMs - first.atMs);
    return `${worker} of the worker, ${postgres} of PostgreSQL each; ${busy.toFixed(2)} of ${cpus().length} cores busy`;
  }
}

function cpuNow({ members, postgres }: LocalCluster, role: Role[1]): Cpu {
  const workers = members.filter(({ roles }) => roles === role);
  return {
    workerMs: workers.reduce((sum, { pid }) => sum + (pid === null ? 0 : cpuMs(pid)), 0),
    postgresMs: postgres === null ? 0 : cpuMs(postgres.pid),
    allMs: cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0),
  };
}

/** Returns the size of the database in bytes. */
export async function bytesOf(sql: Sql): Promise<number> {
  const [row] = await sql<{ bytes: number }[]>`SELECT pg_database_size(current_database())::float8 AS bytes`;
  return row?.bytes ?? 0;
}

/** Returns the resident memory of a process in MiB; 0 if the process is not running. */
export const residentMb = (pid: number | null): number =>
  pid === null
    ? 0
    : Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / KIB_PER_MIB);
