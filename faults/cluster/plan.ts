import type { ClusterFault } from './cluster-faults.ts';
import { type Role, SMALLEST_CLUSTER } from './places.ts';

/** The load and the faults of a test run. */
export type RunPlan = {
  readonly people: number;
  readonly ordersPerS: number;
  /** The number of additional users who trade at a broker, and their orders per second. */
  readonly brokerPeople: number;
  readonly brokerOrdersPerS: number;
  readonly sockets: number;
  /** The number of symbols to which a socket subscribes. */
  readonly watched: number;
  readonly strategiesEach: number;
  /** The faults, in order. */
  readonly faults: readonly ClusterFault[];
  /** The pause before each fault in milliseconds. */
  readonly restMs: number;
};

/**
 * The feed processes in the order of their faults. The process that starts first writes the market log; after its
 * fault, the other process writes it. Both processes have broker sessions.
 */
const FEEDS = ['feed-2', 'feed-1'] as const;

/** The roles of the cluster under test. It has a second feed process, which takes over when the first one fails. */
const ROLES: readonly Role[] = [['feed-2', 'feed'], ...SMALLEST_CLUSTER];

/**
 * Faults of every kind, for every role, for NATS and for PostgreSQL. The faults of the database come last, because they
 * affect every process.
 */
const FAULTS: readonly ClusterFault[] = [
  { part: 'settler-1', kind: 'kill' },
  { part: 'settler-2', kind: 'freeze' },
  { part: 'settler-1', kind: 'restart' },
  { part: 'engine-1', kind: 'kill' },
  { part: 'engine-2', kind: 'freeze' },
  { part: 'engine-1', kind: 'restart' },
  { part: FEEDS[0], kind: 'kill' },
  { part: FEEDS[1], kind: 'freeze' },
  { part: FEEDS[0], kind: 'restart' },
  { part: 'api-1', kind: 'kill' },
  { part: 'api-2', kind: 'freeze' },
  { part: 'api-1', kind: 'restart' },
  { part: 'nats', kind: 'kill' },
  { part: 'nats', kind: 'freeze' },
  { part: 'nats', kind: 'restart' },
  { part: 'postgres', kind: 'kill' },
  { part: 'postgres', kind: 'freeze' },
  { part: 'postgres', kind: 'restart' },
];

/** The faults for a cluster that consists of a single process with all roles. */
const ALONE: readonly ClusterFault[] = FAULTS.flatMap(({ part, kind }) => {
  if (part === 'postgres') return [{ part, kind }];
  return part.startsWith('api') ? [{ part: 'all', kind }] : [];
});

const SHORT = {
  people: 24,
  ordersPerS: 5,
  brokerPeople: 6,
  brokerOrdersPerS: 2,
  sockets: 40,
  watched: 5,
  strategiesEach: 5,
  restMs: 1_000,
} as const;
const LONG = {
  people: 400,
  ordersPerS: 200,
  brokerPeople: 40,
  brokerOrdersPerS: 10,
  sockets: 500,
  watched: 10,
  strategiesEach: 5,
  restMs: 15_000,
} as const;

/** Returns the load and the faults of a short or a long run, for a cluster or a single process. */
export const runPlanFor = ({ isLong, isAlone }: { readonly isLong: boolean; readonly isAlone: boolean }): RunPlan => ({
  ...(isLong ? LONG : SHORT),
  faults: isAlone ? ALONE : FAULTS,
});

export const rolesToPlay = (isAlone: boolean): readonly Role[] => (isAlone ? [['all', 'all']] : ROLES);
