import { setTimeout as sleep } from 'node:timers/promises';
import { NOTIFICATION_TOPICS, REACH_CHANNELS, type ReachChannel } from '@vigia/contract';
import { MessageReceivers } from '../harness/message-receivers.ts';
import { type Person, sendChange, signInFrom } from '../harness/people.ts';
import type { World } from '../harness/world.ts';
import type { Scenario } from '../scenario.ts';
import {
  FIRST_DEVICE,
  hasNotification,
  NOTIFICATION_KINDS_WITHOUT_BROKER,
  type NotificationCause,
  notificationCausesOf,
} from './notification-causes.ts';

const SECOND_MS = 1_000;
/** Real time within which the notification of a cause is stored, also on a busy machine. */
const WITHIN_MS = 20_000;
/** Real time within which an armed kill happens, if it happens at all. */
const ARMED_MS = 3_000;
const POLL_MS = 20;
/** Server time after which every claim of a killed process has ended. */
const CLAIMS_END_MS = 6 * 60 * SECOND_MS;
/** Server time after which the trades of the causes have expired. */
const LONGEST_MS = 8 * 60 * SECOND_MS;
const STEP_MS = 200;

/** Statements around the delivery of a notification. A kill before or after each of them is possible. */
const STATEMENTS = [
  'update notification_outbox set message_id',
  "update notification_outbox set state = 'sent'",
  'insert into mail_outbox',
  'update mail_outbox set attempts',
  "update mail_outbox set state = 'sent'",
  'update push_subscriptions',
  'update notification_receivers',
  'insert into webhook_deliveries',
  'insert into notifications',
  'insert into automation_decisions',
  'update strategies set auto_trade',
] as const;

/** The ways that kill during a test message, of which no mail and no webhook is part. */
const TESTED = ['push answered', 'telegram answered'] as const;
type TestedWay = (typeof TESTED)[number];
type CauseWay = `${ReachChannel} taken` | 'email answered' | 'webhook answered' | 'statement' | 'moment';

/** Ways to kill the server: during test messages, and during the messages of causes. */
type Ways = { readonly tested: readonly TestedWay[]; readonly ofCauses: readonly CauseWay[] };

/** The ways that kill between the receipt of a message and noting it. */
const BETWEEN: Ways = {
  tested: TESTED,
  ofCauses: [...REACH_CHANNELS.map((channel) => `${channel} taken` as const), 'email answered', 'webhook answered'],
};
/** The ways that kill anywhere. */
const ANYWHERE: Ways = { tested: [], ofCauses: ['statement', 'statement', 'statement', 'moment', 'moment', 'moment'] };

/** Causes every event that notifies a user whose app is closed, and kills the server in each of these ways. */
async function playKilledDeliveries(world: World, ways: Ways): Promise<void> {
  const reach = await MessageReceivers.open();
  try {
    await world.begin(2, { environment: reach.environment });
    for (const watcher of world.watchers) watcher.close();
    const [tested] = await Promise.all(world.people.map((person) => reachable(world, reach, person)));
    if (tested === undefined) throw new Error('no user is notified');
    const causes = shuffled(world, await notificationCausesOf(world));
    const between = { push: 0, email: 0, telegram: 0, webhook: 0 };
    const afterKill = async (): Promise<void> => {
      const noted = await reach.noteKill(world.sql);
      for (const channel of REACH_CHANNELS) between[channel] += noted[channel];
      await world.restart(world.between(SECOND_MS, 15 * SECOND_MS));
      await world.healthy();
    };
    for (const way of shuffled(world, ways.tested)) {
      await killDuringTest(world, way, tested);
      await afterKill();
    }
    const order = shuffled(world, ways.ofCauses);
    for (const [index, cause] of causes.entries()) {
      const way = order[index];
      if (way !== undefined) {
        await killDuring(world, reach, way, cause);
        await afterKill();
      }
      await happens(world, cause);
    }
    await arriveAll(world);
    for (const fault of await reach.faults(world.sql)) world.note('I13', fault);
    await expectEveryKind(world);
    if (ways === BETWEEN)
      for (const channel of REACH_CHANNELS)
        world.expect(between[channel] > 0, 'I13', `no kill fell between sending by ${channel} and noting`);
    world.measure('messages', reach.counts);
    world.measure('repeats', reach.repeats);
  } finally {
    await reach.stop();
  }
}

/** Gives a user an account, a subscribed browser, a chat, a webhook and mails of every topic. */
async function reachable(world: World, reach: MessageReceivers, person: Person): Promise<Tested> {
  const { url } = world.server;
  await world.giveAccount(person);
  const settings = { email_topics: [...NOTIFICATION_TOPICS], email_daily: false, quiet_hours: null };
  await sendChange(url, person, '/api/v1/notifications/settings', settings, {}, 'PUT');
  // The token of the demo stays that of an anonymous user, who may have no webhook.
  const member = await signInFrom(url, person, FIRST_DEVICE);
  await reach.connectChat(url, member);
  await reach.createWebhook(url, member);
  return { who: person, subscription: await reach.subscribe(url, person) };
}

