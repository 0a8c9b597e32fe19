import { randomUUID } from 'node:crypto';
import type { Option } from '@vigia/contract';
import { send } from '../harness/people.ts';
import type { World } from '../harness/world.ts';
import type { Scenario } from '../scenario.ts';
import { killAtStatement, orderStatements } from './statements.ts';

const CLICKS = 50;

/**
 * Sends fifty equal requests with one idempotency key concurrently. All must get equal responses. In about half of the
 * runs, the server is killed meanwhile.
 */
async function playDoubleClicks(world: World): Promise<void> {
  await world.begin(3);
  await world.order(world.between(2, 8));
  const [person, order, key] = [world.pick(world.people), world.randomOrder(), randomUUID()];
  const isKilled = world.between(0, 1) === 1;
  if (isKilled) await killAtStatement(world, await orderStatements(world), world.between(0, 99));
  const clicks = Array.from({ length: CLICKS }, () => send(world.server.url, person, order, { key }));
  const attempts = await world.take(Promise.all(clicks));
  if (isKilled) {
    await world.server.kill();
    await world.restart();
    await world.healthy();
    await world.resolveUnknown();
  }
  const answers = world.attempts.flatMap(({ key: sentKey, outcome }) =>
    sentKey === key && outcome.kind === 'accepted' ? [outcome.option] : [],
  );
  expectOneOrder(world, answers);
  world.expect(isKilled || answers.length === CLICKS, 'I3', `${answers.length} of ${attempts.length} were answered`);
}

/**
 * Checks that all responses show the same order with the same fill. A response may precede the fill
 * (docs/spec/trading.md §4).
 */
function expectOneOrder(world: World, answers: readonly Option[]): void {
  const orders = answers.map((answer) => ({ ...answer, execution: null, entry_price: null, entry_tick_time: null }));
  const filled = answers.filter(({ execution }) => execution !== 'pending');
  const fills = filled.map((answer) => [answer.execution, answer.entry_price, answer.entry_tick_time]);
  const [ways, fillWays] = [orders, fills].map((all) => new Set(all.map((one) => JSON.stringify(one))).size);
  world.expect(ways === 1, 'I3', `one key was answered with ${ways} orders`);
  world.expect(fillWays === 0 || fillWays === 1, 'I3', `one key was answered with ${fillWays} fills`);
}

/**
 * Sends a second request with the same idempotency key and another stake. The server must refuse it without any effect,
 * whichever request arrives first.
 */
async function playOtherStake(world: World): Promise<void> {
  await world.begin(3);
  for (let round = 0; round < 6; round += 1) {
    const [person, order, key] = [world.pick(world.people), world.randomOrder(), randomUUID()];
    const other = { ...order, amount: Math.round(order.amount * 100 + 100) / 100 };
    const url = world.server.url;
    const isAtOnce = world.between(0, 1) === 1;
    const first = send(url, person, order, { key });
    if (!isAtOnce) await first;
    const attempts = await world.take(Promise.all([first, send(url, person, other, { key })]));
    const codes = attempts.map(({ outcome }) =>
      outcome.kind === 'refused' ? `${outcome.status} ${outcome.code}` : outcome.kind,
    );
    const isRight = codes.toSorted().join() === '409 idempotency_key_reused,accepted';
    world.expect(isRight, 'I3', `one key with two stakes was answered ${codes.join(' and ')}`);
  }
}

export const SAME_KEY: readonly Scenario[] = [
  {
    number: 8,
    fault: 'double click: 50 equal orders at once, one key',
    injection: '50 parallel POST; in half of the runs kill −9 among them',
    play: playDoubleClicks,
  },
  {
    number: 9,
    fault: 'same key, other stake',
    injection: '2 POST, at once or one after the other',
    isLongFormOnly: true,
    play: playOtherStake,
  },
];
