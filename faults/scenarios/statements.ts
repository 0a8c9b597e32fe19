import type { World } from '../harness/world.ts';

/** Written by the market and the upkeep, at any time. */
const BACKGROUND =
  /\b(ticks|candles_1m|pcr_\w+|auth_\w+|outbox|mail\w*|leases|day_partitions|broker_\w+|user_data_keys|pg_\w+)\b/i;

/** The statements of one order's way, each once, in their order. */
export async function orderStatements(world: World): Promise<readonly string[]> {
  await world.server.statements();
  await world.order(1);
  return distinct(await world.server.statements());
}

/** The statements of a settlement's way, each once, in their order. */
export async function settlementStatements(world: World): Promise<readonly string[]> {
  await world.order(3);
  await world.server.leap(1_000);
  await world.server.statements();
  await world.settleAll();
  return distinct(await world.server.statements());
}

/**
 * Lets the server die at one of these statements, before it leaves or before its answer comes: `choice` walks all
 * cases.
 */
export async function dieAtOneOf(world: World, statements: readonly string[], choice: number): Promise<void> {
  const chosen = statements[Math.floor(choice / 2) % statements.length];
  if (chosen === undefined) throw new Error('no statement was seen');
  const statement = `^\\s*${chosen
    .slice(0, 80)
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll(' ', '\\s+')}`;
  await world.server.dieAt({ statement, nth: 1, when: choice % 2 === 0 ? 'before' : 'after' });
}

/** Each once, in their order, without what the market and the upkeep write. */
export const distinct = (statements: readonly string[]): readonly string[] => [
  ...new Set(statements.filter((text) => !BACKGROUND.test(text))),
];
