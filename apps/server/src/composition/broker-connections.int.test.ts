import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { StreamEvent } from '@vigia/contract';
import { minorUnits, ok } from '@vigia/core/kernel';
import type { BrokerId } from '@vigia/core/vocabulary';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { FakeBroker } from '#features/brokers/testing.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { startTestApp, type TestApp } from './testing.ts';
import { newPerson, proofHeaders } from './testing-person.ts';

const Answer = z.looseObject({ success: z.boolean() });

async function post(app: TestApp, access: string, path: string, body: object) {
  const answer = await fetch(`${app.url}/api/v1/multi-broker/${path}`, {
    method: 'POST',
    headers: { ...proofHeaders(app, access), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, ...Answer.parse(await answer.json()) };
}

describe('a connection to a broker that redirects the server', () => {
  /** A server that represents an internal service and must never receive a request. */
  let inside: Listener;
  let broker: Listener;
  let app: TestApp;
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
    inside = await listen((_request, response) => response.end('secret of the inside'));
    const elsewhere = `${inside.origin}/latest/meta-data`;
    broker = await listen((_request, response) => response.writeHead(302, { location: elsewhere }).end(), elsewhere);
    const ws = broker.origin.replace('http', 'ws');
    app = await startTestApp({
      databaseUrl: database.ownerUrl,
      environment: {
        BROKER_ORIGINS: JSON.stringify({
          deriv: { rest: broker.origin, v3: ws },
          iqoption: { auth: broker.origin, ws },
          quotex: { web: broker.origin, ws },
          olymptrade: { api: broker.origin, ws },
        }),
      },
    });
  });
  afterAll(async () => {
    await app.stop();
    await Promise.all([inside.stop(), broker.stop(), database.close()]);
  });

  const password = { email: 'ana@example.com', password: 'clave' };
  it.each<[BrokerId, object]>([
    ['iqoption', password],
    ['quotex', password],
    ['quotex', { session_token: 'pegado', cookies: 'session=pegada' }],
    ['deriv', { api_token: 'pat_ana', app_id: 'vigia' }],
    ['deriv', { api_token: 'v3-ana-demo', app_id: '1089' }],
    ['olymptrade', { session_token: 'eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjQxMDI0NDQ4MDB9.x' }],
  ])('fails with an error message, and the redirect is not followed: %s with %j', async (id, credentials) => {
    const { access } = await newPerson(app);
    const askedBefore = broker.asked.length;
    const answer = await post(app, access, `test/${id}`, credentials);
    expect(answer).toMatchObject({ success: false, error: { message: expect.stringMatching(/\.$/) } });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(broker.asked.length, 'the broker itself was asked').toBeGreaterThan(askedBefore);
    expect(inside.asked).toEqual([]);
  });
});

describe('the stream', () => {
  it('sends the state of a broker connection immediately to its user, and to no other user', async () => {
    const database = await createTestDatabase();
    const iqoption = new FakeBroker('iqoption', 'IQ Option');
    iqoption.onConnect = () => ok(null);
    const app = await startTestApp({ databaseUrl: database.ownerUrl, brokers: [iqoption] });
    const [ana, luis] = [await newPerson(app), await newPerson(app)];
    const heard = { ana: await listenTo(app, ana.access), luis: await listenTo(app, luis.access) };
    await post(app, ana.access, 'connect/iqoption', { email: 'ana@example.com', password: 'CANARY-clave' });
    const account = { current_account_type: 'demo', account_info: { current_balance: 10_000 } };
    await expect
      .poll(() => heard.ana.statuses().at(-1))
      .toMatchObject({ broker: 'iqoption', connection_status: 'connected', is_active: true, ...account });
    iqoption.last.turn({ status: 'connecting', fault: { kind: 'network', detail: 'cut' } });
    await expect.poll(() => heard.ana.statuses().at(-1)?.connection_status).toBe('connecting');
    await post(app, ana.access, 'disconnect/iqoption', {});
    await expect.poll(() => heard.ana.statuses().at(-1)?.connection_status).toBe('disconnected');
    expect(heard.luis.statuses()).toEqual([]);
    expect(heard.ana.texts.join()).not.toContain('CANARY');
    for (const { close } of [heard.ana, heard.luis]) close();
    await app.stop();
    await database.close();
  });
});

