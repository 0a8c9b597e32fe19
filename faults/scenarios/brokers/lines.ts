import type { World } from '../../harness/world.ts';
import type { Scenario } from '../../scenario.ts';
import {
  connectUsersToBrokers,
  expectKnownOutcomes,
  faultEveryOrder,
  orderAtEveryBroker,
  orderUntilAnswered,
  untilReconnected,
  untilSettled,
} from './stage.ts';

const DROPS = 200;
const DROP_EVERY_MS = 300;
const CLOCK_OFF_MS = 4 * 60_000;

/** Cuts every broker socket several times while orders are in transit. */
async function playStorm(world: World): Promise<void> {
  const to = await connectUsersToBrokers(world, 3);
  const sent = orderAtEveryBroker(world, to);
  for (let drop = 0; drop < DROPS; drop += 1) {
    for (const { script } of world.brokers.all()) script.cutConnections();
    await world.leap(DROP_EVERY_MS);
  }
  await untilSettled(world, sent);
  await untilReconnected(world);
  await expectKnownOutcomes(world);
  await orderUntilAnswered(world, to);
}

/** Stops the broker while option contracts are open and orders are in transit, and starts it again. */
async function playRestart(world: World): Promise<void> {
  const to = await connectUsersToBrokers(world, 3);
  await orderUntilAnswered(world, to);
  for (let round = 0; round < 2; round += 1) {
    const sent = orderAtEveryBroker(world, to);
    await world.leap(world.between(0, 100));
    await Promise.all(world.brokers.all().map((simulator) => simulator.stop()));
    await untilSettled(world, sent);
    await world.leap(world.between(5_000, 90_000));
    await Promise.all(world.brokers.all().map((simulator) => simulator.restart()));
    await untilReconnected(world);
    await expectKnownOutcomes(world);
  }
  await orderUntilAnswered(world, to);
}

/** Lets broker sessions expire while trades are open. */
async function playExpired(world: World): Promise<void> {
  const to = await connectUsersToBrokers(world);
  for (let round = 0; round < 2; round += 1) {
    await orderUntilAnswered(world, to);
    const sent = orderAtEveryBroker(world, to);
    for (const { script } of world.brokers.all()) script.expireSessions();
    await untilSettled(world, sent);
    await world.leap(world.between(1_000, 150_000));
    await untilReconnected(world);
    await expectKnownOutcomes(world);
  }
  await orderUntilAnswered(world, to);
}

/** Sets the brokers' clock minutes apart from the server's clock, and loses or delays replies. */
async function playClockOff(world: World): Promise<void> {
  const kinds = ['cut_after_booking', 'cut_before_booking', 'delay_ack'] as const;
  const to = await connectUsersToBrokers(world, 2, world.between(-CLOCK_OFF_MS, CLOCK_OFF_MS));
  for (let round = 0; round < 2; round += 1) {
    const kind = world.pick(kinds);
    faultEveryOrder(world, kind === 'delay_ack' ? { kind, ms: 15_000 } : { kind });
    await orderUntilAnswered(world, to);
    faultEveryOrder(world, null);
    await untilReconnected(world);
    await expectKnownOutcomes(world);
    await orderUntilAnswered(world, to);
  }
}

export const CONNECTION_SCENARIOS: readonly Scenario[] = [
  {
    number: 21,
    variant: 'b',
    fault: "the broker's clock is off",
    injection: 'up to 4 min ahead or behind, replies lost or late',
    isLongFormOnly: true,
    play: playClockOff,
  },
  {
    number: 29,
    fault: 'reconnect storm',
    injection: '200 cuts of every socket within 60 s, under orders',
    play: playStorm,
  },
  {
    number: 29,
    variant: 'b',
    fault: 'the broker restarts',
    injection: 'gone for 5 to 90 s with contracts open and orders on the wire',
    isLongFormOnly: true,
    play: playRestart,
  },
  {
    number: 32,
    fault: 'users’ credentials expire during a trade',
    injection: 'every session ended at the broker; users who must sign in again do so',
    play: playExpired,
  },
];
