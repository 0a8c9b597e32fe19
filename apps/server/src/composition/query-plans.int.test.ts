import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { durationMs } from '@vigia/core/kernel';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { systemClock } from '#platform/clock/system-clock.ts';
import { type OpenSession, openSession, toDatabaseUrl, withConnection } from '#platform/persistence/connection.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/persistence/embedded-postgres.ts';
import { prepareEmbeddedDatabase } from '#platform/persistence/roles.ts';
import { EMBEDDED_DATABASE } from './storage.ts';
import { embeddedAuth, startTestApp, type TestApp } from './testing.ts';
import { MANY_ROWS_SQL } from './testing-many-rows.ts';
import { newPerson, proofHeaders, type TestPerson } from './testing-person.ts';
import {
  type ExecutedStatement,
  readStatements,
  STATEMENT_LOG_SETTINGS,
  type WastefulPlanNode,
  wastefulPlanNodes,
} from './testing-plans.ts';
import { ORDER_BODY, PAGE_QUERIES, SUBSCRIPTION_BODY, WEBHOOK_BODY, WRITE_REQUESTS } from './testing-requests.ts';

/**
 * Largest number of rows that a statement may read without using them: half of the rows in the smallest filled table.
 */
const MOST_ROWS = 10_000;

/** A clock that runs all periodic work immediately and then every second. */
const fastClock = {
  ...systemClock,
  every: (intervalMs: number, task: () => void) => systemClock.every(durationMs(Math.min(intervalMs, 1_000)), task),
};

const Made = z.object({ data: z.object({ id: z.string() }) });

