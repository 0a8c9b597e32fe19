import { NOTIFICATION_KINDS } from '@vigia/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Principal } from '#platform/http/principal.ts';
import { parseDatabaseUrl, withConnection } from '#platform/persistence/connection.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { writeOpenTrade } from '../testing.ts';
import { CLAIM_MS, countDueRows } from './outbox.repository.ts';
import { createDeliveryWorld, type DeliveryWorld } from './testing.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let database: TestDatabase;
let world: DeliveryWorld;
let ana: Principal;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.sql`SELECT ensure_day_partitions('2026-11-19', '2026-11-22')`;
});
afterAll(() => database.close());
beforeEach(async () => {
  await withConnection(parseDatabaseUrl(database.ownerUrl), async (sql) => {
    await sql`DELETE FROM auth_users`;
    await sql`DELETE FROM mail_outbox`;
  });
  world = await createDeliveryWorld(database);
  ana = await world.newPerson('ana@example.com');
  return () => world.stop();
});

const tags = () => world.messages().map(({ tag }) => tag);
const subjects = async () => (await world.mails()).map(({ subject }) => subject);
/** Makes the response of the broker to an open order unknown, which is mailed by default. */
async function orderInDoubt(who = ana): Promise<string> {
  const id = await writeOpenTrade(database, who.userId);
  await database.db.sql`UPDATE trades SET execution = 'unknown' WHERE id = ${id}`;
  // The trigger dates a trade that has not ended by the clock of the database.
  const now = new Date(world.clock.now());
  await database.db.sql`
    UPDATE notification_outbox
    SET created_at = ${now}, due_at = ${now}, expires_at = ${new Date(now.getTime() + 72 * HOUR_MS)}
    WHERE state = 'waiting' AND attempts = 0 AND created_at > ${now}`;
  return id;
}

it('the database has the topics of the contract for every kind', async () => {
  const expected = Object.entries(NOTIFICATION_KINDS).flatMap(([topic, kinds]) =>
    kinds.map((kind) => ({ kind, topic })),
  );
  const kinds = expected.map(({ kind }) => kind);
  expect(
    await database.db.sql`SELECT kind, notification_topic(kind) AS topic FROM unnest(${kinds}::text[]) AS kind`,
  ).toEqual(expected);
});

