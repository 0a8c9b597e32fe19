import { readFileSync } from 'node:fs';
import type postgres from 'postgres';
import type { LocalCluster } from './local-cluster.ts';
import type { Role } from './places.ts';
import { cpuMs } from './process-tree.ts';

const KIB_PER_MIB = 1_024;

/** What some work has cost: processor time of the processes of a role and of PostgreSQL, and room in the database. */
export type Cost = { readonly workerMs: number; readonly postgresMs: number; readonly bytes: number };

/** What it has cost so far, since the processes began and the database was made. */
export async function costNow(cluster: LocalCluster, sql: postgres.Sql, role: Role[1]): Promise<Cost> {
  const [row] = await sql<{ bytes: number }[]>`SELECT pg_database_size(current_database())::float8 AS bytes`;
  const workers = cluster.members.filter(({ roles }) => roles === role);
  return {
    workerMs: workers.reduce((sum, { pid }) => sum + (pid === null ? 0 : cpuMs(pid)), 0),
    postgresMs: cluster.postgres === null ? 0 : cpuMs(cluster.postgres.pid),
    bytes: row?.bytes ?? 0,
  };
}

/** What one of so many pieces of work has cost. */
export function costEach(before: Cost, after: Cost, count: number): string {
  const microseconds = (ms: number): string => `${Math.round((ms * 1_000) / count)} µs`;
  const worker = microseconds(after.workerMs - before.workerMs);
  const database = microseconds(after.postgresMs - before.postgresMs);
  return `${worker} of the worker, ${database} of PostgreSQL, ${Math.round((after.bytes - before.bytes) / count)} bytes each`;
}

/** Memory a process occupies; 0 where there is none. */
export const residentMb = (pid: number | null): number =>
  pid === null
    ? 0
    : Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / KIB_PER_MIB);
