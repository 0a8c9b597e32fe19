import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { embeddedAuth, startTestApp, type TestApp } from './testing.ts';
import { newPerson, proofHeaders, type TestPerson } from './testing-person.ts';

let app: TestApp;
let owner: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.stop());
beforeEach(async () => {
  owner = await newPerson(app);
});

const Answer = z.looseObject({
  data: z.unknown().optional(),
  error: z
    .looseObject({ code: z.string(), message: z.string(), details: z.array(z.object({ path: z.string() })).optional() })
    .optional(),
});

async function call(method: string, path: string, body: unknown, headers: Readonly<Record<string, string>>) {
  const answer = await fetch(app.url + path, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const { data, error } = Answer.parse(await answer.json());
  return { status: answer.status, data, code: error?.code, reason: error?.details?.[0]?.path, message: error?.message };
}
const asOwner = (method: string, path: string, body?: unknown) =>
  call(method, path, body, proofHeaders(app, owner.access));
const Id = z.object({ id: z.uuid() });
const Address = z.object({ path: z.string(), signing_key: z.string().nullable() });

/** Body of an external strategy. */
const SOURCE = {
  name: 'TradingView',
  type: 'external',
  asset: 'EURUSD',
  timeframe: '1m',
  status: 'active',
  parameters: { trade_amount: 10, duration: 1 },
} as const;

async function newSource(more: object = {}): Promise<string> {
  const made = await asOwner('POST', '/api/v1/strategies', { ...SOURCE, ...more });
  return Id.parse(made.data).id;
}

async function newAddress(id: string, signed = false) {
  const made = await asOwner('POST', `/api/v1/strategies/${id}/door/address`, { signed });
  expect(made.status).toBe(201);
  return Address.parse(made.data);
}

const post = (path: string, text: string, headers: Readonly<Record<string, string>> = {}) =>
  call('POST', path, text, { 'content-type': 'text/plain', ...headers });

const addressLog = () => app.db.sql<{ kind: string; detail: object }[]>`
  SELECT kind, detail FROM security_log
  WHERE user_id = ${owner.principal.userId} AND kind LIKE 'signal_address%' ORDER BY seq`;

const Signals = z.array(
  z.looseObject({ direction: z.string(), decision: z.looseObject({ decision: z.string() }).nullable() }),
);
const signalsOf = async (id: string) => Signals.parse((await asOwner('GET', `/api/v1/strategies/${id}/signals`)).data);

describe('a message at the address of an external strategy', () => {
  it('becomes a signal, and the strategy trades it on paper', async () => {
    const id = await newSource({ auto_trade: true });
    const { path } = await newAddress(id);
    const answer = await post(path, '{"direction":"buy","symbol":"FX:EURUSD"}');
    expect([answer.status, answer.data]).toEqual([202, { id: expect.any(String), state: 'received' }]);
    await expect
      .poll(() => signalsOf(id), { timeout: 5_000 })
      .toMatchObject([{ direction: 'CALL', decision: { decision: 'traded' } }]);
    const { data } = await asOwner('GET', `/api/v1/strategies/${id}/door`);
    expect(data).toMatchObject({ signed: false, messages: [{ state: 'signal', direction: 'CALL', reason: null }] });
  });

  it('is read by the pattern that the user wrote, with the names that the sender uses', async () => {
    const id = await newSource();
    const { path } = await newAddress(id);
    const settings = { format: 'pattern', pattern: '{direction} {symbol} @ {*}', names: ['Euro'], max_age_seconds: 5 };
    const saved = await asOwner('PUT', `/api/v1/strategies/${id}/door`, settings);
    expect(saved.data).toMatchObject({ ...settings, address_since: expect.any(String) });
    expect((await post(path, 'venta Euro @ 1.0845')).status).toBe(202);
    await expect.poll(() => signalsOf(id), { timeout: 5_000 }).toMatchObject([{ direction: 'PUT', decision: null }]);
  });

  it.each([
    ['unreadable', '{"direction":"flat"}'],
    ['unreadable', '{"direction":"buy","stake":1000}'],
    ['unreadable', ''],
    ['repeated', '{"direction":"buy","direction":"sell"}'],
    ['symbol', '{"direction":"buy","symbol":"GBPUSD"}'],
    ['too_old', '{"direction":"buy","time":"2026-01-01T00:00:00Z"}'],
    ['from_future', '{"direction":"buy","time":"2096-01-01T00:00:00Z"}'],
  ])('is refused as %s with a sentence, which is stored, and gives no signal: %s', async (reason, text) => {
    const id = await newSource();
    const { path } = await newAddress(id);
    const answer = await post(path, text);
    expect([answer.status, answer.code, answer.reason]).toEqual([422, 'signal_refused', reason]);
    const { data } = await asOwner('GET', `/api/v1/strategies/${id}/door`);
    expect(data).toMatchObject({ messages: [{ state: 'refused', reason, text }] });
    expect(await signalsOf(id)).toEqual([]);
  });

  it('is stored without characters that the database cannot store, and cut after 300 characters', async () => {
    const id = await newSource();
    const { path } = await newAddress(id);
    expect(await post(path, `\0${'x'.repeat(400)}`)).toMatchObject({ status: 422, reason: 'unreadable' });
    const { data } = await asOwner('GET', `/api/v1/strategies/${id}/door`);
    expect(data).toMatchObject({ messages: [{ text: `\u{fffd}${'x'.repeat(299)}` }] });
  });

  it('is refused while the strategy is not active', async () => {
    const id = await newSource({ status: 'paused' });
    const { path } = await newAddress(id);
    expect(await post(path, '{"direction":"buy"}')).toMatchObject({ status: 422, reason: 'off' });
  });

  it('gives one signal per candle and per id, also for twenty copies at once', async () => {
    const id = await newSource();
    const { path } = await newAddress(id);
    const texts = Array.from({ length: 20 }, (_, copy) => JSON.stringify({ direction: 'buy', id: `A${copy % 2}` }));
    const answers = await Promise.all(texts.map((text) => post(path, text)));
    const accepted = answers.filter(({ status }) => status === 202);
    // A minute may end between the first and the last copy.
    expect([1, 2]).toContain(accepted.length);
    const refused = answers.filter(({ status }) => status !== 202);
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['signal_refused']));
    expect(['duplicate', 'candle_taken']).toEqual(
      expect.arrayContaining([...new Set(refused.map(({ reason }) => reason))]),
    );
    await expect.poll(() => signalsOf(id), { timeout: 5_000 }).toHaveLength(accepted.length);
  });

  it('is refused above thirty messages in a minute', async () => {
    const id = await newSource();
    const { path } = await newAddress(id);
    for (let count = 0; count < 30; count += 1) await post(path, 'no es JSON');
    expect(await post(path, '{"direction":"buy"}')).toMatchObject({ status: 422, reason: 'burst' });
  });

  it('is refused if it has more than 16 KB, or if its address was replaced', async () => {
    const id = await newSource();
    const { path } = await newAddress(id);
    expect(await post(path, 'x'.repeat(1_000_000))).toMatchObject({ status: 413, code: 'payload_too_large' });
    await newAddress(id);
    expect(await post(path, '{"direction":"buy"}')).toMatchObject({ status: 404, code: 'signal_address_unknown' });
  });

  it('needs a time and a signature of its own at a signed address, and a copy of it is refused', async () => {
    const id = await newSource();
    const { path, signing_key: key } = await newAddress(id, true);
    const sign = (text: string) =>
      `sha256=${createHmac('sha256', Buffer.from(key ?? '', 'hex'))
        .update(text)
        .digest('hex')}`;
    const text = JSON.stringify({ direction: 'buy', id: 'A-7', time: new Date().toISOString() });
    expect(await post(path, text)).toMatchObject({ status: 422, reason: 'signature' });
    expect(await post(path, text, { 'x-vigia-signature': sign(`${text} `) })).toMatchObject({ reason: 'signature' });
    const timeless = '{"direction":"buy","id":"A-8"}';
    expect(await post(path, timeless, { 'x-vigia-signature': sign(timeless) })).toMatchObject({ reason: 'replayable' });
    await app.db.sql`UPDATE strategies SET status = 'paused' WHERE id = ${id}`;
    const early = JSON.stringify({ direction: 'buy', time: new Date().toISOString() });
    expect(await post(path, early, { 'x-vigia-signature': sign(early) })).toMatchObject({ reason: 'off' });
    await app.db.sql`UPDATE strategies SET status = 'active' WHERE id = ${id}`;
    expect(await post(path, early, { 'x-vigia-signature': sign(early) })).toMatchObject({ reason: 'duplicate' });
    expect(await post(path, text, { 'x-vigia-signature': sign(text) })).toMatchObject({ status: 202 });
    expect(await post(path, text, { 'x-vigia-signature': sign(text) })).toMatchObject({ reason: 'duplicate' });
    // A copy in a later candle is still a copy.
    await app.db
      .sql`UPDATE external_messages SET candle_time = candle_time - 60, sender_id = NULL WHERE strategy_id = ${id}`;
    expect(await post(path, text, { 'x-vigia-signature': sign(text) })).toMatchObject({ reason: 'duplicate' });
  });
});

