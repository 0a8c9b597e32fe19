import { Drive } from '@vigia/testkit/conformance';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type IqSimulator, SIMULATED_PASSWORD, startSimulator } from './index.ts';

const NOW_MS = Date.UTC(2026, 10, 24, 9, 12, 7, 250);
let drive: Drive;
let simulator: IqSimulator;
let socket: WebSocket;
let heard: Readonly<Record<string, unknown>>[];

beforeEach(async () => {
  drive = new Drive(NOW_MS);
  simulator = await startSimulator(drive.clock, 1);
  heard = [];
  const body = JSON.stringify({ identifier: 'ana@example.com', password: SIMULATED_PASSWORD });
  const signedIn = await fetch(`${simulator.origins['auth']}/api/v2/login`, { method: 'POST', body });
  const { ssid } = Object(await signedIn.json());
  socket = new WebSocket(`${simulator.origins['ws']}/echo/websocket`);
  socket.on('message', (text) => heard.push(Object(JSON.parse(String(text)))));
  await drive.until('a socket', () => socket.readyState === WebSocket.OPEN);
  socket.send(JSON.stringify({ name: 'authenticate', request_id: 'in', msg: { ssid } }));
});

afterEach(async () => {
  socket.terminate();
  await simulator.stop();
});

/** The frames that answer a call in the form of the vendor's SDK. */
async function answers(name: string, version: string, body: object): Promise<readonly object[]> {
  socket.send(JSON.stringify({ name: 'sendMessage', request_id: 'one', msg: { name, version, body } }));
  await drive.advance(100);
  const found = heard.filter((frame) => frame['request_id'] === 'one');
  heard = [];
  return found;
}

it('the IQ Option simulator describes a currency, and refuses one that it does not know', async () => {
  const known = await answers('get-currency', '5.0', { name: 'CLP' });
  expect(known.at(-1)).toMatchObject({ name: 'currency', msg: { code: 'CLP', minor_units: 0 } });
  expect((await answers('get-currency', '5.0', { name: 'XXX' })).at(-1)).toMatchObject({ status: 4_004 });
});

it('the IQ Option simulator sets the practice balance, and never the real one', async () => {
  const reset = (id: number, amount: unknown) =>
    answers('internal-billing.reset-training-balance', '4.0', { user_balance_id: id, amount });
  const [demo, real] = simulator.book.accountsOf('ana@example.com');
  expect((await reset(Number(demo?.accountId), 2_500)).map((frame) => Object(frame).name)).toEqual(['result']);
  expect(demo?.balanceMinor).toBe(250_000);
  const before = real?.balanceMinor;
  for (const amount of [2_500, -1, '7'])
    expect((await reset(Number(real?.accountId), amount)).at(-1)).toMatchObject({ status: 4_107 });
  expect((await reset(Number(demo?.accountId), -5)).at(-1)).toMatchObject({ status: 4_107 });
  expect([demo?.balanceMinor, real?.balanceMinor]).toEqual([250_000, before]);
});

it('the IQ Option simulator lists the assets of digital options, without suspended ones if asked', async () => {
  simulator.market.setOpen('EURUSD', false);
  const call = 'digital-option-instruments.get-underlying-list';
  const [, all] = await answers(call, '3.0', { filter_suspended: false });
  const rows = Object(all).msg.underlying;
  expect(rows).toEqual(expect.arrayContaining([expect.objectContaining({ name: 'EURUSD', is_suspended: true })]));
  expect(rows[0].schedule[0]).toEqual({ open: expect.any(Number), close: expect.any(Number) });
  const [, open] = await answers(call, '3.0', { filter_suspended: true });
  expect(Object(open).msg.underlying).toHaveLength(rows.length - 1);
});
