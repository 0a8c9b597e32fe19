import { randomUUID } from 'node:crypto';
import {
  BacktestJob,
  BacktestUpload,
  DRAWINGS_PER_ASSET,
  DRAWINGS_PER_PERSON,
  ERROR_STATUS,
  PRICE_ALERTS_PER_PERSON,
  success,
  WEBHOOKS_MAX,
} from '@vigia/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { startTestApp, type TestApp } from './testing.ts';
import { newPerson, proofHeaders, type TestPerson } from './testing-person.ts';

const STRATEGIES_MOST = 200;
const BROWSERS_MOST = 10;
const STRATEGY = { name: 'RSI', type: 'rsi', asset: 'EURUSD', timeframe: '5m', parameters: {} };
const LEVEL = { symbol: 'EURUSD', shape: { kind: 'horizontal_line', price: 1.1 } };
const BROWSER = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/x',
  keys: { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth: Buffer.alloc(16, 5).toString('base64url') },
  topics: ['settled'],
};
const HISTORY = { source: 'history', asset: 'EURUSD' };
const FIVE_MINUTE_CSV = `time,open,high,low,close\n${Array.from(
  { length: 200 },
  (_, index) => `${1_700_000_100 + 300 * index},1.1,1.2,1,1.1`,
).join('\n')}`;

let database: TestDatabase;
let app: TestApp;
let person: TestPerson;
beforeAll(async () => {
  database = await createTestDatabase();
  app = await startTestApp({ databaseUrl: database.ownerUrl });
});
afterAll(async () => {
  await app?.stop();
  await database.close();
});
beforeEach(async () => {
  person = await newPerson(app);
});

