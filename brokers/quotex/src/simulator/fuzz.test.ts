import type { BrokerCredentials } from '@vigia/broker-kit/port';
import { CountingIds, SeededRng } from '@vigia/testkit';
import { ClockDriver } from '@vigia/testkit/conformance';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { quotexBroker } from '#index.ts';
import { startSimulator } from './start-simulator.ts';

const NOW_MS = Date.UTC(2026, 10, 24, 9, 12, 7, 250);
const FRAMES = 1_500;
const SEED = 20_261_126;
const TOKEN = 'navegador-ana@example.com';
const CREDENTIALS: BrokerCredentials = {
  kind: 'browser_session',
  token: TOKEN,
  cookies: null,
  userAgent: 'Mozilla/5.0',
};

const NAMES = [
  'authorization',
  'tick',
  'account/change',
  'instruments/get',
  'instruments/update',
  'instruments/follow',
  'instruments/unsubscribe',
  'settings/apply',
  'history/load',
  'orders/open',
];
const FIELDS = ['session', 'asset', 'period', 'time', 'offset', 'index', 'amount', 'action', 'optionType', 'settings'];
const cell = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom('EURUSD', 'EURUSD_otc', TOKEN, 60, 100, 1, -1, 1e308, 'call'),
);
const event = fc
  .tuple(fc.constantFrom(...NAMES), fc.array(fc.oneof(cell, fc.dictionary(fc.constantFrom(...FIELDS), cell))))
  .map(([name, args]) => JSON.stringify([name, ...args]));
/** Orders in a form that the simulator examines, with amounts and times beyond all limits. */
const order = fc
  .record({
    asset: fc.constant('EURUSD_otc'),
    optionType: fc.constant(100),
    amount: fc.constantFrom(5, 0, -5, 0.001, 1e15, 1e308),
    time: fc.constantFrom(60, 0, -60, 0.5, 1e15, 1e308),
    isDemo: fc.constantFrom(0, 1, null),
    action: fc.constantFrom('call', 'put', 7),
    requestId: cell,
  })
  .map((terms) => `42${JSON.stringify(['orders/open', terms])}`);
/** Frames that Vigía never sends: truncated, with an acknowledgement, binary, or without valid JSON. */
const frame = fc.oneof(
  fc.string(),
  fc.uint8Array(),
  fc.constantFrom(
    '420["instruments/get"]',
    '42not json',
    '42',
    '40',
    '2probe',
    '451-["x",{"_placeholder":true,"num":9}]',
  ),
  event.map((json) => `42${json}`),
  order,
  fc.constant('42["instruments/follow","EURUSD_otc"]'),
  fc.tuple(event, fc.nat()).map(([json, length]) => `42${json.slice(0, length % json.length)}`),
  fc.tuple(fc.nat(), event).map(([number, json]) => `42${number}${json}`),
);

describe('the Quotex simulator', () => {
  it('continues after any input, and serves the next client correctly', async () => {
    const drive = new ClockDriver(NOW_MS);
    const simulator = await startSimulator(drive.clock, 1);
    const url = `${simulator.origins['ws']}/socket.io/?EIO=3&transport=websocket`;
    const headers = { Origin: simulator.origins['web'] ?? '', 'User-Agent': 'Mozilla/5.0' };
    let socket: WebSocket | null = null;
    for (const input of fc.sample(frame, { seed: SEED, numRuns: FRAMES })) {
      if (socket?.readyState !== WebSocket.OPEN) {
        const fresh: WebSocket = new WebSocket(url, { headers });
        fresh.on('error', () => undefined);
        await drive.until('a socket', () => fresh.readyState === WebSocket.OPEN);
        fresh.send(`42${JSON.stringify(['authorization', { session: TOKEN, isDemo: 1, tournamentId: 0 }])}`);
        socket = fresh;
      }
      socket.send(input);
      await drive.advance(50);
    }
    socket?.terminate();
    const ignore = () => undefined;
    const listener = { onState: ignore, onAccounts: ignore, onAssets: ignore, onTick: ignore, onContract: ignore };
    const deps = { clock: drive.clock, rng: new SeededRng(1), ids: new CountingIds(), log: ignore };
    const session = quotexBroker.open(
      CREDENTIALS,
      null,
      { ...listener, onResumable: ignore },
      { ...deps, origins: simulator.origins },
    );
    expect(await drive.settled('connect', session.connect())).toEqual({ ok: true, value: null });
    await drive.settled('close', session.close('keep'));
    await simulator.stop();
  });
});
