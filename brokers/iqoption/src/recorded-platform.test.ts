import type { BrokerOrder, BrokerSession } from '@vigia/broker-kit/port';
import { epochMs, invariant, minorUnits } from '@vigia/core/kernel';
import { CountingIds, SeededRng } from '@vigia/testkit';
import { ClockDriver, Listener } from '@vigia/testkit/conformance';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { iqOptionBroker } from './index.ts';
import {
  DEMO_WALLET,
  OPTION_ID,
  position,
  type RecordedPlatform,
  startRecordedPlatform,
} from './testing-recorded-platform.ts';

const RAW = (expiryS: number) => ({
  raw_event: { binary_options_option_changed1: { direction: 'put', expiration_time: expiryS, profit_percent: 185 } },
});

let drive: ClockDriver;
let platform: RecordedPlatform;
let listener: Listener;
let session: BrokerSession;

beforeEach(async () => {
  drive = new ClockDriver(Date.UTC(2026, 10, 24, 9, 12, 7, 250));
  platform = await startRecordedPlatform(drive.clock);
  listener = new Listener(drive.clock);
  session = iqOptionBroker.open({ kind: 'password', email: 'ana@example.com', password: 'x' }, null, listener, {
    clock: drive.clock,
    rng: new SeededRng(7),
    ids: new CountingIds(),
    log: () => undefined,
    origins: platform.origins,
  });
  const connected = await drive.settled('connect', session.connect());
  invariant(connected.ok, 'the session connects');
  await drive.advance(1_500);
});

afterEach(async () => {
  await drive.settled('close', session.close('keep'));
  await platform.stop();
});

const order = (durationS: number): BrokerOrder => ({
  orderId: 'o',
  accountId: String(DEMO_WALLET),
  symbol: 'EURUSD',
  direction: 'PUT',
  stakeMinor: minorUnits(1_000),
  durationS,
  minPayoutRatio: null,
  sendDeadlineMs: epochMs(drive.clock.now() + 60_000),
});

const placed = (durationS: number) => drive.settled('the order', session.place(order(durationS)));

it('the IQ Option adapter lists the recorded wallets, all of the type margin, and gives the pair its standard symbol', () => {
  expect(session.accounts()).toEqual([
    { accountId: String(DEMO_WALLET - 1), kind: 'real', currency: 'USD', balanceMinor: 0 },
    { accountId: String(DEMO_WALLET), kind: 'demo', currency: 'USD', balanceMinor: 1_000_000 },
  ]);
  expect(session.assets()).toMatchObject([{ symbol: 'EURUSD', isOpen: true, payoutRatio: 0.85 }]);
});

it('the IQ Option adapter buys a blitz option of five seconds as in the captured traffic, and reads its end from the stream', async () => {
  const reply = await placed(5);
  expect(platform.orders).toEqual([
    {
      active_id: 1_861,
      direction: 'put',
      option_type_id: 12,
      price: 10,
      user_balance_id: DEMO_WALLET,
      profit_percent: 85,
      expired: 0,
      expiration_size: 5,
    },
  ]);
  if (reply.outcome !== 'accepted') throw new Error(`the order is ${reply.outcome}`);
  const { contractId, expiryMs, openedAtMs } = reply.contract;
  expect([contractId, reply.contract.payoutRatio]).toEqual([String(OPTION_ID), 0.85]);
  expect(listener.accounts.at(-1)?.at(-1)?.balanceMinor).toBe(999_000);
  await drive.advance(5_000);
  const closed = {
    version: 2,
    status: 'closed',
    open_time: openedAtMs,
    close_time: expiryMs,
    close_quote: 1.158_1,
    close_reason: 'win',
    close_profit: 18.5,
  };
  platform.event('portfolio', 'position-changed', position({ ...closed, ...RAW(expiryMs / 1_000) }));
  await drive.quiet();
  expect(listener.ends(contractId)).toMatchObject([{ direction: 'PUT', result: { outcome: 'won', profitMinor: 850 } }]);
});

it('the IQ Option adapter reads the end of a contract from the history if the stream never reports it', async () => {
  const reply = await placed(5);
  if (reply.outcome !== 'accepted') throw new Error(`the order is ${reply.outcome}`);
  const { contractId, expiryMs, openedAtMs } = reply.contract;
  const closed = { status: 'closed', open_time: openedAtMs, close_time: expiryMs, close_reason: 'loose' };
  platform.history = [position({ ...closed, close_profit: 0, ...RAW(expiryMs / 1_000) })];
  await drive.until('the end', () => listener.ends(contractId).length > 0, 15_000);
  expect(listener.ends(contractId)[0]?.result).toMatchObject({ outcome: 'lost', profitMinor: -1_000 });
});

it('the IQ Option adapter does not report an order as absent if its position lacks the raw event', async () => {
  platform.onOrder = 'cut';
  const wanted = order(30);
  const reply = await drive.settled('the order', session.place(wanted));
  if (reply.outcome !== 'unknown') throw new Error(`the order is ${reply.outcome}`);
  const sent = { ...wanted, sentAtMs: reply.sentAtMs };
  await drive.until('the reconnect', () => session.state().status === 'connected');
  await drive.advance(20_000);
  const bare = position({ status: 'closed', open_time: reply.sentAtMs + 300, close_time: reply.sentAtMs + 30_300 });
  const verdict = async (history: readonly object[]) => {
    platform.history = history;
    const answer = await drive.settled('the look-up', session.reconcile([sent], new Set()));
    return answer.ok ? answer.value[0]?.verdict : answer.error;
  };
  expect(await verdict([bare])).toBe('unread');
  expect(await verdict([{ ...bare, ...RAW(Math.floor(reply.sentAtMs / 1_000) + 30) }])).toBe('found');
  expect(await verdict([{ ...bare, user_balance_id: 5 }])).toBe('absent');
  expect(await verdict([])).toBe('absent');
  expect(platform.orders).toHaveLength(1);
});

it.each([
  [4_119, 'Cannot purchase an option (active is suspended)', 'market_closed'],
  [4_117, 'The option has not been purchased because of the profit rate change.', 'price_moved'],
  [4_103, 'Time for purchasing options is over, please try again later.', 'too_late'],
])('the IQ Option adapter recognises the refusal %d', async (status, message, kind) => {
  platform.onOrder = { status, message };
  expect(await placed(5)).toMatchObject({ outcome: 'refused', fault: { kind } });
});

it('the IQ Option adapter sends the same requests in the same order as the vendor’s SDK', () => {
  expect(platform.asked.slice(0, 6)).toEqual([
    'setOptions',
    'balances.balance-changed',
    'core.get-profile',
    'features.get-features',
    'balances.get-available-balances',
    'binary-options.get-initialization-data',
  ]);
});
