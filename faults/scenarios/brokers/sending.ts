import type { OrderFault } from '@vigia/broker-kit/simulator';
import type { World } from '../../harness/world.ts';
import type { Scenario } from '../../scenario.ts';
import {
  connectUsersToBrokers,
  expectKnownOutcomes,
  faultEveryOrder,
  orderUntilAnswered,
  untilReconnected,
} from './stage.ts';

const ROUNDS = 2;

/**
 * Returns a scenario in which every user orders at every broker and the chosen fault affects each order. Then the
 * connections recover, and the outcome of every order must become known.
 */
function playing(choose: (world: World) => OrderFault): Scenario['play'] {
  return async (world) => {
    const to = await connectUsersToBrokers(world);
    for (let round = 0; round < ROUNDS; round += 1) {
      faultEveryOrder(world, choose(world));
      await orderUntilAnswered(world, to);
      faultEveryOrder(world, null);
      await untilReconnected(world);
      await expectKnownOutcomes(world);
      await orderUntilAnswered(world, to);
    }
  };
}

/**
 * Cuts the connection of each order at a random one of three times: before the broker records the order, before the
 * acknowledgement, or right after the acknowledgement.
 */
async function playCuts(world: World): Promise<void> {
  const kinds = ['cut_before_booking', 'cut_after_booking', 'cut_after_ack'] as const;
  const to = await connectUsersToBrokers(world, 3);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { script } of world.brokers.all()) {
      script.nextOrders(...world.people.map(() => ({ kind: world.pick(kinds) })));
    }
    await orderUntilAnswered(world, to);
    await untilReconnected(world);
    await expectKnownOutcomes(world);
  }
  // The loop removes faults that no order has used.
  for (const { script } of world.brokers.all()) while (script.takeOrderFault() !== null);
}

/** Makes the brokers refuse orders with a known or an unknown message. */
async function playRefusals(world: World): Promise<void> {
  const to = await connectUsersToBrokers(world);
  for (let round = 0; round < ROUNDS; round += 1) {
    faultEveryOrder(world, {
      kind: 'refuse',
      as: world.pick(['rate_limited', 'unknown', 'insufficient_funds', 'network']),
    });
    const before = world.brokers.countContracts();
    await orderUntilAnswered(world, to);
    world.expect(
      world.brokers.countContracts() === before,
      'I3',
      'an order that was turned down was sold all the same',
    );
    faultEveryOrder(world, null);
    await untilReconnected(world);
    await expectKnownOutcomes(world);
    await orderUntilAnswered(world, to);
  }
}

export const SENDING: readonly Scenario[] = [
  {
    number: 1,
    fault: 'the broker takes the order, its reply is lost',
    injection: 'booked, and never acknowledged or the socket cut before it',
    play: playing((world) => ({ kind: world.pick(['no_ack', 'cut_after_booking']) })),
  },
  {
    number: 2,
    fault: 'the order never reaches the broker',
    injection: 'swallowed, or the socket cut before it is booked',
    isLongFormOnly: true,
    play: playing((world) => ({ kind: world.pick(['ignore', 'cut_before_booking']) })),
  },
  {
    number: 3,
    fault: 'the reply comes after our time-out',
    injection: 'acknowledged 12 to 40 s later',
    play: playing((world) => ({ kind: 'delay_ack', ms: world.between(12_000, 40_000) })),
  },
  {
    number: 4,
    fault: 'the reply comes twice',
    injection: 'two acknowledgements of each order',
    isLongFormOnly: true,
    play: playing(() => ({ kind: 'double_ack' })),
  },
  {
    number: 5,
    fault: 'the socket closes around the order',
    injection: 'cut before booking, before the reply, or right after it, each order another',
    play: playCuts,
  },
  {
    number: 6,
    fault: 'the broker refuses, or sends an unknown error',
    injection: 'rate limit, funds, an unknown error in its own words',
    isLongFormOnly: true,
    play: playRefusals,
  },
];
