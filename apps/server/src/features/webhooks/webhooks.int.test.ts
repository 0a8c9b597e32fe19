import { beforeEach, describe, expect, it } from 'vitest';
import type { Principal } from '#platform/http/principal.ts';
import type { TestDatabase } from '#platform/persistence/testing.ts';
import { verifyWithStripe, type WebhookWorld, webhookTests } from './testing.ts';
import { Webhooks } from './webhooks.ts';

const current = webhookTests('2026-11-22');
let database: TestDatabase;
let world: WebhookWorld;
let ana: Principal;
beforeEach(() => {
  ({ database, world, ana } = current());
});

const HIDDEN = 'https://hooks.example.com/t/hidden-token';
const BODY = { name: 'Hoja', url: HIDDEN, topics: ['settled' as const], sends_log_head: false };

describe('a webhook', () => {
  it('gets the notifications of its topics, signed, each with its data and its text', async () => {
    const { id, secret } = await world.create(ana);
    const tradeId = await world.settledTrade(ana);
    await world.deliver();
    const [request] = world.hook.received;
    if (request === undefined) throw new Error('nothing arrived');
    expect(verifyWithStripe(request, secret, world.clock.now())).toEqual(JSON.parse(request.body));
    expect(() => verifyWithStripe(request, `${secret}x`, world.clock.now())).toThrow();
    const [message] = world.hook.messages();
    expect(request.headers).toMatchObject({ 'vigia-delivery': message?.id, 'content-type': 'application/json' });
    expect(message).toMatchObject({
      type: 'notifications',
      items: [
        {
          kind: 'trade_ended',
          title: 'Ganada: EURUSD CALL',
          url: 'https://vigia.example/dashboard',
          params: { trade_id: tradeId, profit: 8.5, currency: 'USD' },
        },
      ],
    });
    expect(await world.one(ana)).toMatchObject({ id, sent_at: new Date(world.clock.now()).toISOString() });
    expect(await world.log(ana, id)).toMatchObject([
      { message_id: message?.id, type: 'notifications', outcome: 'taken', status: 200, failure: null, answer: 'ok' },
    ]);
  });

  it('stores its address and its secret encrypted, and shows the secret only once', async () => {
    const made = await world.webhooks.create(world.callerOf(ana), BODY);
    if (!made.ok) throw new Error(made.error.code);
    expect(made.value.secret).toMatch(/^whsec_[\w-]{43}$/);
    const { secret, ...webhook } = made.value;
    expect(await world.one(ana)).toEqual(webhook);
    const [row] = await database.db.sql<{ text: string }[]>`SELECT w::text AS text FROM webhooks w`;
    const [log] = await database.db.sql<{ text: string }[]>`SELECT l::text AS text FROM security_log l`;
    for (const text of [row?.text, log?.text]) {
      expect(text).not.toContain('hidden-token');
      expect(text).not.toContain(Buffer.from('hidden-token').toString('hex'));
      expect(text).not.toContain(secret.slice(6));
    }
    expect(JSON.stringify(await world.webhooks.list(ana.userId))).not.toContain(secret);
  });

  it('is announced to its owner when it is created and when its address changes', async () => {
    const { id } = await world.create(ana, { url: HIDDEN });
    const [caller, set] = [world.callerOf(ana), { kind: 'webhook_set', name: 'Hoja' }];
    await world.webhooks.change(caller, id, { ...BODY, topics: ['signal'] });
    expect(world.announced).toEqual([{ ...set, host: 'hooks.example.com' }]);
    await world.webhooks.change(caller, id, { ...BODY, url: 'https://other.example.com/' });
    expect(world.announced[1]).toEqual({ ...set, host: 'other.example.com' });
    expect(await world.one(ana)).toMatchObject({ url: 'https://other.example.com/', topics: ['settled'] });
    expect(await world.securityKinds(ana)).toEqual(['webhook_made', 'webhook_changed', 'webhook_changed']);
  });

  it('signs with the new secret after a rotation', async () => {
    const { id, secret } = await world.create(ana);
    const rotated = await world.webhooks.rotateSecret(world.callerOf(ana), id);
    if (!rotated.ok) throw new Error(rotated.error.code);
    await world.settledTrade(ana);
    await world.deliver();
    const [request] = world.hook.received;
    if (request === undefined) throw new Error('nothing arrived');
    expect(() => verifyWithStripe(request, secret, world.clock.now())).toThrow();
    expect(verifyWithStripe(request, rotated.value.secret, world.clock.now())).toMatchObject({ type: 'notifications' });
    expect(await world.securityKinds(ana)).toEqual(['webhook_made', 'webhook_secret_made']);
  });

  it('is deleted with its waiting messages', async () => {
    const { id } = await world.create(ana);
    world.hook.answer(500);
    await world.settledTrade(ana);
    await world.deliver();
    expect((await world.webhooks.remove(world.callerOf(ana), id)).ok).toBe(true);
    expect([await world.states(), await world.webhooks.list(ana.userId)]).toEqual([[], []]);
    const rows = await database.db.sql`SELECT FROM webhook_deliveries UNION ALL SELECT FROM notification_receivers`;
    expect(rows).toHaveLength(0);
  });

  it('is refused for an anonymous user, for a private address, and as the sixth of its user', async () => {
    const strict = new Webhooks({ ...world.deps, ...anyOther() });
    const caller = world.callerOf(ana);
    expect(await strict.create(caller, { ...BODY, url: world.hook.url() })).toMatchObject({
      error: { code: 'webhook_url_refused' },
    });
    const anonymous = world.callerOf(await world.newPerson());
    expect(await world.webhooks.create(anonymous, BODY)).toMatchObject({ error: { code: 'anonymous_not_allowed' } });
    for (let count = 0; count < 5; count += 1) await world.create(ana);
    expect(await world.webhooks.create(caller, BODY)).toMatchObject({
      error: { code: 'webhook_limit', values: { maximum: 5 } },
    });
  });

  it('cannot be reached by another user', async () => {
    const { id } = await world.create(ana);
    const bruno = await world.newPerson('bruno@example.com');
    const caller = world.callerOf(bruno);
    const results = await Promise.all([
      world.webhooks.change(caller, id, BODY),
      world.webhooks.rotateSecret(caller, id),
      world.webhooks.enable(caller, id),
      world.webhooks.remove(caller, id),
      world.webhooks.sendTest(bruno.userId, id),
      world.webhooks.deliveries(bruno.userId, id),
    ]);
    expect(results.map((result) => (result.ok ? 'ok' : result.error.code))).toEqual(Array(6).fill('webhook_not_found'));
    expect(await world.webhooks.list(bruno.userId)).toEqual([]);
  });

  /** Dependencies for an installation that allows no private targets. */
  function anyOther() {
    const unused = async () => undefined;
    return {
      allowPrivate: false,
      ids: { next: () => '' },
      randomBytes: (count: number) => Buffer.alloc(count),
      securityLog: { append: unused, read: async () => [], verify: async () => [] },
      notices: { announce: unused },
      throttle: { take: async () => 0 },
    };
  }
});