describe('a notification', () => {
  it('reaches the subscribed browsers of its user with the result of the trade, and no mail by default', async () => {
    await world.subscribe(ana, 'laptop');
    await world.subscribe(ana, 'phone', ['settled']);
    await world.subscribe(ana, 'signals', ['signal']);
    await world.subscribe(await world.newPerson(), 'other');
    const id = await world.settledTrade(ana);
    await world.deliver();
    expect(world.receiver.received.map(({ path }) => path).sort()).toEqual(['/push/laptop', '/push/phone']);
    expect(world.messages()[0]).toEqual({
      title: 'Ganada: EURUSD CALL',
      text: 'Resultado +$8.50',
      tag: `trade ${id}`,
      path: '/dashboard',
    });
    expect(await world.mails()).toEqual([]);
  });

  it('about an order with an unknown outcome is mailed by default, once, to a confirmed address only', async () => {
    await orderInDoubt();
    await orderInDoubt(await world.newPerson());
    await world.deliver();
    await world.deliver();
    expect(await world.mails()).toMatchObject([{ to: 'ana@example.com', subject: 'Orden sin respuesta: EURUSD CALL' }]);
    expect((await world.mails())[0]?.text).toContain('https://vigia.example/settings#avisos');
  });

  it('is mailed only for the topics that the user chose', async () => {
    await world.choose(ana, { email_topics: ['settled'] });
    await orderInDoubt();
    await world.settledTrade(ana);
    await world.deliver();
    expect(await subjects()).toEqual(['Ganada: EURUSD CALL']);
  });

  it('leaves no message if the transaction of its event is rolled back', async () => {
    await world.subscribe(ana);
    const id = await writeOpenTrade(database, ana.userId);
    const undone = database.db.transaction(async (tx) => {
      await tx`UPDATE trades SET status = 'won', profit_minor = 1, settled_at = now() WHERE id = ${id}`;
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await world.states()).toEqual([]);
  });
});

describe('a burst of notifications', () => {
  it('is one message with the number of notifications and the first lines', async () => {
    await world.subscribe(ana);
    await world.settledTrades(ana, 30);
    await world.deliver();
    expect(world.messages()).toMatchObject([
      { title: '30 avisos nuevos', text: expect.stringMatching(/^(Ganada: EURUSD CALL\n){3}y 27 más$/) },
    ]);
    expect(new Set(await world.states())).toEqual(new Set(['sent']));
  });

  it('is one message a minute later if it begins while other messages are being sent', async () => {
    await world.subscribe(ana);
    const first: string[] = [];
    for (let made = 0; made < 3; made += 1) {
      first.push(await world.settledTrade(ana));
      await world.deliver();
    }
    await world.settledTrades(ana, 5);
    await world.deliver();
    expect(tags()).toEqual(first.map((id) => `trade ${id}`));
    // The rows behind the first one, and later ones, wait with it, so that no search looks at them meanwhile.
    expect((await countDueRows(database.db.sql, world.clock.now())).waiting).toBe(0);
    await world.settledTrade(ana);
    await world.deliver();
    expect((await countDueRows(database.db.sql, world.clock.now())).waiting).toBe(0);
    world.clock.advance(MINUTE_MS);
    await world.deliver();
    expect(world.messages()[3]?.title).toBe('6 avisos nuevos');
    expect(world.messages()).toHaveLength(4);
  });
});

describe('quiet hours', () => {
  it('hold back push messages and mails until their end, except those about security', async () => {
    await world.choose(ana, { quiet_from: 0, quiet_to: 1_439, email_topics: ['settled', 'security'] });
    await world.subscribe(ana);
    await world.settledTrade(ana);
    await database.db.sql`
      INSERT INTO notifications (user_id, kind, event, subject, params, created_at)
      VALUES (${ana.userId}, 'new_sign_in', 'x', 'x', '{"user_agent":null,"ip":"10.0.0.1"}', ${new Date(world.clock.now())})`;
    await world.deliver();
    expect(world.messages().map(({ title }) => title)).toEqual(['Entraron a tu cuenta desde otro dispositivo']);
    expect(await subjects()).toEqual(['Entraron a tu cuenta desde otro dispositivo']);
    // The end of the quiet hours is 23:59 UTC.
    const midnightMs = Math.ceil(world.clock.now() / (24 * HOUR_MS)) * 24 * HOUR_MS;
    world.clock.advance(midnightMs - MINUTE_MS - world.clock.now());
    await world.deliver();
    expect(world.messages()[1]?.title).toBe('Ganada: EURUSD CALL');
    expect(await subjects()).toHaveLength(2);
  });
});

describe('the daily mail', () => {
  it('contains everything since the last daily mail, and is sent once a day, also after a restart', async () => {
    await world.choose(ana, { email_daily: true, email_topics: ['settled', 'security'] });
    await world.settledTrades(ana, 2);
    await world.deliver();
    expect(await world.mails()).toEqual([]);
    const nextMs = Math.ceil(world.clock.now() / (24 * HOUR_MS)) * 24 * HOUR_MS + 8 * HOUR_MS;
    world.clock.advance(nextMs - world.clock.now());
    await world.deliver();
    await world.deliver(world.another());
    expect(await subjects()).toEqual(['Tu resumen del día: 2 avisos']);
    await world.settledTrade(ana);
    world.clock.advance(10 * HOUR_MS);
    await world.deliver(world.another());
    expect(await subjects()).toHaveLength(1);
    world.clock.advance(14 * HOUR_MS);
    await world.deliver();
    expect(await subjects()).toEqual(['Tu resumen del día: 2 avisos', 'Tu resumen del día: 1 aviso']);
  });
});

describe('a push message', () => {
  it('is sent once more, with the same topic and tag, if the process ends before it records the sending', async () => {
    await world.subscribe(ana);
    await world.settledTrades(ana, 4);
    const crashed = world.another();
    crashed.push.deliver = async (...sent) => {
      await world.push.deliver(...sent);
      throw new Error('the process ends here');
    };
    await world.deliver(crashed);
    await world.settledTrade(ana);
    await world.deliver();
    expect(world.receiver.received).toHaveLength(1);
    world.clock.advance(CLAIM_MS);
    await world.deliver();
    const [first, second, third] = world.receiver.received;
    expect(second?.headers['topic']).toBe(first?.headers['topic']);
    expect(tags()[1]).toBe(tags()[0]);
    expect(world.messages()[1]?.title).toBe('4 avisos nuevos');
    expect([third?.headers['topic'] === first?.headers['topic'], world.receiver.received.length]).toEqual([false, 3]);
  });

  it('is retried with the delay of the push service, and later messages wait behind it', async () => {
    await world.subscribe(ana);
    world.receiver.answers.push({ status: 429, retryAfterS: 30 }, { status: 503 });
    const first = await world.settledTrade(ana);
    await world.deliver();
    const second = await world.settledTrade(ana);
    world.clock.advance(29_000);
    await world.deliver();
    expect(tags()).toEqual([`trade ${first}`]);
    world.clock.advance(1_000);
    await world.deliver();
    world.clock.advance(30_000);
    await world.deliver();
    expect(tags()).toEqual([...Array(3).fill(`trade ${first}`), `trade ${second}`]);
    expect(await world.states()).toEqual(['sent', 'sent']);
  });

  it('is sent at once if it was stored while the clock was wrongly ahead', async () => {
    await world.subscribe(ana);
    await world.settledTrade(ana);
    await database.db.sql`UPDATE notification_outbox SET due_at = ${new Date(world.clock.now() + 24 * HOUR_MS)}`;
    await world.deliver();
    expect(await world.states()).toEqual(['sent']);
  });

  it('is given up after a day without a delivery, and the user is notified', async () => {
    await world.subscribe(ana);
    await world.receiver.stop();
    await world.settledTrade(ana);
    await world.deliver();
    world.clock.advance(24 * HOUR_MS);
    await world.deliver();
    expect(await world.states()).toContain('failed');
    expect(await world.kinds(ana)).toContain('channel_failed');
  });
});

describe('a channel that fails', () => {
  it('is reported on the other channel, and its subscription states the failure until a later success', async () => {
    await world.subscribe(ana);
    world.receiver.answers.push({ status: 403 });
    await world.settledTrade(ana);
    await world.deliver();
    await world.deliver();
    expect(await world.kinds(ana)).toEqual(['trade_ended', 'channel_failed']);
    expect(await subjects()).toEqual(['Un aviso no llegó a tu navegador']);
    expect(await world.push.list(ana)).toMatchObject([{ failed_at: expect.any(String), sent_at: null }]);
    world.clock.advance(MINUTE_MS);
    await world.settledTrade(ana);
    await world.deliver();
    expect(await world.push.list(ana)).toMatchObject([{ failed_at: null, sent_at: expect.any(String) }]);
  });

  it.each([404, 410])('loses a subscription that its push service no longer has: status %i', async (status) => {
    await world.subscribe(ana);
    world.receiver.answers.push({ status });
    await world.settledTrade(ana);
    await world.deliver();
    expect(await world.push.list(ana)).toEqual([]);
    await world.deliver();
    expect(await subjects()).toEqual(['Un aviso no llegó a tu navegador']);
  });

  it('is reported to the browsers once a day if it is the mailbox', async () => {
    await world.subscribe(ana, 'ana', ['settled']);
    await world.choose(ana, { email_topics: ['settled'] });
    await world.settledTrade(ana);
    await world.deliver();
    await database.db.sql`UPDATE mail_outbox SET state = 'failed' WHERE kind = 'notification'`;
    await database.db.sql`UPDATE mail_outbox SET state = 'failed' WHERE kind = 'notification'`;
    expect(await world.kinds(ana)).toEqual(['trade_ended', 'channel_failed']);
    const [row] = await database.db.sql<{ failed: Date | null }[]>`
      SELECT email_failed_at AS failed FROM user_settings WHERE user_id = ${ana.userId}`;
    expect(row?.failed).toBeInstanceOf(Date);
    expect((await world.states()).filter((state) => state === 'waiting')).toHaveLength(1);
  });
});
