import { setTimeout as sleep } from 'node:timers/promises';
import type { ContractStream, OrderFault } from '@vigia/broker-kit/simulator';
import { type BrokerStatusView, BrokersStatusResponse } from '@vigia/contract';
import type { OrderAttempt, OrderTarget, Person } from '../../harness/people.ts';
import type { SimulatedBrokerId } from '../../harness/simulated-brokers.ts';
import type { World } from '../../harness/world.ts';

const OTHERS = ['quotex', 'olymptrade', 'deriv'] as const;
/** Real time in milliseconds within which the server sends an order, even on a busy machine. */
const ON_ITS_WAY_MS = 250;
const WAIT_STEP_MS = 500;
/**
 * Time limit in milliseconds, by the server's clock, for a reconnection. The delays between the attempts grow to 30 s.
 */
const BACK_WITHIN_MS = 120_000;

/**
 * Signs up users and connects each user to two brokers: to IQ Option, whose demo account becomes the chosen account,
 * and to one other broker.
 * @param brokersAheadMs time by which the brokers' clock is ahead of the server's
 */
export async function connectUsersToBrokers(
  world: World,
  people = 2,
  brokersAheadMs = 0,
): Promise<readonly OrderTarget[]> {
  const other = world.pick(OTHERS);
  await world.begin(people, { brokers: ['iqoption', other], brokersAheadMs });
  return ['mode', other];
}

/** Sends one order of every user to each of these destinations concurrently. */
export const orderAtEveryBroker = (world: World, to: readonly OrderTarget[]): Promise<readonly OrderAttempt[]> =>
  world.take(Promise.all(world.people.flatMap((person) => to.map((each) => world.orderAt(each, person)))));

/**
 * Sends one order of every user to each of these destinations, and advances the clock until each client has a response.
 */
export async function orderUntilAnswered(world: World, to: readonly OrderTarget[]): Promise<readonly OrderAttempt[]> {
  return untilSettled(world, orderAtEveryBroker(world, to));
}

/** Advances the clock until this promise is settled. */
export async function untilSettled<Value>(world: World, coming: Promise<Value>): Promise<Value> {
  const wait = { isOver: false };
  const end = (): void => void (wait.isOver = true);
  coming.then(end, end);
  await sleep(ON_ITS_WAY_MS);
  while (!wait.isOver) await world.leap(WAIT_STEP_MS);
  return coming;
}

/** Applies this fault to each later order at every broker. Null removes the fault. */
export function faultEveryOrder({ brokers }: World, fault: OrderFault | null): void {
  for (const { script } of brokers.all()) script.everyOrder(fault);
}

export function contractStream({ brokers }: World, stream: ContractStream): void {
  for (const { script } of brokers.all()) script.contractStream = stream;
}

const statusesOf = async ({ server: { url } }: World, { token }: Person): Promise<readonly BrokerStatusView[]> => {
  const answer = await fetch(`${url}/api/v1/multi-broker/status`, { headers: { authorization: `Bearer ${token}` } });
  return BrokersStatusResponse.parse(await answer.json()).brokers;
};

/**
 * Advances the clock until the broker connections of every user work again. Users whose broker session has ended sign
 * in again.
 */
export async function untilReconnected(world: World): Promise<void> {
  const sinceMs = world.server.nowMs;
  for (;;) {
    const down: { readonly person: Person; readonly broker: SimulatedBrokerId; readonly status: BrokerStatusView }[] =
      [];
    for (const person of world.people) {
      const statuses = await statusesOf(world, person);
      for (const broker of world.brokers.brokers) {
        const status = statuses.find((one) => one.broker === broker);
        if (status !== undefined && status.connection_status !== 'connected') down.push({ person, broker, status });
      }
    }
    if (down.length === 0) return;
    for (const { person, broker, status } of down)
      if (status.connection_status === 'error') await world.signIn(person, broker);
    if (world.server.nowMs - sinceMs > BACK_WITHIN_MS) {
      const [{ broker, status } = { broker: '?', status: null }] = down;
      return world.note(
        'I11',
        `${broker} is not connected again after ${BACK_WITHIN_MS} ms: ${JSON.stringify(status)}`,
      );
    }
    await world.leap(WAIT_STEP_MS);
  }
}

type Unresolved = { readonly id: string; readonly user_id: string; readonly broker: string };

/** Returns the orders at brokers with an unknown execution status. */
export async function unresolvedOrders({ sql }: World): Promise<readonly Unresolved[]> {
  return sql<Unresolved[]>`
    SELECT id, user_id, broker FROM trades
    WHERE broker <> 'mock' AND status = 'active' AND execution IN ('pending', 'unknown')`;
}

/**
 * Records a violation if the outcome of an order at a broker is still unknown after this time, by the server's clock.
 */
export async function expectKnownOutcomes(world: World, withinMs = 60_000): Promise<void> {
  const sinceMs = world.server.nowMs;
  for (let left = await unresolvedOrders(world); left.length > 0; left = await unresolvedOrders(world)) {
    if (world.server.nowMs - sinceMs > withinMs) {
      const named = left.map(({ id, broker }) => `${id} at ${broker}`).join(', ');
      return world.note('I4', `unresolved ${withinMs} ms after the fault: ${named}`);
    }
    await world.leap(WAIT_STEP_MS);
  }
}