describe('the address of an external strategy', () => {
  it('cannot be created for a strategy of another kind or by an anonymous user', async () => {
    const rsi = Id.parse((await asOwner('POST', '/api/v1/strategies', { name: 'RSI', type: 'rsi' })).data).id;
    const address = `/api/v1/strategies/${rsi}/door/address`;
    expect(await asOwner('POST', address, { signed: false })).toMatchObject({
      status: 409,
      code: 'strategy_not_external',
    });
    const id = await newSource();
    await app.db.sql`UPDATE auth_users SET is_anonymous = true WHERE id = ${owner.principal.userId}`;
    const signedIn = await embeddedAuth(app).signInAnonymously({}, { ip: '127.0.0.1', userAgent: 'test' });
    if (!signedIn.ok) throw new Error(signedIn.error.code);
    const theirs = { authorization: `Bearer ${signedIn.value.access_token}` };
    const asked = await call('POST', `/api/v1/strategies/${id}/door/address`, { signed: false }, theirs);
    expect(asked).toMatchObject({ status: 403, code: 'anonymous_not_allowed' });
  });

  it('is logged when it is created, replaced and removed, and accepts no message after its removal', async () => {
    const id = await newSource();
    await newAddress(id);
    const { path } = await newAddress(id);
    const removed = await asOwner('DELETE', `/api/v1/strategies/${id}/door/address`);
    expect(removed).toMatchObject({ status: 200, data: { address_since: null, signed: false } });
    await asOwner('DELETE', `/api/v1/strategies/${id}/door/address`);
    expect(await post(path, '{"direction":"buy"}')).toMatchObject({ status: 404, code: 'signal_address_unknown' });
    const detail = { name: 'TradingView' };
    expect(await addressLog()).toEqual([
      { kind: 'signal_address_made', detail },
      { kind: 'signal_address_replaced', detail },
      { kind: 'signal_address_removed', detail },
    ]);
  });

  it('ends with its strategy, and its end is logged', async () => {
    const id = await newSource();
    const { path } = await newAddress(id);
    expect((await asOwner('DELETE', `/api/v1/strategies/${id}`)).status).toBe(200);
    expect(await post(path, '{"direction":"buy"}')).toMatchObject({ status: 404 });
    const kinds = (await addressLog()).map(({ kind }) => kind);
    expect(kinds).toEqual(['signal_address_made', 'signal_address_removed']);
    expect(await app.db.sql`SELECT secret_hash FROM signal_doors WHERE strategy_id = ${id}`).toEqual([
      { secret_hash: null },
    ]);
  });

  it('is stored only as a hash', async () => {
    const { path, signing_key: key } = await newAddress(await newSource(), true);
    const [row] = await app.db
      .sql`SELECT d::text AS text FROM signal_doors d WHERE user_id = ${owner.principal.userId}`;
    const text = String(row?.['text']);
    const secret = path.slice(path.lastIndexOf('/') + 1);
    expect(text).not.toContain(secret);
    expect(text).not.toContain(Buffer.from(secret, 'base64url').toString('hex'));
    expect(text).not.toContain(key);
  });
});

