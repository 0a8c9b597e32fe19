import type { World } from '../harness/world.ts';

/** Pattern of the tables that background jobs of the market and of maintenance may write at any time. */
const BACKGROUND =
  /\b(ticks|candles_1m|pcr_\w+|auth_\w+|outbox|mail\w*|leases|day_partitions|broker_\w+|user_data_keys|pg_\w+)\b/i;

/** Returns the distinct database statements of one order, in order. */
export async function orderStatements(world: World): Promise<readonly string[]> {
  await world.server.statements();
  await world.order(1);
  return distinctStatements(await world.server.statements());
}

/** Returns the distinct database statements of a settlement, in order. */
export async function settlementStatements(world: World): Promise<readonly string[]> {
  await world.order(3);
  await world.server.leap(1_000);
  await world.server.statements();
  await world.settleAll();
  return distinctStatements(await world.server.statements());
}

/**
 * Kills the server at one of these statements: before it is sent, or before its result is read. Consecutive values of
 * `choice` cover all cases.
 */
export async function killAtStatement(world: World, statements: readonly string[], choice: number): Promise<void> {
  const chosen = statements[Math.floor(choice / 2) % statements.length];
  if (chosen === undefined) throw new Error('no statement was seen');
  const statement = `^\\s*${chosen
    .slice(0, 80)
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll(' ', '\\s+')}`;
  await world.server.dieAt({ statement, nth: 1, when: choice % 2 === 0 ? 'before' : 'after' });
}

/** Returns the distinct statements in order, without the writes of background jobs. */
export const distinctStatements = (statements: readonly string[]): readonly string[] => [
  ...new Set(statements.filter((text) => !BACKGROUND.test(text))),
];