describe('a database with many rows', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vigia-plans-'));
  const gets = new Set<string>();
  let server: EmbeddedPostgres;
  let app: TestApp;
  let ana: TestPerson;
  let luis: TestPerson;
  let plans: OpenSession;
  let statements: readonly ExecutedStatement[];

  const start = () =>
    startTestApp({
      databaseUrl,
      environment: { VIGIA_WEBHOOKS_ALLOW_PRIVATE: 'true' },
      dataFolder: join(folder, 'app'),
      clock: fastClock,
      onRoute: ({ method, url }) => void ([method].flat().includes('GET') && gets.add(url)),
    });
  let databaseUrl = '';

  /**
   * Sends a request and ignores the response, because the product itself would not write all rows that fill the tables.
   */
  async function call(method: string, path: string, body?: object, person: TestPerson = ana): Promise<unknown> {
    const answer = await fetch(app.url + path, {
      method,
      redirect: 'manual',
      headers: {
        apikey: embeddedAuth(app).publishableKey,
        ...proofHeaders(app, person.access),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return answer.headers.get('content-type')?.includes('json') && text !== '' ? JSON.parse(text) : text;
  }
  async function make(path: string, body: object): Promise<string> {
    const made = await call('POST', path, body);
    expect(made).toMatchObject({ data: { id: expect.any(String) } });
    return Made.parse(made).data.id;
  }

  /** Signs in again, because the server now listens on another port. */
  async function again(person: TestPerson): Promise<TestPerson> {
    const refreshed = await embeddedAuth(app).refresh(person.refresh, { ip: '127.0.0.1', userAgent: 'test' });
    if (!refreshed.ok) throw new Error('the session is gone');
    return { ...person, access: refreshed.value.access_token };
  }

  beforeAll(async () => {
    server = await startEmbeddedPostgres({ dataFolder: join(folder, 'server'), settings: STATEMENT_LOG_SETTINGS });
    const { owner } = await prepareEmbeddedDatabase(server.admin, EMBEDDED_DATABASE);
    databaseUrl = toDatabaseUrl(owner);
    plans = await openSession({ ...server.admin, database: EMBEDDED_DATABASE });
    app = await start();
    [ana, luis] = [await newPerson(app), await newPerson(app)];
    await app.stop();
    await withConnection({ ...server.admin, database: EMBEDDED_DATABASE }, (sql) => sql.unsafe(MANY_ROWS_SQL));
    app = await start();
    [ana, luis] = [await again(ana), await again(luis)];
    await useEverything();
    await app.stop();
    statements = readStatements(join(folder, 'server', 'postgres'), (user) => user !== server.admin.user);
  }, 300_000);
  afterAll(async () => {
    await plans.end();
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  /** Calls every read route, and performs every user action once. */
  async function useEverything(): Promise<void> {
    const trade = await make('/api/v1/trading/create-option', ORDER_BODY);
    const setup = await make('/api/pcr/setup', { name: 'Mío', asset: 'EURUSD' });
    const strategy = await make('/api/v1/strategies', { name: 'RSI', type: 'rsi' });
    const test = { subject: { kind: 'pcr', setup: {} }, data: { source: 'history', asset: 'EURUSD' } };
    const backtest = await make('/api/v1/backtests', test);
    await app.features.backtests.idle();
    await expire(trade);
    const subscription = await make('/api/v1/push/subscriptions', SUBSCRIPTION_BODY);
    const webhook = await make('/api/v1/notifications/webhooks', WEBHOOK_BODY);
    for (const id of [trade, setup, strategy, backtest, subscription, webhook])
      for (const url of gets) if (url.includes(':id')) await call('GET', url.replace(/:\w+/g, id));
    for (const url of gets)
      if (!/:|\*|stream|docs|^\/dev/.test(url)) for (const query of PAGE_QUERIES) await call('GET', url + query);
    for (const [method, url, body] of WRITE_REQUESTS)
      await call(
        method,
        url
          .replace(':trade', trade)
          .replace(':setup', setup)
          .replace(':strategy', strategy)
          .replace(':push', subscription)
          .replace(':webhook', webhook),
        body,
      );
    const isEnded = async () =>
      (await app.db.sql`SELECT 1 FROM trades WHERE id = ${trade} AND status <> 'active'`).length;
    await vi.waitFor(async () => expect(await isEnded()).toBe(1), { timeout: 30_000, interval: 50 });
    await call('POST', '/api/v1/account/delete', { confirm: 'eliminar' }, luis);
  }

  /** Moves the expiry of a trade to the past, so that the loops find it. */
  const expire = (trade: string) => plans`
    UPDATE trades SET entry_time = entry_time - interval '1 hour', expiry_time = date_trunc('milliseconds', now()) WHERE id = ${trade}`;

  it('has received statements from routes and background workers', () => {
    const texts = statements.map(({ text }) => text).join('\n');
    for (const mark of MARKS) expect(texts).toContain(mark);
  });

  it('answers every statement without reading a whole table or discarding most of the rows read', async () => {
    const waste: WastefulPlanNode[] = [];
    for (const statement of statements) waste.push(...(await wastefulPlanNodes(plans, statement, MOST_ROWS)));
    const isKnown = ({ statement }: WastefulPlanNode) => KNOWN.some(([mark]) => statement.includes(mark));
    expect(waste.filter((one) => !isKnown(one))).toEqual([]);
    // An exception that no longer applies must be removed from the list.
    const isNeeded = (mark: string) => mark === VACUUMED || waste.some(({ statement }) => statement.includes(mark));
    expect(KNOWN.filter(([mark]) => !isNeeded(mark))).toEqual([]);
  }, 120_000);

  it('has an index for every foreign key, for deletions of the referenced row', async () => {
    const without = await plans<{ reference: string }[]>`
      SELECT k.conrelid::regclass || '.' || k.conname AS reference FROM pg_constraint k
      WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace AND NOT EXISTS (
        SELECT 1 FROM pg_index i WHERE i.indrelid = k.conrelid AND i.indpred IS NULL
          AND (i.indkey::int2[])[0:0] <@ k.conkey)`;
    expect(without.map(({ reference }) => reference)).toEqual([]);
  });
});

/**
 * The only statement that may scan its table. PostgreSQL chose an index in some runs and a scan in others, depending on
 * its statistics, so not every run needs this exception.
 */
const VACUUMED = 'INSERT INTO pcr_states';

/** Texts of statements that read a whole table intentionally, each with the reason. */
const KNOWN: readonly (readonly [mark: string, reason: string])[] = [
  ['DELETE FROM auth_sessions WHERE last_seen_at', 'rare; an index would be written at every request of a session'],
  [
    't.settled_at <= $2::timestamptz AND (t.settled_at, t.id) >',
    'at the start and once an hour: settlements without an event',
  ],
  ['_signal_outcomes" o ON o.signal_id = s.id WHERE o.signal_id IS NULL', 'once, by the process that acquires a shard'],
  ["encode(address_hash, 'hex') AS hash", 'at the start and after a self-exclusion: it copies all that run to a file'],
  [VACUUMED, 'all running setups, once a minute; with more setups than here PostgreSQL looks them up by index'],
];

/** Texts that identify statements of background work. */
const MARKS = [
  'WITH known AS MATERIALIZED',
  'UPDATE mail_outbox SET attempts',
  'SELECT h.user_id, h.channel',
  'FROM automation_decisions',
  'is_anonymous AND greatest',
  'drop_tick_partitions_before',
  'UPDATE webhooks SET log_head_tried_at',
  'INSERT INTO webhook_deliveries',
  'AS lost_yesterday',
  'AS after_loss',
  '= ANY (n.tags)',
];