async function botToken(): Promise<string> {
  const wish = { name: 'bot', scopes: ['trade' as const], expires_in_days: 1 };
  const made = await embeddedAuth(app).botTokens.make(owner.principal, wish, { ip: '127.0.0.1', userAgent: 'test' });
  if (!made.ok) throw new Error(made.error);
  return made.value.token;
}

describe('the webhook address of external strategies for several assets', () => {
  const members = (id: string, strategy_ids: readonly string[]) =>
    asOwner('PUT', `/api/v1/strategies/${id}/door/members`, { strategy_ids });

  it('gives each message to the strategy of its symbol, in the candles of that strategy', async () => {
    const euro = await newSource();
    const gold = await newSource({ asset: 'XAUUSD', timeframe: '5m' });
    await asOwner('PUT', `/api/v1/strategies/${gold}/door`, { format: 'json', names: ['GOLD'] });
    const { path } = await newAddress(euro);
    expect(await post(path, '{"direction":"buy","symbol":"GOLD"}')).toMatchObject({ reason: 'symbol' });
    expect((await members(euro, [gold])).data).toMatchObject({ members: [{ strategy_id: gold, asset: 'XAUUSD' }] });
    expect(await post(path, '{"direction":"buy","symbol":"OANDA:GOLD"}')).toMatchObject({ status: 202 });
    expect(await post(path, '{"direction":"sell","symbol":"EURUSD"}')).toMatchObject({ status: 202 });
    await expect
      .poll(() => signalsOf(gold), { timeout: 5_000 })
      .toMatchObject([{ direction: 'CALL', asset: 'XAUUSD' }]);
    await expect.poll(() => signalsOf(euro), { timeout: 5_000 }).toMatchObject([{ direction: 'PUT', asset: 'EURUSD' }]);
    const unknown = await post(path, '{"direction":"buy","symbol":"GBPUSD"}');
    expect(unknown).toMatchObject({
      status: 422,
      reason: 'symbol',
      message: expect.stringContaining('EURUSD, XAUUSD'),
    });
    expect(await post(path, '{"direction":"buy"}')).toMatchObject({ status: 422, reason: 'unnamed' });
    await asOwner('POST', `/api/v1/strategies/${gold}/status`, { status: 'paused' });
    expect(await post(path, '{"direction":"buy","symbol":"GOLD"}')).toMatchObject({ status: 422, reason: 'off' });
    expect((await members(euro, [])).data).toMatchObject({ members: [] });
    expect(await post(path, '{"direction":"buy","symbol":"GOLD"}')).toMatchObject({ reason: 'symbol' });
    expect((await addressLog()).map(({ kind }) => kind)).toContain('signal_address_served');
  });

  it('serves one strategy of each asset, and only external strategies of its user', async () => {
    const [first, second] = [await newSource(), await newSource()];
    expect(await members(first, [second])).toMatchObject({ status: 409, code: 'signal_assets_repeat' });
    const rsi = Id.parse((await asOwner('POST', '/api/v1/strategies', { name: 'RSI', type: 'rsi' })).data).id;
    expect(await members(first, [rsi])).toMatchObject({ status: 404, code: 'strategy_not_found' });
    const before = owner;
    owner = await newPerson(app);
    const foreign = await newSource({ asset: 'XAUUSD' });
    owner = before;
    expect(await members(first, [foreign])).toMatchObject({ status: 404, code: 'strategy_not_found' });
  });

  it('refuses a change that gives it two strategies for one asset, even if two change concurrently', async () => {
    const euro = await newSource();
    const gold = await newSource({ asset: 'XAUUSD' });
    const pound = await newSource({ asset: 'GBPUSD' });
    await members(euro, [gold, pound]);
    const moveTo = (id: string, asset: string) => asOwner('PUT', `/api/v1/strategies/${id}`, { ...SOURCE, asset });
    const taken = { status: 409, code: 'signal_assets_repeat' };
    expect(await moveTo(gold, 'EURUSD')).toMatchObject(taken);
    expect(await moveTo(euro, 'GBPUSD')).toMatchObject(taken);
    const both = await Promise.all([moveTo(gold, 'USDJPY'), moveTo(pound, 'USDJPY')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await members(euro, []);
    expect(await moveTo(euro, 'USDJPY')).toMatchObject({ status: 200 });
  });

  it('refuses a message of a bot for a strategy with real money', async () => {
    const euro = await newSource();
    const gold = await newSource({ asset: 'XAUUSD' });
    await members(euro, [gold]);
    await app.db.sql`UPDATE strategies SET account_broker = 'iqoption', account_kind = 'real' WHERE id = ${gold}`;
    const bot = { authorization: `Bearer ${await botToken()}` };
    const body = { strategy_id: euro, direction: 'CALL' };
    const real = await call('POST', '/api/v1/signals', { ...body, symbol: 'XAUUSD' }, bot);
    expect(real).toMatchObject({ status: 403, code: 'bot_real_money' });
    expect(await call('POST', '/api/v1/signals', { ...body, symbol: 'EURUSD' }, bot)).toMatchObject({ status: 202 });
  });
});

describe('a signal that a program of the user sends', () => {
  it('becomes a signal of the external strategy that it names', async () => {
    const id = await newSource();
    const bot = { authorization: `Bearer ${await botToken()}` };
    const body = { strategy_id: id, direction: 'CALL', id: 'A-7', time: new Date().toISOString() };
    expect(await call('POST', '/api/v1/signals', body, bot)).toMatchObject({ status: 202 });
    await expect.poll(() => signalsOf(id), { timeout: 5_000 }).toMatchObject([{ direction: 'CALL' }]);
    expect(await call('POST', '/api/v1/signals', body, bot)).toMatchObject({ status: 422, reason: 'duplicate' });
  });

  it('never trades with real money', async () => {
    const id = await newSource();
    await app.db.sql`UPDATE strategies SET account_broker = 'iqoption', account_kind = 'real' WHERE id = ${id}`;
    const bot = { authorization: `Bearer ${await botToken()}` };
    const answer = await call('POST', '/api/v1/signals', { strategy_id: id, direction: 'CALL' }, bot);
    expect(answer).toMatchObject({ status: 403, code: 'bot_real_money' });
  });

  it('is refused for the strategy of another user', async () => {
    const id = await newSource();
    owner = await newPerson(app);
    const answer = await asOwner('POST', '/api/v1/signals', { strategy_id: id, direction: 'CALL' });
    expect(answer).toMatchObject({ status: 404, code: 'strategy_not_found' });
  });
});

it('a test on history is refused, because signals from outside do not follow from candles', async () => {
  const id = await newSource();
  expect(await asOwner('POST', `/api/v1/strategies/${id}/backtest`, {})).toMatchObject({
    status: 409,
    code: 'backtest_external',
  });
});