const ask = (method: string, path: string, body: object | string, isProved = false) =>
  fetch(app.url + path, {
    method,
    headers: {
      ...(isProved ? proofHeaders(app, person.access) : { authorization: `Bearer ${person.access}` }),
      'content-type': typeof body === 'string' ? 'text/csv' : 'application/json',
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

const Refused = z.object({ error: z.object({ code: z.enum(Object.keys(ERROR_STATUS)) }) });

async function refusal(method: string, path: string, body: object): Promise<string> {
  return codeOf(await ask(method, path, body));
}

async function codeOf(answer: Response): Promise<string> {
  const { error } = Refused.parse(await answer.json());
  expect([error.code, answer.status]).toEqual([error.code, Reflect.get(ERROR_STATUS, error.code)]);
  return error.code;
}

const draw = () => refusal('PUT', `/api/v1/drawings/${randomUUID()}`, LEVEL);

const drawings = (count: number, symbol: string) => app.db.sql`
  INSERT INTO drawings (id, user_id, symbol, kind, from_price, created_at, updated_at)
  SELECT gen_random_uuid(), ${person.principal.userId}, ${symbol} || n / ${DRAWINGS_PER_ASSET}::int,
         'horizontal_line', 1, now(), now()
  FROM generate_series(0, ${count - 1}::int) n`;

const backtest = (setup: object, data: object = HISTORY) =>
  refusal('POST', '/api/v1/backtests', { subject: { kind: 'pcr', setup }, data, stake: 10 });

async function uploaded() {
  const answer = await ask('POST', '/api/v1/backtests/data', FIVE_MINUTE_CSV);
  const { upload_id } = success(BacktestUpload).parse(await answer.json()).data;
  return { source: 'csv', upload_id };
}

it('the API refuses a strategy beyond the maximum number of strategies', async () => {
  await app.db.sql`
    INSERT INTO strategies (id, user_id, name, type, asset, timeframe, parameters, status, anchor_time, live_since,
                            created_at, updated_at)
    SELECT gen_random_uuid(), ${person.principal.userId}, 'x', 'rsi', 'EURUSD', '5m', '{}', 'inactive', 0, now(), now(),
           now()
    FROM generate_series(1, ${STRATEGIES_MOST}::int)`;
  expect(await refusal('POST', '/api/v1/strategies', STRATEGY)).toBe('strategy_limit');
});

it('the API refuses an order below the smallest amount, or above the largest', async () => {
  const order = (amount: number) =>
    refusal('POST', '/api/v1/trading/create-option', {
      asset_symbol: 'EURUSD',
      option_type: 'CALL',
      amount,
      duration: 5,
    });
  expect(await order(0.5)).toBe('amount_below_minimum');
  expect(await order(1e300)).toBe('amount_above_maximum');
});

it('the API refuses a drawing beyond the maximum of its asset, or beyond the maximum of all assets', async () => {
  await drawings(DRAWINGS_PER_ASSET, 'A');
  await app.db.sql`UPDATE drawings SET symbol = 'EURUSD' WHERE user_id = ${person.principal.userId}`;
  expect(await draw()).toBe('drawing_limit');
  person = await newPerson(app);
  await drawings(DRAWINGS_PER_PERSON, 'A');
  expect(await draw()).toBe('drawing_total_limit');
});

it('the API refuses an alert at a passed price or beyond the maximum, and the deletion of an unknown one', async () => {
  const alert = (level: number) =>
    refusal('PUT', `/api/v1/price-alerts/${randomUUID()}`, { symbol: 'EURUSD', direction: 'up', level });
  expect(await alert(0.000_01)).toBe('price_alert_passed');
  expect(await refusal('DELETE', `/api/v1/price-alerts/${randomUUID()}`, {})).toBe('price_alert_not_found');
  await app.db.sql`
    INSERT INTO price_alerts (id, user_id, symbol, source, direction, level, created_at)
    SELECT gen_random_uuid(), ${person.principal.userId}, 'EURUSD', 'simulated', 'up', 1e6, now()
    FROM generate_series(1, ${PRICE_ALERTS_PER_PERSON}::int)`;
  expect(await alert(1_000_000)).toBe('price_alert_limit');
});

it('the API refuses a push subscription at an address that is no push service, or for too many browsers', async () => {
  const subscribe = (endpoint: string) => refusal('POST', '/api/v1/push/subscriptions', { ...BROWSER, endpoint });
  expect(await subscribe('https://10.0.0.7/x')).toBe('push_endpoint_refused');
  for (let count = 0; count < BROWSERS_MOST; count += 1) {
    const answer = await ask('POST', '/api/v1/push/subscriptions', { ...BROWSER, endpoint: BROWSER.endpoint + count });
    expect(answer.status).toBe(201);
  }
  expect(await subscribe(BROWSER.endpoint)).toBe('push_subscription_limit');
});

it('the API refuses a code for Telegram without a bot, and changes of a chat that does not exist', async () => {
  expect(await codeOf(await ask('POST', '/api/v1/telegram/code', {}, true))).toBe('telegram_missing');
  expect(await refusal('PUT', '/api/v1/telegram/topics', { topics: [] })).toBe('telegram_chat_not_found');
  expect(await refusal('PUT', '/api/v1/telegram/orders', { allows_orders: false })).toBe('telegram_chat_not_found');
  expect(await refusal('POST', '/api/v1/telegram/test', {})).toBe('telegram_chat_not_found');
});

it('the API refuses a webhook that is private, unknown or beyond the maximum, and too many tests of it', async () => {
  const path = '/api/v1/notifications/webhooks';
  const make = (url: string) => ask('POST', path, { name: 'x', url, topics: [], sends_log_head: false }, true);
  expect(await codeOf(await make('https://10.0.0.7/x'))).toBe('webhook_url_refused');
  expect(await refusal('POST', `${path}/${randomUUID()}/tests`, {})).toBe('webhook_not_found');
  for (let count = 0; count < WEBHOOKS_MAX; count += 1) {
    expect((await make('https://hooks.example.com/x')).status).toBe(201);
  }
  expect(await codeOf(await make('https://hooks.example.com/x'))).toBe('webhook_limit');
  const [webhook] = await app.features.webhooks.list(person.principal.userId);
  // A disabled webhook is called by no test.
  await app.db.sql`UPDATE notification_receivers SET disabled_at = now() WHERE id = ${webhook?.id ?? ''}`;
  for (let count = 0; count < 5; count += 1) await refusal('POST', `${path}/${webhook?.id}/tests`, {});
  expect(await refusal('POST', `${path}/${webhook?.id}/tests`, {})).toBe('webhook_tests_limit');
});

it('the API refuses a backtest whose data is missing or too coarse for its rules', async () => {
  expect(await backtest({}, { ...HISTORY, to: '2020-01-01T00:00:00.000Z' })).toBe('backtest_no_data');
  expect(await backtest({ trigger: 'touch' })).toBe('backtest_touch_needs_ticks');
  const data = await uploaded();
  expect(await backtest({ expiry: 3 }, data)).toBe('backtest_expiry_not_multiple');
  expect(await backtest({ expiry_ticks: 5 }, data)).toBe('backtest_length_needs_ticks');
  expect(await backtest({ timeframe: '1m', expiry: 5 }, data)).toBe('backtest_timeframe_not_multiple');
});

it('the API refuses to test a cell of a grid that does not name the cell', async () => {
  const data = [{ source: 'history', asset: 'EURUSD' }];
  const asked = { subject: { kind: 'pcr', setup: {} }, data, timeframes: ['5m'], lengths: [{ duration: 5 }] };
  const started = await (await ask('POST', '/api/v1/backtests/grids', asked)).json();
  const { id } = success(BacktestJob).parse(started).data;
  expect(await refusal('POST', `/api/v1/backtests/${id}/cell-tests`, { cell: 3 })).toBe('backtest_cell_not_found');
});

it('the API refuses concurrent backtests of a user beyond the maximum', async () => {
  const refused = new Set<string>();
  const wanted = { subject: { kind: 'pcr', setup: {} }, data: HISTORY, stake: 10 };
  const start = async () => {
    const answer = await ask('POST', '/api/v1/backtests', wanted);
    if (answer.status !== 202) refused.add(Refused.parse(await answer.json()).error.code);
  };
  await Promise.all(Array.from({ length: 6 }, start));
  expect([...refused]).toEqual(['backtest_limit']);
  await app.features.backtests.idle();
});
