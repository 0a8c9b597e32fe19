import { setTimeout as sleep } from 'node:timers/promises';
import type { OrderTarget } from '../../harness/people.ts';
import type { World } from '../../harness/world.ts';
import type { Scenario } from '../../scenario.ts';
import {
  connectUsersToBrokers,
  expectKnownOutcomes,
  faultEveryOrder,
  orderAtEveryBroker,
  orderUntilAnswered,
  unresolvedOrders,
  untilReconnected,
  untilSettled,
} from './stage.ts';

const UNREADABLE_MS = 60_000;
/** Time limit in milliseconds within which the server marks the orders as sent, even on a busy machine. */
const SENT_WITHIN_MS = 4_000;
/** Additional time in milliseconds until the orders have reached the broker. */
const ARRIVED_AFTER_MS = 200;

/**
 * Makes the brokers' records unreadable for a while. During that time the outcomes of the orders stay unknown, and
 * their accounts refuse further orders.
 */
async function playUnreadable(world: World): Promise<void> {
  const to = await connectUsersToBrokers(world);
  const simulators = world.brokers.all();
  const isGone = world.between(0, 1) === 1;
  faultEveryOrder(world, { kind: world.pick(['no_ack', 'ignore']) });
  const sent = orderAtEveryBroker(world, to);
  await whenSent(world, world.people.length * to.length);
  if (isGone) await Promise.all(simulators.map((simulator) => simulator.stop()));
  setUnreadable(world, true);
  await untilSettled(world, sent);
  faultEveryOrder(world, null);
  await world.leap(UNREADABLE_MS);
  await expectUndecided(world);
  await expectNoFurtherOrder(world, to);
  setUnreadable(world, false);
  if (isGone) await Promise.all(simulators.map((simulator) => simulator.restart()));
  await untilReconnected(world);
  await expectKnownOutcomes(world);
  await orderUntilAnswered(world, to);
}

/**
 * Makes the records of every broker unreadable or readable. Quotex sends its records as a list after each sign-in, so
 * this setting also suppresses that list.
 */
function setUnreadable({ brokers }: World, isUnreadable: boolean): void {
  for (const { script } of brokers.all()) {
    script.isRateLimited = isUnreadable;
    script.areListsLeftOut = isUnreadable;
  }
}

/** Waits until `count` orders are marked as sent or the time limit has passed. */
async function whenSent({ sql }: World, count: number): Promise<void> {
  const sinceMs = performance.now();
  for (let sent = 0; sent < count && performance.now() - sinceMs < SENT_WITHIN_MS; ) {
    const [row] = await sql<{ sent: number }[]>`SELECT count(sent_at)::int AS sent FROM trades WHERE broker <> 'mock'`;
    sent = row?.sent ?? 0;
  }
  await sleep(ARRIVED_AFTER_MS);
}

/**
 * Checks that the server never treats a missing reply as a refusal. The outcome of a sent order stays unknown until the
 * server has read the broker's records. Orders that were refused with the reason `network` are excluded: their
 * connection was lost before they were sent, and a later check confirms that the broker does not have them.
 */
async function expectUndecided(world: World): Promise<void> {
  const rows = await world.sql<{ id: string; reason: string | null }[]>`
    SELECT id, settle_reason AS reason FROM trades
    WHERE broker <> 'mock' AND sent_at IS NOT NULL AND execution = 'rejected' AND settle_reason <> 'network'`;
  for (const { id, reason } of rows) world.note('I3', `trade ${id} was taken for refused (${reason}) unread`);
  const [sent] = await world.sql<{ count: number }[]>`
    SELECT count(*)::int AS count FROM trades WHERE broker <> 'mock' AND execution = 'unknown' AND status = 'active'`;
  world.expect((sent?.count ?? 0) > 0, 'I3', 'no order is unresolved although no server answers');
}

/**
 * Checks that an account with an unresolved order takes no other order. An account whose order was refused with the
 * reason `network` has none: it may take another order.
 */
async function expectNoFurtherOrder(world: World, to: readonly OrderTarget[]): Promise<void> {
  const waiting = await unresolvedOrders(world);
  for (const { person, to: target, outcome } of await orderUntilAnswered(world, to)) {
    const broker = target === 'mode' ? 'iqoption' : target;
    const first = waiting.find((trade) => trade.user_id === person.userId && trade.broker === broker);
    if (first !== undefined && outcome.kind === 'accepted')
      world.note('I3', `${broker} took ${outcome.option.id} while ${first.id} was unresolved`);
  }
}

export const UNKNOWN_OUTCOMES: readonly Scenario[] = [
  {
    number: 7,
    fault: 'the records cannot be read while orders are unresolved',
    injection: 'a minute without answers: every request is refused and no list is sent, or the broker is gone',
    play: playUnreadable,
  },
];
