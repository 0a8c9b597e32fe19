import { createRequire } from 'node:module';
import { minorUnits } from '@vigia/core/kernel';
import { ClockDriver } from '@vigia/testkit/conformance';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type DerivSimulator, startSimulator } from './simulator/index.ts';
import { hasSchemas, SchemaWatch } from './testing-schemas.ts';

/** The part of Deriv's own v3 client that the tests use. The package has no types. */
type DerivApi = {
  send(request: object): Promise<Readonly<Record<string, unknown>>>;
  subscribe(request: object): {
    subscribe(next: (message: Readonly<Record<string, unknown>>) => void): { unsubscribe(): void };
  };
  disconnect(): void;
};
const require = createRequire(import.meta.url);
const DerivApiBasic: new (options: {
  connection: WebSocket;
}) => DerivApi = require('@deriv/deriv-api/dist/DerivAPIBasic');
/** The class of the same package that signs in, and holds an account with its current balance. */
const DerivApiWhole: new (options: {
  connection: WebSocket;
}) => { account(token: string): Promise<unknown>; basic: DerivApi } = require('@deriv/deriv-api/dist/DerivAPI');

const START_MS = Date.UTC(2026, 10, 24, 9, 12, 7, 250);
let drive: ClockDriver;
let deriv: DerivSimulator;
let api: DerivApi;
const watch = new SchemaWatch();

beforeEach(async () => {
  drive = new ClockDriver(START_MS);
  deriv = await startSimulator(drive.clock, 5);
  if (hasSchemas) deriv.tap((message) => watch.take(message));
  const connection = new WebSocket(`${deriv.origins['v3']}/websockets/v3?app_id=1089`);
  api = new DerivApiBasic({ connection });
});

afterEach(async () => {
  api.disconnect();
  await deriv.stop();
  watch.assertNoViolation();
});

/** Calls that are not validated, because the folder beside the project has no schema for them. */
const WITHOUT_SCHEMA = /^v3 (request|reply) (topup_virtual|get_account_status|copy_start)$/;

afterAll(() => {
  if (!hasSchemas) return;
  const unknown = [...watch.unchecked].filter((name) => !WITHOUT_SCHEMA.test(name));
  if (unknown.length > 0) throw new Error(`never checked: ${unknown.join(', ')}`);
  const total = [...watch.checked.values()].reduce((sum, count) => sum + count, 0);
  console.info(`deriv: ${total} messages of Deriv’s own client and ${watch.checked.size} kinds fit Deriv’s schemas`);
});

const asked = (request: object) => drive.settled('an answer', api.send(request));

it('Deriv’s own client signs in to the simulator, buys a contract and receives its end', async () => {
  expect(await asked({ authorize: 'v3-ana-demo' })).toMatchObject({
    authorize: { loginid: expect.stringMatching(/^VRTC/), is_virtual: 1, balance: 10_000 },
  });
  const terms = { contract_type: 'CALL', currency: 'USD', symbol: 'frxEURUSD', duration: 15, duration_unit: 's' };
  const priced = await asked({ proposal: 1, amount: 10, basis: 'stake', ...terms });
  expect(priced).toMatchObject({ proposal: { ask_price: 10 } });
  const { id } = Object(priced['proposal']);
  const bought = await asked({ buy: id, price: 10 });
  const { contract_id } = Object(bought['buy']);
  const seen: unknown[] = [];
  const watching = api.subscribe({ proposal_open_contract: 1, contract_id }).subscribe((message) => {
    seen.push(Object(message['proposal_open_contract']).status);
  });
  await drive.until('the end', () => seen.some((status) => status === 'won' || status === 'lost'));
  watching.unsubscribe();
  expect(seen.at(0)).toBe('open');
  expect(deriv.book.contracts().at(0)?.result?.outcome).toBe(seen.at(-1));
});

