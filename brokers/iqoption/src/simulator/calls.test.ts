import { ClockDriver } from '@vigia/testkit/conformance';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type IqSimulator, SIMULATED_PASSWORD, startSimulator } from './index.ts';

const NOW_MS = Date.UTC(2026, 10, 24, 9, 12, 7, 250);
let drive: ClockDriver;
let simulator: IqSimulator;
let socket: WebSocket;
let heard: Readonly<Record<string, unknown>>[];
let events: Readonly<Record<string, unknown>>[];

beforeEach(async () => {
  drive = new ClockDriver(NOW_MS);
  simulator = await startSimulator(drive.clock, 1);
  heard = [];
  events = [];
  const body = JSON.stringify({ identifier: 'ana@example.com', password: SIMULATED_PASSWORD });
  const signedIn = await fetch(`${simulator.origins['auth']}/api/v2/login`, { method: 'POST', body });
  const { ssid } = Object(await signedIn.json());
  socket = new WebSocket(`${simulator.origins['ws']}/echo/websocket`);
  socket.on('message', (text) => {
    const frame = Object(JSON.parse(String(text)));
    (frame.microserviceName === undefined ? heard : events).push(frame);
  });
  await drive.until('a socket', () => socket.readyState === WebSocket.OPEN);
  socket.send(JSON.stringify({ name: 'authenticate', request_id: 'in', msg: { ssid } }));
});

afterEach(async () => {
  socket.terminate();
  await simulator.stop();
});

/** Sends a call in the form of the vendor's SDK, and returns the frames of the response. */
async function answers(name: string, version: string, body: object): Promise<readonly object[]> {
  socket.send(JSON.stringify({ name: 'sendMessage', request_id: 'one', msg: { name, version, body } }));
  await drive.advance(100);
  const found = heard.filter((frame) => frame['request_id'] === 'one');
  heard = [];
  return found;
}

/** Subscribes to an event. From then on `events` collects the received events. */
async function subscribe(name: string, routingFilters: object = {}): Promise<void> {
  const msg = { name, version: '1.0', params: { routingFilters } };
  socket.send(JSON.stringify({ name: 'subscribeMessage', request_id: 'on', msg }));
  await drive.advance(100);
  events = [];
}

it('the IQ Option simulator describes a currency, and refuses an unknown currency', async () => {
  const known = await answers('get-currency', '5.0', { name: 'CLP' });
  expect(known.at(-1)).toMatchObject({ name: 'currency', msg: { code: 'CLP', minor_units: 0 } });
  expect((await answers('get-currency', '5.0', { name: 'XXX' })).at(-1)).toMatchObject({ status: 4_004 });
});

it('the IQ Option simulator sets the practice balance, and refuses to set the real balance', async () => {
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

it('the IQ Option simulator lists the assets of digital options, without suspended assets if requested', async () => {
  simulator.market.setOpen('EURUSD', false);
  const call = 'digital-option-instruments.get-underlying-list';
  const [, all] = await answers(call, '3.0', { filter_suspended: false });
  const rows = Object(all).msg.underlying;
  expect(rows).toEqual(expect.arrayContaining([expect.objectContaining({ name: 'EURUSD-op', is_suspended: true })]));
  expect(rows[0].schedule[0]).toEqual({ open: expect.any(Number), close: expect.any(Number) });
  const [, open] = await answers(call, '3.0', { filter_suspended: true });
  expect(Object(open).msg.underlying).toHaveLength(rows.length - 1);
});

it('the IQ Option simulator states the free money of a margin wallet, and sends an event when it changes', async () => {
  const [demo] = simulator.book.accountsOf('ana@example.com');
  const call = 'marginal-portfolio.get-marginal-balance';
  const found = await answers(call, '1.0', { user_balance_id: Number(demo?.accountId) });
  expect(found.at(-1)).toMatchObject({
    name: 'marginal-balance',
    msg: { cash: '10000', available: '10000', margin: '0' },
  });
  expect((await answers(call, '1.0', { user_balance_id: 1 })).at(-1)).toMatchObject({ status: 4_107 });
  await subscribe('marginal-portfolio.balance-changed');
  await answers('internal-billing.reset-training-balance', '4.0', {
    user_balance_id: Number(demo?.accountId),
    amount: 50,
  });
  expect(events).toMatchObject([{ microserviceName: 'marginal-portfolio', msg: { cash: '50', available: '50' } }]);
});

it('the IQ Option simulator lists no pending orders', async () => {
  const found = await answers('portfolio.get-orders', '2.0', { user_balance_id: 1, kind: 'deferred' });
  expect(found.at(-1)).toMatchObject({ name: 'orders', msg: { items: [] } });
});

it('the IQ Option simulator sends an event at once when a digital asset is suspended or sold again', async () => {
  await subscribe('digital-option-instruments.underlying-list-changed');
  simulator.market.setOpen('USDJPY', false);
  for (const isOpen of [false, true]) simulator.market.setOpen('GBPUSD', isOpen);
  await drive.advance(100);
  const rows = events.map(({ msg }) => Object(msg).underlying);
  expect(rows).toMatchObject([
    [{ name: 'GBPUSD-op', is_suspended: true }],
    [{ name: 'GBPUSD-op', is_suspended: false }],
  ]);
});

it('the IQ Option simulator sends each digital instrument of an asset when it comes on sale', async () => {
  await subscribe('digital-option-instruments.instrument-generated', { asset_id: 1 });
  await drive.advance(60_000);
  expect(events).toMatchObject([
    { name: 'instrument-generated', msg: { asset_id: 1, period: 60, instrument_type: 'digital-option' } },
  ]);
  await drive.advance(120_000);
  expect(events.map(({ msg }) => Object(msg).period).toSorted((a, b) => a - b)).toEqual([60, 60, 60, 300, 900]);
});

it('the IQ Option simulator finds a closed digital position by the position’s own id, not by its order id', async () => {
  const demo = Number(simulator.book.accountsOf('ana@example.com')[0]?.accountId);
  const listed = await answers('digital-option-instruments.get-instruments', '3.0', { asset_id: 1 });
  const instrument = Object(listed.at(-1)).msg.instruments.find(({ period }: { period: number }) => period === 900);
  const { symbol } = instrument.data.find(({ strike }: { strike: string }) => strike === 'SPT');
  await subscribe('portfolio.position-changed');
  const placed = await answers('digital-options.place-digital-option', '3.0', {
    amount: '10',
    asset_id: 1,
    instrument_id: symbol,
    instrument_index: instrument.index,
    user_balance_id: demo,
  });
  const { external_id: positionId } = Object(events.at(-1)?.['msg']);
  expect(positionId).not.toBe(Object(placed.at(-1)).msg.id);
  await answers('digital-options.close-position', '1.0', { position_id: positionId });
  const found = async (external_id: unknown) =>
    Object((await answers('portfolio.get-history-positions', '2.0', { external_id })).at(-1)).msg.positions.length;
  expect(await found(positionId)).toBe(1);
  expect(await found(Object(placed.at(-1)).msg.id)).toBe(0);
});