type Tested = { readonly who: Person; readonly subscription: string };

/** Sends a test message, and kills the server at the statement that notes it: nothing else is noted meanwhile. */
async function killDuringTest({ server }: World, way: TestedWay, { who, subscription }: Tested): Promise<void> {
  const path = way === 'push answered' ? `push/subscriptions/${subscription}` : 'telegram';
  await server.dieAt({ statement: spaced("update notification_outbox set state = 'sent'"), nth: 1, when: 'before' });
  await sendChange(server.url, who, `/api/v1/${path}/test`, {}).catch(() => undefined);
  await Promise.race([server.exited, sleep(ARMED_MS, null, { ref: false })]);
  await server.kill();
}

/** Arms the kill, lets the cause happen, and kills the server at the latest when everything has been sent. */
async function killDuring(
  world: World,
  reach: MessageReceivers,
  way: CauseWay,
  cause: NotificationCause,
): Promise<void> {
  const { server } = world;
  const die = () => process.kill(server.pid, 'SIGKILL');
  switch (way) {
    case 'push taken':
    case 'email taken':
    case 'telegram taken':
    case 'webhook taken':
      reach.onReceived(channelOf(way), die);
      break;
    case 'email answered':
      await server.dieAt({ statement: spaced("update mail_outbox set state = 'sent'"), nth: 1, when: 'before' });
      break;
    case 'webhook answered':
      await server.dieAt({ statement: spaced('insert into webhook_deliveries'), nth: 1, when: 'before' });
      break;
    case 'statement': {
      const death = { nth: world.between(1, 2), when: world.pick(['before', 'after'] as const) };
      await server.dieAt({ statement: spaced(world.pick(STATEMENTS)), ...death });
      break;
    }
    case 'moment':
      setTimeout(() => server.hasExited || die(), world.between(0, 800));
      break;
  }
  await happens(world, cause).catch(() => undefined);
  await Promise.race([server.exited, sleep(ARMED_MS, null, { ref: false })]);
  await server.kill();
  for (const channel of REACH_CHANNELS) reach.onReceived(channel, null);
}

const channelOf = (way: `${ReachChannel} taken`): ReachChannel =>
  REACH_CHANNELS.find((channel) => way === `${channel} taken`) ?? 'push';

/** Lets the cause happen, unless its notification is stored already. */
async function happens(world: World, { act, who, kind }: NotificationCause): Promise<void> {
  if (await hasNotification(world, who, kind)) return;
  await act();
  const untilMs = performance.now() + WITHIN_MS;
  while (!(await hasNotification(world, who, kind))) {
    if (world.server.hasExited) throw new Error('the server was killed');
    if (performance.now() > untilMs) throw new Error(`${kind} did not happen`);
    await sleep(POLL_MS);
  }
}

/** Ends the trades and every claim, and waits until nothing waits to be sent. */
async function arriveAll(world: World): Promise<void> {
  await world.server.leap(LONGEST_MS, STEP_MS);
  await world.settleAll();
  const untilMs = performance.now() + WITHIN_MS;
  for (;;) {
    await world.server.leap(CLAIMS_END_MS, STEP_MS);
    await sleep(5 * POLL_MS);
    const rows = await world.sql`
      SELECT 1 FROM notification_outbox WHERE state = 'waiting' UNION ALL SELECT 1 FROM mail_outbox WHERE state = 'waiting'`;
    if (rows.length === 0 || performance.now() > untilMs) return;
  }
}

/** Records a violation for each kind that was not sent by every channel. */
async function expectEveryKind(world: World): Promise<void> {
  const sent = await world.sql<{ kind: string; channel: string }[]>`
    SELECT DISTINCT n.kind, o.channel FROM notification_outbox o JOIN notifications n
      ON n.user_id = o.user_id AND n.id = o.notification_id WHERE o.state = 'sent'`;
  for (const kind of NOTIFICATION_KINDS_WITHOUT_BROKER)
    for (const channel of REACH_CHANNELS)
      world.expect(
        sent.some((one) => one.kind === kind && one.channel === channel),
        'I13',
        `no ${kind} was sent by ${channel}`,
      );
}

/** Returns a pattern of the begin of a statement that accepts any white space. */
const spaced = (statement: string): string => `^\\s*${statement.replaceAll(' ', '\\s+')}`;

/** Returns the items in an order of the seed. */
function shuffled<Item>(world: World, items: readonly Item[]): readonly Item[] {
  return items
    .map((item) => ({ item, at: world.rng.next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

export const NOTIFICATIONS: readonly Scenario[] = [
  {
    number: 36,
    fault: 'kill −9 between sending a notification and noting it',
    injection:
      'SIGKILL when a push service, mail server, Bot API or webhook has a message, and at the statement that notes it',
    play: (world) => playKilledDeliveries(world, BETWEEN),
  },
  {
    number: 36,
    variant: 'b',
    fault: 'kill −9 around the delivery of notifications',
    injection: 'SIGKILL before or after any statement of the outboxes, and at any moment',
    isLongFormOnly: true,
    play: (world) => playKilledDeliveries(world, ANYWHERE),
  },
];
