import { setTimeout as sleep } from 'node:timers/promises';
import type { OrderAttempt, OrderTarget } from '../../harness/people.ts';
import type { World } from '../../harness/world.ts';
import type { Scenario } from '../../scenario.ts';
import { killPostmaster } from '../database.ts';
import { distinctStatements, killAtStatement } from '../statements.ts';
import {
  connectUsersToBrokers,
  expectKnownOutcomes,
  faultEveryOrder,
  orderAtEveryBroker,
  orderUntilAnswered,
  untilReconnected,
  untilSettled,
} from './stage.ts';

const DEATHS = 2;
/**
 * Shortest and longest real time in milliseconds from the orders to the kill. After the shortest time an order is in
 * transit; after the longest the broker has recorded it.
 */
const IN_FLIGHT_MS = [20, 600] as const;

/** Restarts the server, waits for its broker connections, and checks that the outcome of every order becomes known. */
async function comeBack(world: World): Promise<void> {
  await world.server.kill();
  await world.restart(world.between(1_000, 60_000));
  await world.healthy();
  await untilReconnected(world);
  await expectKnownOutcomes(world);
  await world.resolveUnknown();
}

/**
 * Kills the server after it has sent orders and before any reply arrives. The broker may or may not have recorded the
 * orders.
 */
async function playKilledInFlight(world: World): Promise<void> {
  const to = await connectUsersToBrokers(world);
  for (let death = 0; death < DEATHS; death += 1) {
    faultEveryOrder(
      world,
      world.pick([{ kind: 'delay_ack', ms: 5_000 }, { kind: 'no_ack' }, { kind: 'ignore' }, null]),
    );
    const sent = orderAtEveryBroker(world, to);
    await sleep(world.between(...IN_FLIGHT_MS));
    await world.server.kill();
    faultEveryOrder(world, null);
    await sent;
    await comeBack(world);
  }
  await orderUntilAnswered(world, to);
}

/**
 * Kills the server at one database statement of an order at a broker: the intent, the hold of the stake, the
 * idempotency key, the sent mark or the acknowledgement.
 */
async function playKilledOrders(world: World): Promise<void> {
  const to = await connectUsersToBrokers(world);
  await world.server.statements();
  await orderUntilAnswered(world, to);
  const statements = distinctStatements(await world.server.statements());
  await dieAtDeaths(world, statements, () => orderAtEveryBroker(world, to));
}

/** Kills the server at one database statement of a settlement that a broker has reported. */
async function playKilledSettlements(world: World): Promise<void> {
  const to = await connectUsersToBrokers(world);
  await orderUntilAnswered(world, to);
  await world.server.statements();
  await world.settleAll();
  const statements = distinctStatements(await world.server.statements());
  await dieAtDeaths(world, statements, async () => {
    const sent = await orderUntilAnswered(world, to);
    await Promise.race([world.settleAll().catch(() => undefined), world.server.exited]);
    return sent;
  });
}

async function dieAtDeaths(
  world: World,
  statements: readonly string[],
  work: () => Promise<readonly OrderAttempt[]>,
): Promise<void> {
  for (let death = 0; death < DEATHS; death += 1) {
    await killAtStatement(world, statements, world.between(0, 2 * statements.length - 1));
    await Promise.race([work().catch(() => undefined), world.server.exited.then(() => sleep(100))]);
    await comeBack(world);
  }
}

/** Stops the server gracefully before the brokers reply to its orders. */
async function playStopped(world: World): Promise<void> {
  const to = await connectUsersToBrokers(world, 3);
  faultEveryOrder(world, { kind: 'delay_ack', ms: world.between(500, 20_000) });
  const sent = orderAtEveryBroker(world, to);
  await sleep(world.between(...IN_FLIGHT_MS));
  // In this part, the server's clock follows the machine's clock, because the time limits of the graceful stop use the
  // server's clock.
  const stopped = world.server.stop();
  await Promise.all([stopped, sent]);
  faultEveryOrder(world, null);
  await comeBack(world);
  await orderUntilAnswered(world, to);
}

/** Stops the database while orders are in transit. Starts it again after the brokers have replied. */
async function playWithoutDatabase(world: World): Promise<void> {
  const to = await connectUsersToBrokers(world);
  for (let round = 0; round < 2; round += 1) {
    faultEveryOrder(world, { kind: 'delay_ack', ms: world.between(200, 2_000) });
    const sent = orderAtEveryBroker(world, to);
    await sleep(world.between(...IN_FLIGHT_MS));
    killPostmaster(world);
    faultEveryOrder(world, null);
    await untilSettled(world, sent);
    await world.healthy();
    await untilReconnected(world);
    await expectKnownOutcomes(world);
    await world.resolveUnknown();
  }
  await expectOpen(world, to);
}

/** Checks that the server accepts orders again after the fault. */
async function expectOpen(world: World, to: readonly OrderTarget[]): Promise<void> {
  const after = await orderUntilAnswered(world, to);
  const refused = after.flatMap(({ outcome }) => (outcome.kind === 'accepted' ? [] : [outcome.message]));
  world.expect(refused.length === 0, 'I11', `orders are not taken after the fault: ${refused[0]}`);
}

export const DEATHS_AT_BROKERS: readonly Scenario[] = [
  {
    number: 10,
    variant: 'b',
    fault: 'kill −9 between intent, sending and reply of an order at a broker',
    injection: 'SIGKILL to itself before or after any statement on its way',
    play: playKilledOrders,
  },
  {
    number: 11,
    fault: 'kill −9 while the broker has the order and no reply has come',
    injection: 'SIGKILL 20 to 600 ms after sending, with slow, lost and swallowed replies',
    isLongFormOnly: true,
    play: playKilledInFlight,
  },
  {
    number: 12,
    variant: 'b',
    fault: 'kill −9 in the settlement of a contract',
    injection: 'SIGKILL to itself before or after any statement of it',
    isLongFormOnly: true,
    play: playKilledSettlements,
  },
  {
    number: 16,
    variant: 'b',
    fault: 'the database is gone while orders are on the wire',
    injection: 'killed −9 or stopped at once between sending and reply, and started by the server itself',
    play: playWithoutDatabase,
  },
  {
    number: 33,
    variant: 'b',
    fault: 'asked to end while brokers owe replies',
    injection: 'SIGTERM with the replies 0.5 to 20 s away, then a new start',
    isLongFormOnly: true,
    play: playStopped,
  },
];
