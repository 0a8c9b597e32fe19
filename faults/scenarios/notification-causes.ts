import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { type Person, sendChange, signInFrom } from '../harness/people.ts';
import type { World } from '../harness/world.ts';

const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;
const POLL_MS = 20;
const DECIDED_WITHIN_MS = 10_000;
/** Signals that a cause sends at most: one to reach a limit, one that the limit refuses, and one lost in a kill. */
const SIGNALS_MOST = 3;
/** The stake is above the balance of a new paper account. */
const UNAFFORDABLE = 50_000;

/** The user agent of the sign-ups, whose later sign-ins are no news. */
export const FIRST_DEVICE = 'node';

/** The kinds that the server writes without a broker. */
export const NOTIFICATION_KINDS_WITHOUT_BROKER = [
  'trade_ended',
  'signal',
  'automation_opened',
  'automation_refused',
  'automation_resting',
  'automation_stopped',
  'limit_reached',
  'feed_lost',
  'feed_back',
  'new_sign_in',
] as const;

/** Something that notifies a user while no browser of theirs is open. */
export type NotificationCause = {
  readonly kind: (typeof NOTIFICATION_KINDS_WITHOUT_BROKER)[number];
  readonly who: Person;
  /** Does it. It may be called again if the server was killed before the notification was stored. */
  readonly act: () => Promise<void>;
};

/** Returns true if the user has a notification of this kind. */
export async function hasNotification({ sql }: World, { userId }: Person, kind: string): Promise<boolean> {
  return (await sql`SELECT 1 FROM notifications WHERE user_id = ${userId} AND kind = ${kind} LIMIT 1`).length > 0;
}

/** Creates the strategies of two users, and returns what may happen to them. */
export async function notificationCausesOf(world: World): Promise<readonly NotificationCause[]> {
  const [ana, bea] = world.people;
  if (ana === undefined || bea === undefined) throw new Error('two people are notified');
  await limitTrades(world, bea);
  const rests = await newStrategy(world, ana, { limits: { daily_operations: 1 } });
  const stops = await newStrategy(world, ana, { limits: { daily_operations: 1, auto_reset: false } });
  const refused = await newStrategy(world, ana, { trade_amount: UNAFFORDABLE });
  const limited = await newStrategy(world, bea, {});
  const signals = (who: Person, kind: NotificationCause['kind'], id: string): NotificationCause => ({
    kind,
    who,
    act: () => sendSignals(world, who, kind, id),
  });
  return [
    signals(ana, 'automation_resting', rests),
    signals(ana, 'automation_stopped', stops),
    signals(ana, 'automation_refused', refused),
    signals(bea, 'limit_reached', limited),
    {
      kind: 'new_sign_in',
      who: ana,
      act: async () => void (await signInFrom(world.server.url, ana, 'Safari on iPhone')),
    },
    { kind: 'feed_lost', who: ana, act: () => losePrices(world) },
    { kind: 'trade_ended', who: ana, act: () => tradeByHand(world, ana) },
  ];
}

async function limitTrades(world: World, person: Person): Promise<void> {
  await sendChange(world.server.url, person, '/api/v1/account/limits', { daily_trade_limit: 1 }, {}, 'PUT');
  world.limits = world.limits.map((held) => (held.userId === person.userId ? { ...held, dailyTradeLimit: 1 } : held));
}

const Made = z.object({ data: z.object({ id: z.string() }) });

/** Creates a strategy whose signals are sent from outside, and which trades by itself. */
async function newStrategy({ server }: World, person: Person, parameters: object): Promise<string> {
  const made = await sendChange(server.url, person, '/api/v1/strategies', {
    name: 'Fuera',
    type: 'external',
    asset: 'EURUSD',
    timeframe: '1m',
    auto_trade: true,
    status: 'active',
    parameters: { trade_amount: 10, duration: 10, ...parameters },
  });
  return Made.parse(made).data.id;
}

/** Sends signals, each in its own candle, until one of them leads to the notification. */
async function sendSignals(
  world: World,
  person: Person,
  kind: NotificationCause['kind'],
  strategyId: string,
): Promise<void> {
  for (let sent = 0; sent < SIGNALS_MOST && !(await hasNotification(world, person, kind)); sent += 1) {
    const { server } = world;
    await server.leap(MINUTE_MS - (server.nowMs % MINUTE_MS) + SECOND_MS);
    const before = await decisions(world, strategyId);
    await sendChange(server.url, person, '/api/v1/signals', { strategy_id: strategyId, direction: 'CALL' });
    const untilMs = performance.now() + DECIDED_WITHIN_MS;
    while ((await decisions(world, strategyId)) === before && performance.now() < untilMs && !server.hasExited)
      await sleep(POLL_MS);
  }
}

async function decisions({ sql }: World, strategyId: string): Promise<number> {
  return (await sql`SELECT 1 FROM automation_decisions WHERE automation_id = ${strategyId}`).length;
}

/** Cuts the connection to the price source for longer than the time after which users are notified. */
async function losePrices({ server }: World): Promise<void> {
  await server.feed({ kind: 'cut' });
  await server.leap(70 * SECOND_MS);
  await server.feed();
  await server.leap(3 * SECOND_MS);
}

async function tradeByHand(world: World, person: Person): Promise<void> {
  await world.take(world.orderAt('mode', person).then((attempt) => [attempt]));
  await world.server.leap(2 * MINUTE_MS + 5 * SECOND_MS);
}
