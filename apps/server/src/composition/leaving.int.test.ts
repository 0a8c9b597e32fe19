import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { DELETE_ACCOUNT_PHRASE } from '@vigia/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { embeddedAuth, startTestApp, type TestApp } from './testing.ts';
import { proofHeaders } from './testing-person.ts';

const PASSWORD = 'tormenta sobre el lago 7';
const DELETE = '/api/v1/account/delete';

let database: TestDatabase;
let app: TestApp;
beforeAll(async () => {
  database = await createTestDatabase();
  app = await startTestApp({ databaseUrl: database.ownerUrl });
});
afterAll(async () => {
  await app?.stop();
  await database.close();
});

/** Chats at Telegram that were made. */
let chats = 0;

const Session = z.object({ access_token: z.string(), user: z.object({ id: z.string() }) });
const Refusal = z.object({ error: z.object({ code: z.string() }) });
type Person = { readonly userId: string; readonly token: string; readonly email: string };

const sendAuth = async (path: string, body: object) => {
  const config = z.object({ supabaseAnonKey: z.string() }).parse(await (await fetch(`${app.url}/config.json`)).json());
  const headers = { apikey: config.supabaseAnonKey, 'content-type': 'application/json' };
  return fetch(`${app.url}/auth/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
};
const call = (token: string, path: string, body?: object) =>
  fetch(app.url + path, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      ...(path === DELETE ? { authorization: `Bearer ${token}` } : proofHeaders(app, token)),
      ...(body && { 'content-type': 'application/json' }),
    },
  });
const codeOf = async (answer: Response) => Refusal.parse(await answer.json()).error.code;

async function anonymous(): Promise<Person> {
  const { access_token: token, user } = Session.parse(await (await sendAuth('/signup', {})).json());
  return { userId: user.id, token, email: '' };
}

/** Creates an anonymous user and makes them a full account with SQL. The tests of auth cover the confirmation. */
async function person(): Promise<Person> {
  const { userId, token } = await anonymous();
  const email = `${userId}@example.com`;
  const { sql } = app.db;
  await sql`
    UPDATE auth_users SET email = ${email}, email_confirmed_at = now(), is_anonymous = false,
           password_hash = ${await hash(PASSWORD)}, user_metadata = ${sql.json({ nota: 'apunte-propio' })}
    WHERE id = ${userId}`;
  await sql`UPDATE users SET email = ${email}, username = 'ana' WHERE id = ${userId}`;
  return { userId, token, email };
}

/** Creates one row of every kind of user data, with recognisable texts in place of secrets. */
async function fill({ userId, token }: Person, canary: string) {
  const { sql } = app.db;
  const secret = Buffer.from(canary);
  const id = randomUUID();
  await sql`UPDATE auth_users SET password_hash = ${`$argon2id$${canary}`} WHERE id = ${userId}`;
  await sql`UPDATE auth_sessions SET refresh_key = ${secret} WHERE user_id = ${userId}`;
  await sql`
    INSERT INTO auth_factors (id, user_id, friendly_name, status, secret_sealed, created_at, updated_at)
    VALUES (${randomUUID()}, ${userId}, 'teléfono', 'unverified', ${secret}, now(), now())`;
  await sql`INSERT INTO auth_recovery_codes (user_id, code_hash, created_at) VALUES (${userId}, ${secret}, now())`;
  await sql`
    INSERT INTO bot_tokens (id, user_id, name, token_hash, last_four, scopes, allowed_ips, created_at, expires_at)
    VALUES (${id}, ${userId}, 'mi bot', ${secret}, 'wxyz', '{read}', '{10.0.0.0/8}', now(), now() + interval '1 day')`;
  const setupId = randomUUID();
  await sql`
    INSERT INTO pcr_setups (id, user_id, name, asset, timeframe, is_active, definition, anchor_time, live_since,
      created_at, updated_at)
    VALUES (${setupId}, ${userId}, 'mi setup', 'EURUSD', '5m', false, '{}', 0, now(), now(), now())`;
  await sql`
    INSERT INTO pcr_setup_versions (setup_id, version, asset, timeframe, definition, anchor_time, live_since,
      created_at)
    VALUES (${setupId}, 1, 'EURUSD', '5m', '{}', 0, now(), now())`;
  await sql`
    INSERT INTO pcr_signals (id, setup_id, seq, candle_time, entry_time_ms, expiration_ms, body, previous_hash,
      hash, published_at)
    VALUES (${randomUUID()}, ${setupId}, 1, 0, 0, 0, '{"direction":"CALL","entry_price":1.1}', ${canary}, ${canary}, now())`;
  await sql`
    INSERT INTO automation_decisions (signal_id, automation, automation_id, user_id, decision, code, decided_at)
    VALUES (${randomUUID()}, 'pcr', ${setupId}, ${userId}, 'refused', 'kill_switch', now())`;
  await sql`
    INSERT INTO user_data_keys (user_id, key_id, sealed_key, created_at) VALUES (${userId}, ${canary}, ${secret},
      now())`;
  await sql`
    INSERT INTO broker_credentials (user_id, broker, kind, hint, sealed, resume_sealed, stored_at)
    VALUES (${userId}, 'quotex', 'password', 'a…@example.com', ${secret}, ${secret}, now())`;
  await sql`
    INSERT INTO broker_consents (state_hash, user_id, broker, verifier_sealed, expires_at)
    VALUES (${randomBytes(32)}, ${userId}, 'deriv', ${secret}, now())`;
  await sql`
    INSERT INTO broker_connections (user_id, broker, is_wanted, connected_at, updated_at)
    VALUES (${userId}, 'quotex', false, now(), now())`;
  const strategyId = randomUUID();
  await sql`
    INSERT INTO strategies (id, user_id, name, type, asset, timeframe, parameters, status, anchor_time, live_since,
      created_at, updated_at)
    VALUES (${strategyId}, ${userId}, 'mi estrategia', 'rsi', 'EURUSD', '5m', '{}', 'inactive', 0, now(), now(), now())`;
  await sql`
    INSERT INTO strategy_versions (strategy_id, version, type, asset, timeframe, parameters, anchor_time,
      live_since, created_at)
    VALUES (${strategyId}, 1, 'rsi', 'EURUSD', '5m', '{}', 0, now(), now())`;
  await sql`
    INSERT INTO strategy_signals (id, strategy_id, seq, version, candle_time, entry_time_ms, expiration_ms, body,
                                  previous_hash, hash, published_at)
    VALUES (${randomUUID()}, ${strategyId}, 1, 1, 0, 0, 0,
      ${sql.json({ user: userId, direction: 'PUT', entry_price: 1.1 })},
      ${canary}, ${canary}, now())`;
  await sql`
    INSERT INTO price_alerts (id, user_id, symbol, source, direction, level, created_at)
    VALUES (${randomUUID()}, ${userId}, 'EURUSD', 'simulated', 'up', 1.2, now())`;
  await sql`
    INSERT INTO drawings (id, user_id, symbol, kind, from_price, created_at, updated_at)
    VALUES (${randomUUID()}, ${userId}, 'EURUSD', 'horizontal_line', 1.1, now(), now())`;
  const testId = randomUUID();
  await sql`
    INSERT INTO backtests (id, user_id, kind, request, variants, status, report, created_at, finished_at)
    VALUES (${testId}, ${userId}, 'single', '{"asset":"EURUSD"}', 1, 'done', '{"profit":1}', now(), now())`;
  await sql`INSERT INTO backtest_trades (backtest_id, part, bytes) VALUES (${testId}, 0, ${secret})`;
  await sql`
    INSERT INTO data_families (id, user_id, symbols, prints, tries, rules, maxima, spent, created_at, last_tried_at)
    VALUES (${testId}, ${userId}, '{EURUSD}', '{}', 3, 7, ${secret}, '\\x0100', now(), now())`;
  await sql`
    INSERT INTO push_subscriptions (id, user_id, session_id, endpoint, endpoint_hash, p256dh, auth, topics, created_at)
    VALUES (${testId}, ${userId}, ${randomUUID()}, ${`https://push.example.com/${canary}`},
            ${createHash('sha256').update(testId).digest()}, ${canary}, ${canary}, '{settled}', now())`;
  const chatId = randomUUID();
  await sql`
    INSERT INTO notification_receivers (id, user_id, channel, topics, created_at)
    VALUES (${chatId}, ${userId}, 'telegram', '{settled}', now())`;
  await sql`
    INSERT INTO telegram_chats (receiver_id, user_id, chat_id, name)
    VALUES (${chatId}, ${userId}, ${(chats += 1)}, '@ana')`;
  await sql`
    INSERT INTO telegram_orders (id, receiver_id, body, expires_at)
    VALUES (${randomUUID()}, ${chatId}, '{}', now())`;
  await sql`
    INSERT INTO telegram_codes (user_id, code_hash, expires_at) VALUES (${userId}, ${randomBytes(32)}, now())`;
  await sql`
    INSERT INTO notification_outbox (user_id, channel, subscription_id, is_urgent, due_at, expires_at, created_at)
    VALUES (${userId}, 'push', ${testId}, true, now(), now(), now())`;
  await sql`
    INSERT INTO notification_receivers (id, user_id, channel, topics, created_at)
    VALUES (${testId}, ${userId}, 'webhook', '{settled}', now())`;
  await sql`
    INSERT INTO webhooks (id, user_id, name, sealed_url, sealed_secret, sends_log_head, updated_at)
    VALUES (${testId}, ${userId}, 'Hoja', ${secret}, ${secret}, false, now())`;
  await sql`
    INSERT INTO webhook_deliveries (webhook_id, message_id, type, at, duration_ms, outcome, status, answer)
    VALUES (${testId}, ${randomUUID()}, 'test', now(), 12, 'taken', 200, 'ok')`;
  const order = { asset_symbol: 'EURUSD', option_type: 'CALL', amount: 12.5, duration: 60 };
  expect((await call(token, '/api/v1/trading/create-option', order)).status).toBe(201);
  await sql`
    INSERT INTO trade_notes (trade_id, user_id, text, tags, updated_at)
    SELECT id, user_id, 'Entré tarde', '{prisa}', now() FROM trades WHERE user_id = ${userId}`;
  return { botId: id };
}

const Exported = z.looseObject({
  account: z.looseObject({ id: z.string(), email: z.string(), user_metadata: z.unknown() }),
  profile: z.looseObject({ username: z.string(), default_trade_amount: z.number() }),
  settings: z.looseObject({ chosen_broker: z.string().nullable(), time_zone: z.string() }),
  sessions: z.array(z.looseObject({ aal: z.string() })),
  second_factors: z.array(z.looseObject({ friendly_name: z.string() })),
  bot_tokens: z.array(z.looseObject({ name: z.string(), allowed_ips: z.array(z.string()) })),
  security_log: z.array(z.looseObject({ kind: z.string() })),
  trades: z.array(z.looseObject({ amount: z.number(), events: z.array(z.looseObject({ kind: z.string() })) })),
  ledger: z.array(
    z.looseObject({ kind: z.string(), entries: z.array(z.object({ book: z.string(), amount: z.number() })) }),
  ),
  pcr_setups: z.array(z.looseObject({ name: z.string() })),
  pcr_setup_versions: z.array(z.looseObject({ version: z.number() })),
  pcr_signals: z.array(z.looseObject({ body: z.unknown() })),
  backtests: z.array(z.looseObject({ report: z.unknown() })),
  data_families: z.array(z.looseObject({ tries: z.number() })),
  strategies: z.array(z.looseObject({ name: z.string(), versions: z.array(z.looseObject({ version: z.number() })) })),
  strategy_signals: z.array(z.looseObject({ body: z.unknown() })),
  broker_connections: z.array(z.looseObject({ broker: z.string(), is_wanted: z.boolean() })),
  automation_decisions: z.array(z.looseObject({ decision: z.string(), code: z.string() })),
  push_subscriptions: z.array(z.looseObject({ service: z.string(), topics: z.array(z.string()) })),
  telegram_chats: z.array(z.looseObject({ chat_id: z.number(), name: z.string() })),
  drawings: z.array(z.looseObject({ kind: z.string() })),
  trade_notes: z.array(z.looseObject({ text: z.string(), tags: z.array(z.string()) })),
  price_alerts: z.array(z.looseObject({ symbol: z.string() })),
  notifications: z.array(z.looseObject({ kind: z.string() })),
  webhooks: z.array(z.looseObject({ name: z.string() })),
  webhook_deliveries: z.array(z.looseObject({ webhook: z.string(), outcome: z.string() })),
});

describe('the data export', () => {
  it('is a file with all data of the user, and none of other users', async () => {
    const me = await person();
    const other = await person();
    await fill(me, 'CANARY-mine');
    await fill(other, 'CANARY-other');
    // The next tick fills the order.
    await expect
      .poll(async () => (await app.features.trading.history.active(me.userId)).at(0)?.entry_price, { timeout: 20_000 })
      .toEqual(expect.any(Number));
    const answer = await call(me.token, '/api/v1/account/export');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="vigia-datos-\d{4}-\d{2}-\d{2}\.json"$/,
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const text = await answer.text();
    expect(text).not.toContain(other.userId);
    const file = Exported.parse(JSON.parse(text));
    expect(file).toMatchObject({
      account: { id: me.userId, email: me.email, user_metadata: { nota: 'apunte-propio' } },
      profile: { username: 'ana', default_trade_amount: 10 },
      settings: { chosen_broker: null, chosen_kind: null },
      second_factors: [{ friendly_name: 'teléfono' }],
      bot_tokens: [{ name: 'mi bot', allowed_ips: ['10.0.0.0/8'] }],
      backtests: [{ kind: 'single', status: 'done', report: { profit: 1 } }],
      data_families: [{ symbols: ['EURUSD'], tries: 3, rules: 7, spent_worlds: 1 }],
      trades: [{ amount: 12.5, entry_time: expect.any(String) }],
      pcr_setups: [{ name: 'mi setup' }],
      pcr_setup_versions: [{ version: 1 }],
      pcr_signals: [{ body: { direction: 'CALL' } }],
      strategies: [{ name: 'mi estrategia', versions: [{ version: 1 }] }],
      strategy_signals: [{ body: { direction: 'PUT' } }],
      automation_decisions: [{ decision: 'refused', code: 'kill_switch' }],
      push_subscriptions: [{ service: 'push.example.com', topics: ['settled'] }],
      telegram_chats: [{ name: '@ana', topics: ['settled'] }],
      price_alerts: [{ symbol: 'EURUSD', direction: 'up', level: 1.2, fired_at: null }],
      drawings: [{ symbol: 'EURUSD', kind: 'horizontal_line', from_price: 1.1 }],
      trade_notes: [{ text: 'Entré tarde', tags: ['prisa'] }],
      notifications: [
        { kind: 'signal', name: 'mi estrategia' },
        { kind: 'signal', name: 'mi setup' },
      ],
      webhooks: [{ name: 'Hoja', topics: ['settled'] }],
      webhook_deliveries: [{ webhook: 'Hoja', outcome: 'taken', answer: 'ok' }],
      broker_connections: [{ broker: 'quotex', is_wanted: false, credential_hint: 'a…@example.com' }],
    });
    expect(file.sessions.length).toBe(1);
    expect(file.trades[0]?.events.map((event) => event.kind)).toEqual(['intent', 'send', 'accept', 'open']);
    expect(file.ledger.map((transfer) => transfer.entries)).toEqual([
      [
        { book: 'user_cash', amount: 10_000 },
        { book: 'equity', amount: -10_000 },
      ],
      [
        { book: 'user_cash', amount: -12.5 },
        { book: 'user_hold', amount: 12.5 },
      ],
    ]);
    expect(file.security_log.at(-1)).toMatchObject({ kind: 'data_exported' });
  });

  it('contains no secret, hash or encrypted value, in any encoding', async () => {
    const canary = 'CANARY-9f31';
    const me = await person();
    await fill(me, canary);
    const text = await (await call(me.token, '/api/v1/account/export')).text();
    const bytes = Buffer.from(canary);
    for (const spelling of [canary, bytes.toString('hex'), bytes.toString('base64').slice(0, 12), bytes.join(',')]) {
      expect(text).not.toContain(spelling);
    }
    expect(text).not.toMatch(/"(?:password|refresh_key|secret|token_hash|code_hash|hash|previous_hash|sealed)\w*":/);
  });
});

/** Returns every column that contains a text, as `table.column`. */
async function columnsNaming(text: string): Promise<string[]> {
  const { sql } = app.db;
  const columns = await sql<{ table_name: string; column_name: string }[]>`
    SELECT c.table_name, c.column_name FROM information_schema.columns c
    JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
      AND c.data_type IN ('uuid', 'text', 'jsonb', 'character varying')`;
  expect(columns.length).toBeGreaterThan(80);
  const found = [];
  for (const { table_name: table, column_name: column } of columns) {
    const rows = await sql`
      SELECT 1 FROM ${sql(table)} WHERE position(${text} IN ${sql(column)}::text) > 0 LIMIT 1`;
    if (rows.length > 0) found.push(`${table}.${column}`);
  }
  return found;
}

describe('the deletion of an account', () => {
  const body = { confirm: DELETE_ACCOUNT_PHRASE, password: PASSWORD };

  it('leaves no row that contains the user, ends the sessions, and frees the e-mail address', async () => {
    const me = await person();
    await fill(me, 'CANARY-gone');
    await app.db.sql`UPDATE auth_users SET password_hash = ${await hash(PASSWORD)} WHERE id = ${me.userId}`;
    expect((await call(me.token, '/api/v1/account/self-exclusion', { period: 'forever' })).status).toBe(200);
    expect(await columnsNaming(me.userId)).toContain('auth_users.id');
    expect((await call(me.token, DELETE, body)).status).toBe(200);
    expect(await columnsNaming(me.userId)).toEqual([]);
    expect(await columnsNaming(me.email)).toEqual([]);
    expect((await call(me.token, '/api/v1/trading/mode/current')).status).toBe(401);
    const signIn = await sendAuth('/token?grant_type=password', { email: me.email, password: PASSWORD });
    expect([signIn.status, await signIn.json()]).toMatchObject([400, { error_code: 'invalid_credentials' }]);
    const again = await sendAuth('/signup', { email: me.email, password: PASSWORD });
    expect(again.status).toBe(200);
    const kept = await app.db.sql`
      SELECT s.self_excluded_until::text AS until FROM user_settings s JOIN users u ON u.id = s.user_id
      WHERE u.email = ${me.email}`;
    expect(kept).toEqual([{ until: 'infinity' }]);
  });

  it('publishes the ids of ended sessions and bot tokens, so that caches drop them', async () => {
    const me = await person();
    const { botId } = await fill(me, 'CANARY-ids');
    const sessions = await app.db.sql<{ id: string }[]>`SELECT id FROM auth_sessions WHERE user_id = ${me.userId}`;
    const ended = await app.db.transaction((tx) => embeddedAuth(app).people.remove(tx, me.userId));
    expect(ended).toEqual([...sessions.map((session) => session.id), botId]);
  });

  it('requires the phrase and the password, and every wrong password delays the next attempt', async () => {
    const me = await person();
    const tried = async (change: object) => codeOf(await call(me.token, DELETE, { ...body, ...change }));
    expect(await tried({ confirm: 'eliminar mi cuenta' })).toBe('validation_failed');
    expect(await tried({ password: undefined })).toBe('reauthentication_needed');
    expect(await tried({ password: 'otra contraseña' })).toBe('current_password_invalid');
    for (let attempt = 0; attempt < 9; attempt += 1) await tried({ password: 'otra contraseña' });
    const slowed = await call(me.token, DELETE, body);
    expect([slowed.status, await codeOf(slowed)]).toEqual([429, 'rate_limited']);
    expect(Number(slowed.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await columnsNaming(me.email)).toContain('auth_users.email');
  });

  it('is refused while a real-money trade is open, but not while a demo trade is open', async () => {
    const me = await person();
    await fill(me, 'CANARY-real');
    await app.db.sql`UPDATE auth_users SET password_hash = ${await hash(PASSWORD)} WHERE id = ${me.userId}`;
    const moveTo = async (kind: 'demo' | 'real') => {
      const [account] = await app.db.sql<[{ id: string }]>`
        INSERT INTO accounts (id, user_id, broker, kind, created_at)
        VALUES (gen_random_uuid(), ${me.userId}, 'quotex', ${kind}, now()) RETURNING id`;
      await app.db.sql`UPDATE trades SET account = ${kind}, account_id = ${account.id} WHERE user_id = ${me.userId}`;
    };
    await moveTo('real');
    const refused = await call(me.token, DELETE, body);
    expect([refused.status, await codeOf(refused)]).toEqual([409, 'real_trade_active']);
    await moveTo('demo');
    expect((await call(me.token, DELETE, body)).status).toBe(200);
  });

  it('requires only the phrase if the user has no password', async () => {
    const { token, userId } = await anonymous();
    expect((await call(token, DELETE, { confirm: DELETE_ACCOUNT_PHRASE })).status).toBe(200);
    expect(await columnsNaming(userId)).toEqual([]);
  });
});