describe('a test message', () => {
  it('returns what the receiver answered, and counts as a delivery', async () => {
    const { id, secret } = await world.create(ana);
    world.hook.answer(418, {}, `té\u0000\n${'x'.repeat(300)}`);
    const sent = await world.webhooks.sendTest(ana.userId, id);
    expect(sent).toMatchObject({ ok: true, value: { type: 'test', outcome: 'later', status: 418 } });
    expect(sent.ok && sent.value.answer).toBe(`té ${'x'.repeat(196)}`);
    expect(await world.one(ana)).toMatchObject({ sent_at: null, failed_at: new Date(world.clock.now()).toISOString() });
    world.clock.advance(1_000);
    expect(await world.webhooks.sendTest(ana.userId, id)).toMatchObject({ ok: true, value: { outcome: 'taken' } });
    expect(await world.one(ana)).toMatchObject({ failed_at: null });
    const [, request] = world.hook.received;
    expect(request && verifyWithStripe(request, secret, world.clock.now())).toMatchObject({ type: 'test' });
    expect((await world.log(ana, id)).map(({ outcome }) => outcome)).toEqual(['taken', 'later']);
  });

  it('can be sent five times a minute', async () => {
    const { id } = await world.create(ana);
    for (let count = 0; count < 5; count += 1) await world.webhooks.sendTest(ana.userId, id);
    const refused = { ok: false, error: { code: 'webhook_tests_limit' } };
    expect(await world.webhooks.sendTest(ana.userId, id)).toEqual(refused);
    world.clock.advance(60_000);
    expect((await world.webhooks.sendTest(ana.userId, id)).ok).toBe(true);
  });
});

describe('the log of deliveries', () => {
  it('contains the last fifty deliveries', async () => {
    const { id } = await world.create(ana);
    for (let count = 0; count < 52; count += 1) {
      world.clock.jump(60_000);
      await world.webhooks.sendTest(ana.userId, id);
    }
    const log = await world.log(ana, id);
    expect([log.length, log[0]?.at]).toEqual([50, new Date(world.clock.now()).toISOString()]);
    expect(await database.db.sql`SELECT FROM webhook_deliveries`).toHaveLength(50);
  });

  it('contains the deliveries of thirty days', async () => {
    const { id } = await world.create(ana);
    await world.webhooks.sendTest(ana.userId, id);
    world.clock.jump(30 * 24 * 60 * 60_000);
    expect(await world.log(ana, id)).toEqual([]);
  });
});
