import { beforeEach, describe, expect, it } from 'vitest';
import type { Principal } from '#platform/http/principal.ts';
import type { TestDatabase } from '#platform/persistence/testing.ts';
import { createWebhookWorld, type WebhookWorld, webhookTests } from './testing.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

const current = webhookTests('2026-11-30');
let database: TestDatabase;
let world: WebhookWorld;
let ana: Principal;
beforeEach(() => {
  ({ database, world, ana } = current());
});

/** Moves the clock and delivers what is due then. */
async function deliverAfter(ms: number): Promise<void> {
  world.clock.advance(ms);
  await world.deliver();
}
const idsReceived = () => world.hook.received.map(({ headers }) => headers['vigia-delivery']);
/** Returns the ids of the trades in the messages, in the order of their arrival. */
const tradesReceived = () =>
  world.hook
    .messages()
    .flatMap((message) => (message.type === 'notifications' ? message.items : []))
    .map(({ params }) => params['trade_id']);
const outcomes = async (id: string) => (await world.log(ana, id)).map(({ outcome }) => outcome).toReversed();

describe('a message that is not accepted', () => {
  it('waits as long as Retry-After states, and is repeated with the same id and body', async () => {
    const { id } = await world.create(ana);
    world.hook.answer(429, { 'retry-after': '90' }, 'slow down');
    await world.settledTrade(ana);
    await world.deliver();
    await deliverAfter(89_000);
    expect(world.hook.received).toHaveLength(1);
    await deliverAfter(1_000);
    const [first, second] = world.hook.received;
    expect(second?.body).toBe(first?.body);
    expect(idsReceived()).toEqual([first?.headers['vigia-delivery'], first?.headers['vigia-delivery']]);
    expect(second?.headers['vigia-signature']).not.toBe(first?.headers['vigia-signature']);
    expect([await outcomes(id), await world.states()]).toEqual([['later', 'taken'], ['sent']]);
  });

  it.each<[string, (hook: WebhookWorld['hook']) => unknown]>([
    ['an error', (hook) => hook.answer(500)],
    ['a client error', (hook) => hook.answer(404)],
    ['a closed socket', (hook) => hook.answers.push(({ socket }) => socket.destroy())],
    ['silence', (hook) => hook.answers.push(() => undefined)],
    ['half a status line', (hook) => hook.answers.push(({ socket }) => socket.end('HTTP/1.1 20'))],
  ])('is repeated in its order after %s', async (_what, misbehave) => {
    const { id } = await world.create(ana);
    misbehave(world.hook);
    const first = await world.settledTrade(ana);
    await world.deliver();
    const second = await world.settledTrade(ana);
    await world.deliver();
    expect(await world.states()).toEqual(['waiting', 'waiting']);
    await deliverAfter(5_000);
    expect(tradesReceived()).toEqual([first, first, second]);
    expect([await outcomes(id), await world.states()]).toEqual([
      ['later', 'taken', 'taken'],
      ['sent', 'sent'],
    ]);
  });

  it('is not repeated if the response has status 200 and then breaks off or never ends', async () => {
    const { id } = await world.create(ana);
    world.hook.answers.push(({ socket }) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\nhalf'));
    world.hook.answers.push((_request, response) => {
      const piece = 'x'.repeat(64 * 1024);
      const more = (): void => {
        while (!response.destroyed && response.write(piece));
        response.once('drain', more);
      };
      response.writeHead(200);
      more();
    });
    await world.settledTrade(ana);
    await world.deliver();
    await world.settledTrade(ana);
    await world.deliver();
    expect([await outcomes(id), await world.states()]).toEqual([
      ['taken', 'taken'],
      ['sent', 'sent'],
    ]);
    expect((await world.log(ana, id))[0]?.answer).toBe('x'.repeat(200));
  });

  it('is given up after a redirect, which is not followed, and the user is notified', async () => {
    const { id } = await world.create(ana);
    world.hook.answer(302, { location: world.hook.url('/elsewhere') });
    await world.settledTrade(ana);
    await world.deliver();
    expect(world.hook.received.map(({ path }) => path)).toEqual(['/']);
    expect([await outcomes(id), (await world.states())[0]]).toEqual([['refused'], 'failed']);
    expect(await world.kinds(ana)).toEqual(['trade_ended', 'channel_failed']);
    expect(await world.one(ana)).toMatchObject({ disabled_at: null });
  });

  it('is repeated by the next worker after a restart, with the same id', async () => {
    await world.create(ana);
    world.hook.answer(503, { 'retry-after': '10' });
    const first = await world.settledTrade(ana);
    await world.deliver();
    await world.deliveries.stop();
    world.clock.advance(10_000);
    await world.deliver(world.another());
    expect(tradesReceived()).toEqual([first, first]);
    expect(new Set(idsReceived()).size).toBe(1);
    await world.deliver(world.another());
    expect(world.hook.received).toHaveLength(2);
  });

  it('is given up when it expires, and the user is notified', async () => {
    await world.create(ana);
    world.hook.answer(500);
    await world.settledTrade(ana);
    await world.deliver();
    await deliverAfter(DAY_MS);
    expect(world.hook.received).toHaveLength(1);
    expect(await world.kinds(ana)).toEqual(['trade_ended', 'channel_failed']);
  });
});

describe('a webhook that is disabled', () => {
  it('has answered 410: its user is notified on other channels, it gets no message, and it can be enabled again', async () => {
    ana = await world.newPerson('gone@example.com');
    const { id } = await world.create(ana, { topics: ['settled', 'connection'] });
    world.hook.answer(410);
    await world.settledTrade(ana);
    await world.deliver();
    expect(await world.one(ana)).toMatchObject({
      disabled_at: new Date(world.clock.now()).toISOString(),
      disabled_because: 'gone',
    });
    expect(await world.kinds(ana)).toEqual(['trade_ended', 'channel_failed']);
    const mails = (await world.mails()).filter(({ to }) => to === 'gone@example.com');
    expect(mails.map(({ subject }) => subject)).toEqual(['Un aviso no llegó a tu webhook']);
    await world.settledTrade(ana);
    await deliverAfter(60_000);
    expect(world.hook.received).toHaveLength(1);
    expect((await world.webhooks.enable(world.callerOf(ana), id)).ok).toBe(true);
    expect(await world.one(ana)).toMatchObject({ disabled_at: null, disabled_because: null });
    const after = await world.settledTrade(ana);
    await world.deliver();
    expect(tradesReceived().at(-1)).toBe(after);
    expect(await world.securityKinds(ana)).toEqual(['webhook_made', 'webhook_enabled']);
  });

  it('has accepted no message for three days', async () => {
    const { id } = await world.create(ana);
    const fail = async () => {
      world.hook.answer(500);
      await world.webhooks.sendTest(ana.userId, id);
    };
    await fail();
    world.clock.advance(3 * DAY_MS - 1_000);
    await fail();
    expect(await world.one(ana)).toMatchObject({ disabled_at: null });
    world.clock.advance(1_000);
    await fail();
    expect(await world.one(ana)).toMatchObject({ disabled_because: 'silent' });
    expect(await world.kinds(ana)).toEqual(['channel_failed']);
    expect(await world.webhooks.sendTest(ana.userId, id)).toMatchObject({ error: { code: 'webhook_not_found' } });
  });

  it('is never one that accepted a message within three days', async () => {
    const { id } = await world.create(ana);
    for (let day = 0; day < 6; day += 1) {
      if (day !== 2) world.hook.answer(500);
      await world.webhooks.sendTest(ana.userId, id);
      world.clock.advance(DAY_MS);
    }
    expect(await world.one(ana)).toMatchObject({ disabled_at: null });
  });
});

it('a stored private address is never called once the installation stops allowing it', async () => {
  const { id } = await world.create(ana);
  const strict = await createWebhookWorld(database, { allowPrivate: false });
  try {
    expect(await strict.webhooks.sendTest(ana.userId, id)).toMatchObject({
      value: { outcome: 'refused', status: null, failure: 'url_not_allowed' },
    });
    expect(world.hook.received).toEqual([]);
  } finally {
    await strict.stop();
  }
});