it('Deriv’s own client receives ticks until it unsubscribes, and treats refusals as errors', async () => {
  const quotes: unknown[] = [];
  const watching = api
    .subscribe({ ticks: 'frxEURUSD' })
    .subscribe((message) => quotes.push(Object(message['tick']).quote));
  await drive.until('some ticks', () => quotes.length >= 5);
  watching.unsubscribe();
  await drive.advance(2_000);
  const count = quotes.length;
  await drive.advance(10_000);
  expect(quotes).toHaveLength(count);
  const refused = api.send({ authorize: 'unknown' }).then(
    () => 'taken',
    (reply: unknown) => Object(Object(reply).error).code,
  );
  expect(await drive.settled('a refusal', refused)).toBe('InvalidToken');
});

/** Signs in, and buys a CALL of fifteen seconds for ten dollars. */
async function buyRise(): Promise<number> {
  await asked({ authorize: 'v3-ana-demo' });
  const terms = { contract_type: 'CALL', currency: 'USD', symbol: 'frxEURUSD', duration: 15, duration_unit: 's' };
  const priced = await asked({ proposal: 1, amount: 10, basis: 'stake', ...terms });
  const buy = await asked({ buy: Object(priced['proposal']).id, price: 10 });
  return Object(buy['buy']).contract_id;
}

/** Sends a request that the simulator refuses, and returns the refusal. */
const refusalOf = async (request: object) => {
  const sent = api.send(request).then(
    () => null,
    (reply: unknown) => Object(reply),
  );
  return drive.settled('a refusal', sent);
};

it('Deriv’s own client receives a purchase and its end as transactions, and reads both in the statement', async () => {
  await asked({ authorize: 'v3-ana-demo' });
  const seen: Readonly<Record<string, unknown>>[] = [];
  const watching = api.subscribe({ transaction: 1 }).subscribe((message) => seen.push(Object(message['transaction'])));
  await drive.advance(100);
  const contractId = await buyRise();
  await drive.until('the end', () => seen.some(({ action }) => action === 'sell'));
  watching.unsubscribe();
  expect(seen.filter(({ action }) => action !== undefined)).toMatchObject([
    { action: 'buy', amount: -10, balance: 9_990, contract_id: contractId, symbol: 'frxEURUSD' },
    { action: 'sell', contract_id: contractId },
  ]);
  const { statement } = await asked({ statement: 1, description: 1 });
  expect(statement).toMatchObject({
    count: 2,
    transactions: [
      { action_type: 'sell', contract_id: contractId, balance_after: seen.at(-1)?.['balance'] },
      { action_type: 'buy', amount: -10, balance_after: 9_990, shortcode: expect.stringMatching(/^CALL_frxEURUSD_/) },
    ],
  });
});

it('Deriv’s own client gets the terms of closed contracts only if it requests descriptions', async () => {
  const contractId = await buyRise();
  await drive.advance(20_000);
  const rows = async (request: object) => Object((await asked(request))['profit_table']).transactions;
  const [bare] = await rows({ profit_table: 1 });
  expect(bare).toMatchObject({ contract_id: contractId, buy_price: 10 });
  for (const name of ['shortcode', 'longcode', 'contract_type', 'underlying_symbol'])
    expect(bare).not.toHaveProperty(name);
  const [described] = await rows({ profit_table: 1, description: 1 });
  expect(described).toMatchObject({ shortcode: expect.stringMatching(/^CALL_/), underlying_symbol: 'frxEURUSD' });
});

it('Deriv’s own client receives the forming candle, with prices as text', async () => {
  const candles: Readonly<Record<string, unknown>>[] = [];
  const request = { ticks_history: 'frxEURUSD', style: 'candles', granularity: 60, end: 'latest', count: 3 };
  const watching = api.subscribe(request).subscribe((message) => {
    if (message['ohlc'] !== undefined) candles.push(Object(message['ohlc']));
  });
  await drive.until('a candle', () => candles.length >= 3);
  watching.unsubscribe();
  const openS = Math.floor(drive.clock.now() / 60_000) * 60;
  expect(candles.at(-1)).toMatchObject({
    granularity: 60,
    open_time: openS,
    close: expect.stringMatching(/^1\.\d{5}$/),
  });
  await drive.advance(2_000);
  const count = candles.length;
  await drive.advance(5_000);
  expect(candles).toHaveLength(count);
});

