import { setTimeout as sleep } from 'node:timers/promises';
import type { World } from '../../harness/world.ts';
import type { Scenario } from '../../scenario.ts';
import {
  expectKnownOutcomes,
  faultEveryOrder,
  orderAtEveryBroker,
  orderUntilAnswered,
  untilReconnected,
  untilSettled,
} from './stage.ts';

const BROKERS = ['iqoption', 'quotex', 'olymptrade', 'deriv'] as const;
const TO = ['mode', 'quotex', 'olymptrade', 'deriv'] as const;
const PEOPLE = 3;
/** Number of rounds in one run. In each round, users send orders while the connections to every broker are cut. */
const ROUNDS = 13;
const CUTS = 8;
/**
 * Maximum real time in milliseconds from the orders to the first cut. At the cut, an order may be unsent, recorded or
 * acknowledged.
 */
const FIRST_CUT_WITHIN_MS = 600;
/**
 * Maximum real time in milliseconds from one cut to the next. In between, broker sessions sign in and read the broker's
 * records.
 */
const CUT_WITHIN_MS = 4_000;
const REPLY_WITHIN_MS = 800;
const RECORDS_LATE_MS = 3_000;
/**
 * Time in milliseconds for which the brokers' records stay faulty after the last cut, so that sessions read faulty
 * records.
 */
const ODD_FOR_MS = 8_000;

/**
 * Cuts the connections to every broker at random moments of its orders, such as between the recording of an order and
 * its acknowledgement. The server decides the outcomes from the broker's records. For some seconds, these records are
 * late, incomplete or unreadable.
 */
async function playRandomCuts(world: World): Promise<void> {
  await world.begin(PEOPLE, { brokers: BROKERS });
  for (let round = 0; round < ROUNDS; round += 1) {
    faultEveryOrder(world, { kind: 'delay_ack', ms: world.between(0, REPLY_WITHIN_MS) });
    disturbRecords(world);
    const sent = orderAtEveryBroker(world, TO);
    await sleep(world.between(0, FIRST_CUT_WITHIN_MS));
    for (let cut = 0; cut < CUTS; cut += 1) await cutEach(world);
    await untilSettled(world, sent);
    await world.leap(ODD_FOR_MS);
    faultEveryOrder(world, null);
    restoreRecords(world);
    await untilReconnected(world);
    await expectKnownOutcomes(world);
  }
  world.expect(world.brokers.countContracts() > ROUNDS * PEOPLE, 'I4', 'the cuts let hardly any order through');
  world.expect((await countUnknown(world)) > ROUNDS, 'I4', 'the cuts left hardly any outcome unknown');
  await orderUntilAnswered(world, TO);
}

/** Returns the number of orders whose execution status was unknown at some time. */
async function countUnknown({ sql }: World): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    SELECT count(DISTINCT trade_id)::int AS count FROM trade_events WHERE kind = 'lose_track'`;
  return row?.count ?? 0;
}

/** Cuts the connections to each broker once, in random order and at random moments. */
async function cutEach(world: World): Promise<void> {
  const left = [...world.brokers.all()];
  while (left.length > 0) {
    const [simulator] = left.splice(world.between(0, left.length - 1), 1);
    simulator?.script.cutConnections();
    await world.leap(world.between(0, CUT_WITHIN_MS / BROKERS.length));
  }
}

function disturbRecords(world: World): void {
  for (const { script } of world.brokers.all()) {
    script.recordsLateMs = world.between(0, RECORDS_LATE_MS);
    script.rowForm = world.pick(['usual', 'every_second_bare', 'renamed']);
    script.areRecordsUnreadable = world.pick([true, false]);
  }
}

function restoreRecords(world: World): void {
  for (const { script } of world.brokers.all()) {
    script.recordsLateMs = 0;
    script.rowForm = 'usual';
    script.areRecordsUnreadable = false;
  }
}

export const RANDOM_CUTS: readonly Scenario[] = [
  {
    number: 5,
    variant: 'b',
    fault: 'the socket closes at random moments around orders, and the records are late or unreadable',
    injection:
      '104 cuts of each of the four brokers at random moments, replies up to 800 ms late, records up to 3 s late',
    isLongFormOnly: true,
    play: playRandomCuts,
  },
];
