import type { World } from '../harness/world.ts';
import type { Scenario } from '../scenario.ts';
import { killAtStatement, orderStatements, settlementStatements } from './statements.ts';

/** Number of kills per run. With this number, twenty seeds cover a kill before and after every statement. */
const DEATHS = 2;

/** Kills the server at a database statement of an order's transaction, with several orders in transit. */
async function playKilledOrders(world: World): Promise<void> {
  await world.begin(3);
  const statements = await orderStatements(world);
  for (let death = 0; death < DEATHS; death += 1) {
    await killAtStatement(world, statements, world.between(0, 2 * statements.length - 1));
    await world.order(world.between(1, 8));
    await world.server.kill();
    await world.restart();
    await world.healthy();
    await world.resolveUnknown();
  }
}

/** Kills the server at a database statement of a settlement, when many trades have expired. */
async function playKilledSettlements(world: World): Promise<void> {
  await world.begin(4);
  const statements = await settlementStatements(world);
  for (let death = 0; death < DEATHS; death += 1) {
    await world.order(world.between(5, 40));
    await killAtStatement(world, statements, world.between(0, 2 * statements.length - 1));
    await Promise.race([world.settleAll().catch(() => undefined), world.server.exited]);
    await world.server.kill();
    await world.restart();
    await world.healthy();
    await world.resolveUnknown();
  }
}

export const KILLS: readonly Scenario[] = [
  {
    number: 10,
    fault: 'kill −9 around the transaction of an order',
    injection: 'SIGKILL to itself before or after any statement of it',
    play: playKilledOrders,
  },
  {
    number: 12,
    fault: 'kill −9 in settlement',
    injection: 'SIGKILL to itself before or after any statement of it',
    play: playKilledSettlements,
  },
];
