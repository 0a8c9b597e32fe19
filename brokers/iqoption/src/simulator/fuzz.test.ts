import { ClockDriver, expectServesNextClient } from '@vigia/testkit/conformance';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { iqOptionBroker } from '#index.ts';
import { SIMULATED_PASSWORD, startSimulator } from './index.ts';

const NOW_MS = Date.UTC(2026, 10, 24, 9, 12, 7, 250);
const FRAMES = 1_500;
const SEED = 20_261_126;
const EMAIL = 'ana@example.com';

const METHODS = [
  'core.get-profile',
  'features.get-features',
  'balances.get-available-balances',
  'get-active',
  'get-currency',
  'binary-options.get-initialization-data',
  'quotes-history.get-candles',
  'get-first-candles',
  'portfolio.get-positions',
  'portfolio.get-history-positions',
  'portfolio.subscribe-positions',
  'internal-billing.reset-training-balance',
  'digital-option-instruments.get-underlying-list',
  'nothing.at-all',
];
const EVENTS = ['quotes.quote-generated', 'candle-generated', 'portfolio.position-changed', 'balances.balance-changed'];
const FIELDS = [
  'active_id',
  'size',
  'count',
  'from',
  'to',
  'from_id',
  'to_id',
  'only_closed',
  'id',
  'offset',
  'limit',
  'end',
  'external_id',
  'instrument_types',
  'user_balance_id',
  'amount',
  'currency_code',
  'user_id',
  'start',
];
const cell = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(1, 10_001, 60, 0, -1, 0.5, 1e308, NOW_MS, NOW_MS / 1e3, 'USD'),
);
const fields = fc.dictionary(fc.constantFrom(...FIELDS), cell);
const call = fc.record({ name: fc.constantFrom(...METHODS), version: cell, body: fc.oneof(fields, cell) });
const subscription = fc.record({
  name: fc.constantFrom(...EVENTS),
  params: fc.oneof(fc.record({ routingFilters: fields }), cell),
});
/** Orders in a form that the simulator examines, with amounts and times beyond all limits. */
const order = fc
  .record({
    active_id: fc.constantFrom(1, 2, 0, 9_999),
    direction: fc.constantFrom('call', 'put', 7),
    option_type_id: fc.constantFrom(1, 3, 12, 0),
    price: fc.constantFrom(5, 0, -5, 0.001, 1e15, 1e308),
    user_balance_id: fc.constantFrom(10_001, 0, null),
    expired: fc.constantFrom(NOW_MS / 1e3 + 60, 0, -60, 0.5, 1e308),
    expiration_size: fc.constantFrom(30, 0, -1, 1e308),
  })
  .map((body) => ({ name: 'binary-options.open-option', version: '2.0', body }));
const GOOD_ORDER = {
  name: 'binary-options.open-option',
  version: '2.0',
  body: {
    active_id: 1,
    direction: 'call',
    option_type_id: 12,
    price: 5,
    user_balance_id: 10001,
    expired: 0,
    expiration_size: 30,
  },
};
const request = fc
  .oneof(
    fc.tuple(fc.constant('sendMessage'), fc.oneof(call, order, fc.constant(GOOD_ORDER))),
    fc.tuple(fc.constantFrom('subscribeMessage', 'unsubscribeMessage'), subscription),
    fc.tuple(fc.constantFrom('setOptions', 'authenticate', 'heartbeat', 'sendMessage', 'nothing'), cell),
  )
  .chain(([name, msg]) => cell.map((id) => JSON.stringify({ name, request_id: id, msg })));
const frame = fc.oneof(
  fc.string(),
  fc.uint8Array(),
  fc.constantFrom('', '[]', 'null', '{', '{"name":"sendMessage"}', '{"name":null,"msg":[]}'),
  request,
  fc.tuple(request, fc.nat()).map(([json, length]) => json.slice(0, length % json.length)),
);

describe('the IQ Option simulator', () => {
  it('continues after any input, and serves the next client correctly', async () => {
    const drive = new ClockDriver(NOW_MS);
    const simulator = await startSimulator(drive.clock, 1);
    const auth = `${simulator.origins['auth']}/api/v2`;
    const post = (path: string, body: string) => fetch(`${auth}${path}`, { method: 'POST', body });
    const signedIn = await post('/login', JSON.stringify({ identifier: EMAIL, password: SIMULATED_PASSWORD }));
    const ssid: unknown = Object(await signedIn.json()).ssid;
    let socket: WebSocket | null = null;
    for (const input of fc.sample(frame, { seed: SEED, numRuns: FRAMES })) {
      if (socket?.readyState !== WebSocket.OPEN) {
        const fresh: WebSocket = new WebSocket(`${simulator.origins['ws']}/echo/websocket`);
        fresh.on('error', () => undefined);
        await drive.until('a socket', () => fresh.readyState === WebSocket.OPEN);
        socket = fresh;
      }
      // An earlier input may have authenticated with another `ssid`.
      socket.send(JSON.stringify({ name: 'authenticate', request_id: '1', msg: { ssid } }));
      socket.send(input);
      await drive.advance(50);
    }
    socket?.terminate();
    // Some of the orders are valid, so that the inputs reach the book.
    expect(simulator.book.contracts()).not.toEqual([]);
    for (const path of ['/login', '/verify/2fa', '/logout'])
      for (const body of fc.sample(fc.oneof(fc.string(), fc.json()), { seed: SEED, numRuns: 30 }))
        expect([400, 401]).toContain((await post(path, body)).status);
    const login = { kind: 'password', email: EMAIL, password: SIMULATED_PASSWORD } as const;
    await expectServesNextClient(drive, iqOptionBroker, login, simulator);
    await simulator.stop();
  });
});