it('Deriv’s own client reads the limits, and gets the price of a contract for a given payout', async () => {
  expect(await asked({ website_status: 1 })).toMatchObject({ website_status: { site_status: 'up' } });
  await asked({ authorize: 'v3-ana-demo' });
  const terms = { contract_type: 'PUT', currency: 'USD', symbol: 'frxEURUSD', duration: 1, duration_unit: 'm' };
  const { proposal } = await asked({ proposal: 1, amount: 10, basis: 'payout', ...terms });
  expect(proposal).toMatchObject({ payout: 10 });
  expect(Object(proposal).ask_price).toBeLessThan(6);
});

it('Deriv’s own client gets the name of its call in the refusal of an unknown call', async () => {
  expect(await refusalOf({ copy_start: 'x' })).toMatchObject({
    msg_type: 'copy_start',
    error: { code: 'UnrecognisedRequest' },
  });
});

it('Deriv’s own client receives the balance of an account through its account object', async () => {
  const connection = new WebSocket(`${deriv.origins['v3']}/websockets/v3?app_id=1089`);
  const whole = new DerivApiWhole({ connection });
  const account = Object(await drive.settled('an account', whole.account('v3-ana-demo')));
  expect(account.loginid).toMatch(/^VRTC/);
  expect(Number(account.balance.amount.value)).toBe(10_000);
  whole.basic.disconnect();
});

it('Deriv’s own client buys synthetic indices on a weekend, while currency pairs are closed', async () => {
  deriv.quirks.hours = 'weekdays';
  drive.clock.jump(4 * 86_400_000);
  const { active_symbols: rows } = await asked({ active_symbols: 'brief' });
  const isOpen = new Map(Object.values(Object(rows)).map((row) => [Object(row).symbol, Object(row).exchange_is_open]));
  expect([isOpen.get('R_100'), isOpen.get('1HZ10V'), isOpen.get('cryBTCUSD'), isOpen.get('frxEURUSD')]).toEqual([
    1, 1, 1, 0,
  ]);
  await asked({ authorize: 'v3-ana-demo' });
  const terms = { amount: 10, basis: 'stake', contract_type: 'CALL', currency: 'USD', duration: 1, duration_unit: 'm' };
  const priced = await asked({ proposal: 1, ...terms, symbol: 'R_100' });
  await asked({ buy: Object(priced['proposal']).id, price: 10 });
  expect(deriv.book.contracts()).toMatchObject([{ symbol: 'R_100' }]);
  expect(await refusalOf({ proposal: 1, ...terms, symbol: 'frxEURUSD' })).toMatchObject({
    error: { code: 'MarketIsClosed' },
  });
});

it('Deriv’s own client reads on which days assets trade', async () => {
  deriv.quirks.hours = 'weekdays';
  const { trading_times: times } = await asked({ trading_times: '2026-11-28' });
  const rows = Object(times).markets.flatMap((market: object) => Object(market).submarkets);
  const symbols = rows.flatMap((submarket: object) => Object(submarket).symbols);
  const of = (symbol: string) => symbols.find((row: object) => Object(row).symbol === symbol);
  expect(of('1HZ100V')).toMatchObject({ times: { open: ['00:00:00'] }, trading_days: expect.arrayContaining(['Sat']) });
  expect(of('frxEURUSD')).toMatchObject({ times: { open: ['--'] }, trading_days: expect.not.arrayContaining(['Sat']) });
  expect(await refusalOf({ trading_times: '2026-99-99' })).toMatchObject({ error: { code: 'InputValidationFailed' } });
});

it('Deriv’s own client gets more practice money only for a demo account with a low balance', async () => {
  const { authorize } = await asked({ authorize: 'v3-ana-demo' });
  expect(await refusalOf({ topup_virtual: 1 })).toMatchObject({ error: { code: 'TopupVirtualError' } });
  deriv.book.topUp(Object(authorize).loginid, minorUnits(-950_000));
  expect(await asked({ topup_virtual: 1 })).toMatchObject({ topup_virtual: { amount: 10_000, currency: 'USD' } });
  expect(await asked({ balance: 1 })).toMatchObject({ balance: { balance: 10_500 } });
  await asked({ authorize: 'v3-ana-real' });
  expect(await refusalOf({ topup_virtual: 1 })).toMatchObject({ error: { code: 'TopupVirtualError' } });
});
