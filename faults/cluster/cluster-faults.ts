import { setTimeout as sleep } from 'node:timers/promises';
import { Health } from '@vigia/contract';
import type { Sql } from '@vigia/server/testing';
import type { Finding } from '@vigia/testkit/invariants';
import { type Person, statusOf } from '../harness/people.ts';
import type { BreakablePart } from './breakable.ts';
import { disconnectedUsers } from './broker-people.ts';
import { leaseHolders, type TakeOver, watchTakeOver } from './lease-watch.ts';
import type { Listener } from './listener.ts';
import { type LocalCluster, ServerMember } from './local-cluster.ts';

const FROZEN_MS = 10_000;
/** The time limit in milliseconds until every lease has a new holder. */
const TAKEN_OVER_WITHIN_MS = 5_000;
/** The time limit for the recovery in milliseconds: invariant I11 of docs/spec/retention-and-faults.md §2. */
const WELL_WITHIN_MS = 30_000;
const ANSWER_WITHIN_MS = 2_000;
const POLL_MS = 50;
const MODE = '/api/v1/trading/mode/current';

export type ClusterFaultKind = 'kill' | 'freeze' | 'restart';

/** A fault, and the part of the cluster that it affects. */
export type ClusterFault = { readonly part: string; readonly kind: ClusterFaultKind };

/** The cluster and its users during a fault. */
export type ClusterScene = {
  readonly cluster: LocalCluster;
  readonly listener: Listener;
  /** The users who are connected to a broker. */
  readonly atBroker: readonly Person[];
  /** The database connection of the fault tests, with which they read the leases. */
  readonly sql: Sql;
};

/**
 * The recovery from a fault. The times are wall-clock times, so that they can be compared with the times of log lines.
 */
export type FaultRecovery = ClusterFault & {
  readonly takeOver: TakeOver | null;
  /** The time in milliseconds from the end of the fault until the cluster is healthy. */
  readonly wellAfterMs: number;
  /** The conditions that the cluster met last; empty if the cluster was healthy at once. */
  readonly lastAmiss: readonly string[];
  readonly fromMs: number;
  readonly toMs: number;
  readonly findings: readonly Finding[];
};

/** Applies a fault under the current load, and waits until the cluster is healthy. */
export async function injectFaultAndAwaitRecovery(fault: ClusterFault, scene: ClusterScene): Promise<FaultRecovery> {
  const part = scene.cluster.parts.find(({ name }) => name === fault.part);
  if (part === undefined) throw new Error(`the cluster has no ${fault.part}`);
  const fromMs = Date.now();
  const before = await leaseHolders(scene.sql);
  const takeOver = await HOW[fault.kind](part, (sinceMs) =>
    part instanceof ServerMember ? watchTakeOver(scene.sql, before, { sinceMs, withinMs: WELL_WITHIN_MS }) : null,
  );
  const sinceMs = performance.now();
  const { lastAmiss, findings: amiss } = await wellAgain(scene);
  const findings = [...amiss, ...takeOverFindings(fault, takeOver)];
  const wellAfterMs = performance.now() - sinceMs;
  return { ...fault, takeOver, wellAfterMs, lastAmiss, fromMs, toMs: Date.now(), findings };
}

type Watch = (sinceMs: number) => Promise<TakeOver> | null;

/** The function that applies each kind of fault. Its promise resolves when the part is running again. */
const HOW: Readonly<Record<ClusterFaultKind, (part: BreakablePart, watch: Watch) => Promise<TakeOver | null>>> = {
  async kill(part, watch) {
    const sinceMs = performance.now();
    await part.kill();
    const takeOver = await watch(sinceMs);
    await part.start();
    return takeOver;
  },
  async freeze(part, watch) {
    const sinceMs = performance.now();
    part.freeze();
    const [takeOver] = await Promise.all([watch(sinceMs), sleep(FROZEN_MS)]);
    part.thaw();
    return takeOver;
  },
  async restart(part) {
    await part.stop();
    await part.start();
    return null;
  },
};

function takeOverFindings({ part }: ClusterFault, takeOver: TakeOver | null): readonly Finding[] {
  if (takeOver === null) return [];
  const { longestMs, orphaned } = takeOver;
  const isLate = longestMs !== null && longestMs > TAKEN_OVER_WITHIN_MS;
  return [
    ...(isLate ? [`what ${part} owned was taken over after ${Math.round(longestMs)} ms`] : []),
    ...(orphaned.length > 0 ? [`no process holds ${orphaned.join(', ')} after the loss of ${part}`] : []),
  ].map((what) => ({ invariant: 'I11', what }));
}

/**
 * Waits until every API process reports itself healthy, every socket gets prices, and every broker session is
 * connected. Then restarts the processes that have exited, and reports them.
 */
async function wellAgain(scene: ClusterScene): Promise<Pick<FaultRecovery, 'lastAmiss' | 'findings'>> {
  const { cluster } = scene;
  const untilMs = performance.now() + WELL_WITHIN_MS;
  let lastAmiss: readonly string[] = [];
  let amiss = await whatIsAmiss(scene);
  for (; amiss.length > 0 && performance.now() < untilMs; amiss = await whatIsAmiss(scene)) {
    lastAmiss = amiss;
    await sleep(POLL_MS);
  }
  const ended = cluster.members.filter(({ isRunning }) => !isRunning);
  await Promise.all(ended.map((member) => member.start()));
  const findings = [
    ...amiss.map((what) => `not well ${WELL_WITHIN_MS} ms after it: ${what}`),
    ...ended.map(({ name }) => `${name} has ended by itself`),
  ].map((what) => ({ invariant: 'I11' as const, what }));
  return { lastAmiss, findings };
}

async function whatIsAmiss(scene: ClusterScene): Promise<readonly string[]> {
  const unwell = await unhealthyUrls(scene);
  const { deaf } = scene.listener;
  if (unwell.length > 0 || deaf > 0) return [...unwell, ...(deaf > 0 ? [`${deaf} sockets hear no prices`] : [])];
  return disconnectedUsers(scene.cluster.apiUrls[0] ?? '', scene.atBroker);
}

/** Returns the problems of API servers that report bad health or do not respond to a user's request. */
async function unhealthyUrls({ cluster: { apiUrls }, listener }: ClusterScene): Promise<readonly string[]> {
  const said = await Promise.all(
    apiUrls.map((apiUrl) =>
      faultOf(apiUrl, listener.sockets[0]?.person).catch((error) => `${apiUrl}: ${String(error)}`),
    ),
  );
  return said.filter((fault) => fault !== null);
}

async function faultOf(apiUrl: string, person: Person | undefined): Promise<string | null> {
  const answer = await fetch(`${apiUrl}/health`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
  const health = Health.parse(await answer.json());
  if (health.status !== 'ok') return JSON.stringify(health);
  const status = person === undefined ? 200 : await statusOf(apiUrl, person, MODE, ANSWER_WITHIN_MS);
  return status === 200 ? null : `${apiUrl} answers ${status}`;
}
