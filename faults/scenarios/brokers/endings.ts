import type { World } from '../../harness/world.ts';
import type { Scenario } from '../../scenario.ts';
import { connectUsersToBrokers, contractStream, orderUntilAnswered, untilReconnected } from './stage.ts';

const ROUNDS = 2;

/** Makes the brokers send events about the start and the end of option contracts repeatedly and in a wrong order. */
async function playRepeated(world: World): Promise<void> {
  const to = await connectUsersToBrokers(world, 3);
  for (let round = 0; round < ROUNDS; round += 1) {
    contractStream(world, world.pick(['duplicated', 'reordered']));
    await orderUntilAnswered(world, to);
    await orderUntilAnswered(world, to);
    // The server gets each result as an event. After a lost connection it requests the results.
    await world.leap(world.between(20_000, 150_000));
    if (world.between(0, 1) === 1) for (const { script } of world.brokers.all()) script.cutConnections();
    await untilReconnected(world);
  }
}

/** Makes the brokers send no events about option contracts, while the connection works. */
async function playSilent(world: World): Promise<void> {
  const to = await connectUsersToBrokers(world, 3);
  contractStream(world, 'silent');
  for (let round = 0; round < ROUNDS; round += 1) {
    await orderUntilAnswered(world, to);
    await world.leap(world.between(5_000, 90_000));
  }
}

/** Makes the brokers report the results of option contracts late. */
async function playLate(world: World): Promise<void> {
  const to = await connectUsersToBrokers(world, 3);
  for (const { book } of world.brokers.all()) book.delaySettlement(world.between(20_000, 120_000));
  for (let round = 0; round < ROUNDS; round += 1) {
    await orderUntilAnswered(world, to);
    await world.leap(world.between(30_000, 90_000));
  }
}

export const CONTRACT_ENDS: readonly Scenario[] = [
  {
    number: 13,
    fault: 'ends of contracts sent twice, out of order, by stream and poll',
    injection: 'every event twice, or held back and reversed; sockets cut in between',
    isLongFormOnly: true,
    play: playRepeated,
  },
  {
    number: 14,
    fault: 'the stream of contracts falls silent',
    injection: 'no event of any contract, while the line is up',
    play: playSilent,
  },
  {
    number: 14,
    variant: 'b',
    fault: 'results come late',
    injection: 'settled 20 to 120 s after the expiry',
    isLongFormOnly: true,
    play: playLate,
  },
];