describe('a broker account that receives an order message unknown to its adapter', () => {
  it('accepts no order until the user confirms the change, and is shown as closed for orders until then', async () => {
    const database = await createTestDatabase();
    const iqoption = new FakeBroker('iqoption', 'IQ Option');
    const app = await startTestApp({ databaseUrl: database.ownerUrl, brokers: [iqoption] });
    const ana = await newPerson(app);
    const heard = await listenTo(app, ana.access);
    await post(app, ana.access, 'connect/iqoption', { email: 'ana@example.com', password: 'clave' });
    const order = { asset_symbol: 'EURUSD', option_type: 'CALL', amount: 10, duration: 1 };
    const place = () => post(app, ana.access, 'trade/iqoption', order);
    iqoption.last.deps.oddities?.unknown('news', false);
    iqoption.last.deps.oddities?.unknown('option-repriced', true);
    await expect.poll(() => heard.statuses().at(-1)?.connection_info.closed_for_orders).toBe(true);
    expect(heard.statuses().at(-1)?.connection_info.oddities).toEqual([
      { kind: 'unknown', message: 'news', count: 1, touches_orders: false },
      { kind: 'unknown', message: 'option-repriced', count: 1, touches_orders: true },
    ]);
    expect(await place()).toMatchObject({
      status: 409,
      error: { code: 'broker_changed', message: expect.stringContaining('IQ Option cambió algo de sus órdenes') },
    });
    const accepted = await post(app, ana.access, 'oddities/iqoption', {});
    expect(accepted).toMatchObject({ status: 200, connection_info: { closed_for_orders: false } });
    expect(await place()).not.toMatchObject({ error: { code: 'broker_changed' } });
    iqoption.last.deps.oddities?.unreadable('position-changed', true);
    expect(await place()).toMatchObject({ error: { code: 'broker_changed' } });
    await post(app, ana.access, 'disconnect/iqoption', {});
    await post(app, ana.access, 'connect/iqoption', {});
    expect(await place()).not.toMatchObject({ error: { code: 'broker_changed' } });
    heard.close();
    await app.stop();
    await database.close();
  });
});

describe('a broker account in use that is missing in the broker’s list of accounts', () => {
  it('accepts no order and is not replaced until the list contains it again or the user chooses another account', async () => {
    const database = await createTestDatabase();
    const iqoption = new FakeBroker('iqoption', 'IQ Option');
    const app = await startTestApp({ databaseUrl: database.ownerUrl, brokers: [iqoption] });
    const ana = await newPerson(app);
    await post(app, ana.access, 'connect/iqoption', { email: 'ana@example.com', password: 'clave' });
    const listed = iqoption.last.accounts();
    const other = { accountId: 'D2', kind: 'demo', currency: 'USD', balanceMinor: minorUnits(7_00) } as const;
    const order = { asset_symbol: 'EURUSD', option_type: 'CALL', amount: 10, duration: 1 };
    iqoption.last.balance([...listed.filter(({ kind }) => kind !== 'demo'), other]);
    expect(await post(app, ana.access, 'trade/iqoption', order)).toMatchObject({
      status: 409,
      error: { code: 'broker_account_gone', message: expect.stringContaining('No se envió nada') },
    });
    iqoption.last.balance([...listed, other]);
    expect(await post(app, ana.access, 'trade/iqoption', order)).not.toMatchObject({
      error: { code: 'broker_account_gone' },
    });
    const chosen = await post(app, ana.access, 'account/iqoption', { account_type: 'demo', account_id: 'D2' });
    expect(chosen).toMatchObject({ status: 200, account_info: { account_id: 'D2' } });
    await app.stop();
    await database.close();
  });
});

/** Opens an authenticated stream socket and records everything that it receives. */
async function listenTo({ url }: TestApp, access: string) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v1/stream`);
  const texts: string[] = [];
  socket.on('message', (data) => texts.push(String(data)));
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'auth', access_token: access }));
  await expect.poll(() => texts.some((text) => text.includes('"ready"'))).toBe(true);
  return {
    texts,
    statuses: () =>
      texts.flatMap((text) => {
        const message = StreamEvent.parse(JSON.parse(text));
        return message.type === 'broker' ? [message.broker] : [];
      }),
    close: () => socket.close(),
  };
}

type Listener = { readonly origin: string; readonly asked: string[]; readonly stop: () => Promise<void> };

/**
 * Starts a server on loopback that records its requests.
 * @param elsewhere target of the redirect for WebSocket handshakes
 */
async function listen(answer: RequestListener, elsewhere = ''): Promise<Listener> {
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  server.on('upgrade', (request, socket) => {
    asked.push(`UPGRADE ${request.url}`);
    socket.end(`HTTP/1.1 302 Found\r\nlocation: ${elsewhere}\r\nconnection: close\r\n\r\n`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    asked,
    stop: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
