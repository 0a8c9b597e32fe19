import { CountingIds, SeededRng } from '@vigia/testkit';
import { ClockDriver } from '@vigia/testkit/conformance';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { olympTradeBroker } from '#index.ts';
import { accessToken, startSimulator } from './index.ts';

const NOW_MS = Date.UTC(2026, 10, 24, 9, 12, 7);
const FRAMES = 1_500;
const SEED = 20_261_126;
const TOKEN = accessToken(46_300_001, NOW_MS);

const cell = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom('EURUSD', 'up', 'demo', 60, -1, 1e308, NOW_MS, 9_000_000_001),
);
const FIELDS = ['pair', 'size', 'to', 'account_id', 'group', 'amount', 'dir', 'duration', 'timestamp'];
const message = fc.record({
  e: fc.oneof(fc.constantFrom(1, 10, 12, 13, 23, 31, 55, 70, 90, 98, 182, 280, 281), fc.jsonValue({ maxDepth: 1 })),
  d: fc.oneof(cell, fc.array(fc.oneof(cell, fc.dictionary(fc.constantFrom(...FIELDS), cell)))),
  uuid: cell,
});
/** Orders in a form that the simulator examines, with amounts beyond all limits. */
const order = fc
  .record({
    amount: fc.constantFrom(5, 0, -5, 0.001, 1e15, 1e308),
    dir: fc.constantFrom('up', 'down'),
    pair: fc.constantFrom('EURUSD', 'NOTHING'),
    account_id: fc.constant(9_000_000_001),
    group: fc.constant('demo'),
    timestamp: fc.constant(NOW_MS + 30_000),
    duration: fc.constantFrom(60, 0, -60, 0.5, 1e308),
  })
  .map((terms) => JSON.stringify([{ t: 2, e: 23, uuid: 'one', d: [terms] }]));
const frame = fc.oneof(
  order,
  fc.string(),
  fc.uint8Array(),
  fc.array(fc.oneof(message, cell)).map((messages) => JSON.stringify(messages)),
  fc.tuple(message, fc.nat()).map(([one, length]) => JSON.stringify([one]).slice(0, length % 80)),
);
const token = fc.oneof(
  fc.string(),
  fc.base64String().map((text) => `a.${text}.c2ltdWxhdGVk`),
);

describe('the Olymp Trade simulator', () => {
  it('continues after any input, and serves the next client correctly', async () => {
    const drive = new ClockDriver(NOW_MS);
    const simulator = await startSimulator(drive.clock, 1);
    const opened = async (cookie: string): Promise<WebSocket> => {
      const socket = new WebSocket(`${simulator.origins['ws']}/otp?cid_app=web`, { headers: { Cookie: cookie } });
      socket.on('error', () => undefined);
      await drive.until('a socket', () => socket.readyState !== WebSocket.CONNECTING);
      return socket;
    };
    let socket = await opened(`access_token=${TOKEN}`);
    for (const input of fc.sample(frame, { seed: SEED, numRuns: FRAMES })) {
      if (socket.readyState !== WebSocket.OPEN) socket = await opened(`access_token=${TOKEN}`);
      socket.send(input);
      await drive.advance(50);
    }
    socket.terminate();
    for (const value of fc.sample(token, { seed: SEED, numRuns: 50 })) {
      const other = await opened(`access_token=${encodeURIComponent(value)}`);
      other.terminate();
    }
    for (const body of fc.sample(fc.oneof(fc.string(), fc.json()), { seed: SEED, numRuns: 50 })) {
      const headers = { Cookie: `access_token=${TOKEN}` };
      const reply = await fetch(`${simulator.origins['api']}/v3/cabinet/deals-history`, {
        method: 'POST',
        headers,
        body,
      });
      expect(reply.status).toBe(400);
    }
    const ignore = () => undefined;
    const listener = { onState: ignore, onAccounts: ignore, onAssets: ignore, onTick: ignore, onContract: ignore };
    const deps = { clock: drive.clock, rng: new SeededRng(1), ids: new CountingIds(), log: ignore };
    const session = olympTradeBroker.open(
      { kind: 'browser_session', token: TOKEN, cookies: null, userAgent: null },
      null,
      { ...listener, onResumable: ignore },
      { ...deps, origins: simulator.origins },
    );
    expect(await drive.settled('connect', session.connect())).toEqual({ ok: true, value: null });
    await drive.settled('close', session.close('keep'));
    await simulator.stop();
  });
});
