import type { Rng } from '@vigia/core/kernel';
import type { ConnectionToReopen } from '../connections.repository.ts';

/** Interval between two sign-ins at one broker, so that the broker is not overloaded. */
const APART_MS = 25;
/** Longest delay of a sign-in. After a take-over, all users of a dead process are connected again within 30 s. */
const WITHIN_MS = 20_000;

export type PlannedReopening = { readonly connection: ConnectionToReopen; readonly waitMs: number };

/**
 * Spreads the sign-ins of many stored connections over time, separately for each broker. Users with open trades come
 * first, and each sign-in starts at a random moment of its own interval.
 */
export function reopeningDelays(wanted: readonly ConnectionToReopen[], rng: Rng): readonly PlannedReopening[] {
  const brokers = [...new Set(wanted.map(({ broker }) => broker))];
  return brokers.flatMap((broker) => {
    const own = wanted.filter((connection) => connection.broker === broker);
    const apartMs = Math.min(APART_MS, WITHIN_MS / own.length);
    return inOrder(own, rng).map((connection, place) => ({ connection, waitMs: (place + rng.next()) * apartMs }));
  });
}

/** Sorts users with open trades first. Both groups are in random order. */
function inOrder(connections: readonly ConnectionToReopen[], rng: Rng): readonly ConnectionToReopen[] {
  return connections
    .map((connection) => ({ connection, rank: Number(!connection.has_open_trades) + rng.next() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ connection }) => connection);
}
