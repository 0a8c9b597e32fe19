import { ClockDriver, expectServesNextClient } from '@vigia/testkit/conformance';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { derivBroker } from '#index.ts';
import { startSimulator } from './start-simulator.ts';

const NOW_MS = Date.UTC(2026, 10, 24, 9, 12, 7, 250);
const FRAMES = 1_500;
const SEED = 20_261_126;

const CALLS = [
  'authorize',
  'logout',
  'ping',
  'time',
  'balance',
  'active_symbols',
  'contracts_for',
  'ticks_history',
  'ticks',
  'buy',
  'proposal',
  'proposal_open_contract',
  'portfolio',
  'profit_table',
  'statement',
  'transaction',
  'trading_times',
  'topup_virtual',
  'get_account_status',
  'website_status',
  'forget',
  'forget_all',
  'sell',
];
const FIELDS = [
  'req_id',
  'passthrough',
  'subscribe',
  'amount',
  'basis',
  'contract_id',
  'contract_type',
  'currency',
  'duration',
  'duration_unit',
  'symbol',
  'underlying_symbol',
  'price',
  'parameters',
  'style',
  'granularity',
  'start',
  'end',
  'count',
  'limit',
  'offset',
  'sort',
  'date_from',
  'description',
];
const cell = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(
    'frxEURUSD',
    'R_100',
    'CALL',
    'USD',
    'candles',
    'latest',
    'stake',
    1,
    60,
    -1,
    0.5,
    1e308,
    NOW_MS / 1e3,
  ),
);
const request = fc
  .tuple(fc.constantFrom(...CALLS), cell, fc.dictionary(fc.constantFrom(...FIELDS), cell))
  .map(([call, value, fields]) => JSON.stringify({ ...fields, [call]: value }));
/** Orders in a form that the simulator examines, with amounts and times beyond all limits. */
const order = fc
  .record({
    amount: fc.constantFrom(5, 0, -5, 0.001, 1e15, 1e308),
    duration: fc.constantFrom(15, 0, -60, 0.5, 1e15, 1e308),
    duration_unit: fc.constantFrom('s', 'm', 'h', 'd', 't', 7),
    symbol: fc.constantFrom('frxEURUSD', 'R_100', 'NOTHING'),
    contract_type: fc.constantFrom('CALL', 'PUT', 'DIGITEVEN'),
    basis: fc.constantFrom('stake', 'payout', null),
  })
  .map((terms) => JSON.stringify({ buy: '1', price: 1e9, parameters: { ...terms, currency: 'USD' } }));
const GOOD_ORDER = JSON.stringify({
  buy: '1',
  price: 5,
  parameters: {
    amount: 5,
    basis: 'stake',
    duration: 15,
    duration_unit: 's',
    symbol: 'R_100',
    contract_type: 'CALL',
    currency: 'USD',
  },
});
/** Requests for history, with spans and counts beyond all limits. */
const history = fc
  .record({
    style: fc.constantFrom('ticks', 'candles'),
    count: fc.constantFrom(1, 0, -1, 5_000, 1e308),
    start: fc.constantFrom(undefined, 0, -1e15, 1e308, NOW_MS / 1e3),
    end: fc.constantFrom('latest', 0, -1, 1e308, NOW_MS / 1e3),
    granularity: fc.constantFrom(60, 0, -60, 0.001, 1e308),
    subscribe: fc.constantFrom(undefined, 1),
  })
  .map((terms) => JSON.stringify({ ticks_history: 'frxEURUSD', ...terms }));
const frame = fc.oneof(
  fc.string(),
  fc.uint8Array(),
  fc.constantFrom('42not json', '', '[]', 'null', '{"ticks":', '{}', '{"req_id":1}'),
  request,
  order,
  fc.constant(GOOD_ORDER),
  history,
  fc.constant(JSON.stringify({ forget_all: ['ticks', 'candles', 'balance'] })),
  fc.tuple(request, fc.nat()).map(([json, length]) => json.slice(0, length % json.length)),
);

describe('the Deriv simulator', () => {
  it('continues after any input, and serves the next client correctly', async () => {
    const drive = new ClockDriver(NOW_MS);
    const simulator = await startSimulator(drive.clock, 1);
    let socket: WebSocket | null = null;
    for (const input of fc.sample(frame, { seed: SEED, numRuns: FRAMES })) {
      if (socket?.readyState !== WebSocket.OPEN) {
        const fresh: WebSocket = new WebSocket(`${simulator.origins['v3']}/websockets/v3?app_id=1`);
        fresh.on('error', () => undefined);
        await drive.until('a socket', () => fresh.readyState === WebSocket.OPEN);
        fresh.send(JSON.stringify({ authorize: 'v3-ana-demo' }));
        socket = fresh;
      }
      socket.send(input);
      await drive.advance(50);
    }
    socket?.terminate();
    // Some of the orders are valid, so that the inputs reach the book.
    expect(simulator.book.contracts()).not.toEqual([]);
    const api = simulator.origins['rest'] ?? '';
    for (const path of fc.sample(fc.webPath(), { seed: SEED, numRuns: 50 })) {
      const reply = await fetch(`${api}${path}`, { method: 'POST', headers: { authorization: 'Bearer pat_ana' } });
      expect([401, 404]).toContain(reply.status);
    }
    await drive.advance(60_000);
    const login = { kind: 'api_token', token: 'v3-ana-demo', appId: '1089' } as const;
    await expectServesNextClient(drive, derivBroker, login, simulator);
    await simulator.stop();
  });
});
