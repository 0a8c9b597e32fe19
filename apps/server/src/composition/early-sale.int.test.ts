import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DerivSimulator, startSimulator } from '@vigia/broker-deriv/simulator';
import { Option, SaleView } from '@vigia/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { systemClock } from '#platform/clock/system-clock.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { startTestApp, type TestApp } from './testing.ts';
import { newPerson, proofHeaders } from './testing-person.ts';

const SEED = 20_261_126;
const ORDER = { asset_symbol: 'EURUSD', option_type: 'CALL', amount: 10, duration: 2 } as const;
const NONE = 0;

const Answer = z.object({
  data: z.unknown().optional(),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
});

let database: TestDatabase;
let deriv: DerivSimulator;
let dataFolder: string;
let app: TestApp;
let access: string;

/** Starts the server. A restarted server keeps its address, because access tokens contain it. */
const start = async (port = '0') => {
  const environment = { PORT: port, BROKER_ORIGINS: JSON.stringify({ deriv: deriv.origins }) };
  app = await startTestApp({ databaseUrl: database.ownerUrl, dataFolder, environment });
};

beforeEach(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), 'vigia-sale-'));
  [database, deriv] = await Promise.all([createTestDatabase(), startSimulator(systemClock, SEED)]);
  await start();
  access = (await newPerson(app)).access;
});
afterEach(async () => {
  await app.stop();
  await Promise.all([deriv.stop(), database.close()]);
  rmSync(dataFolder, { recursive: true, force: true });
});

async function call(method: 'GET' | 'POST', path: string, body?: object, key?: string) {
  const headers = {
    ...proofHeaders(app, access),
    ...(body && { 'content-type': 'application/json' }),
    ...(key !== undefined && { 'idempotency-key': key }),
  };
  const answer = await fetch(`${app.url}/api/v1/${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  const { data, error } = Answer.parse(await answer.json());
  return { status: answer.status, data, code: error?.code, message: error?.message };
}

const connect = () => call('POST', 'multi-broker/connect/deriv', { api_token: 'pat_ana', app_id: 'vigia' });

/** Opens a trade at the broker and waits until it can be sold. */
async function opened(): Promise<string> {
  expect(await connect()).toMatchObject({ status: 200 });
  let id = '';
  // On a busy machine the quote may be late. The order is then refused, and nothing is sent.
  const place = async () => {
    const placed = await call('POST', 'multi-broker/trade/deriv', { ...ORDER, account_type: 'demo' });
    if (placed.data !== undefined) ({ id } = Option.parse(placed.data));
    return placed.code ?? 'placed';
  };
  await expect.poll(place, { timeout: 20_000, interval: 1_000 }).toBe('placed');
  await expect.poll(async () => (await offer(id)).state, { timeout: 20_000 }).toBe('offered');
  return id;
}

const offer = async (id: string) => {
  const answer = await call('GET', `trading/option/${id}/sale`);
  expect(answer).toMatchObject({ status: 200 });
  return SaleView.parse(answer.data);
};
const sell = (id: string, minPrice: number, key?: string) =>
  call('POST', `trading/option/${id}/sale`, { min_price: minPrice }, key);
const trade = async (id: string) => Option.parse((await call('GET', `trading/option/${id}`)).data);
const bookedSales = () => deriv.book.contracts().map(({ result }) => result?.wasSold ?? false);

it('a running trade is sold at the broker, after refusals that state their reason', async () => {
  const id = await opened();
  const offered = await offer(id);
  if (offered.state !== 'offered') throw new Error(offered.state);
  expect(offered.profit).toBeCloseTo(offered.price - ORDER.amount, 8);
  expect(await sell(id, 100)).toMatchObject({ status: 409, code: 'sale_price_moved' });
  deriv.script.nextSales({ kind: 'refuse', as: 'not_for_sale' });
  const refused = await sell(id, NONE);
  expect(refused).toMatchObject({ status: 409, code: 'sale_refused' });
  expect(refused.message).toBe('Deriv no compra esta operación: ahora no ofrece precio por ella.');
  expect(await trade(id)).toMatchObject({ status: 'active' });
  const sold = await sell(id, NONE, 'key');
  expect(sold).toMatchObject({ status: 200, data: { status: 'cancelled', settlement: { reason: 'sold' } } });
  const [contract] = deriv.book.contracts();
  expect(Option.parse(sold.data).profit).toBeCloseTo((contract?.result?.profitMinor ?? Number.NaN) / 100, 8);
  expect(await sell(id, NONE, 'key')).toMatchObject({ status: 200, data: { settlement: { reason: 'sold' } } });
  expect(await sell(id, NONE)).toMatchObject({ status: 409, code: 'trade_not_running' });
  expect(await offer(id)).toMatchObject({ state: 'unavailable', code: 'trade_not_running' });
  expect(bookedSales()).toEqual([true]);
  const history = await call('GET', 'trading/history');
  expect(z.array(Option).parse(history.data)).toMatchObject([{ id, settlement: { reason: 'sold' } }]);
}, 90_000);

it.each(['cut_after_booking', 'cut_before_booking'] as const)(
  'a sale is not sent again if its response is cut (%s) and the server restarts, and the broker’s records decide the result',
  async (kind) => {
    const id = await opened();
    deriv.script.nextSales({ kind });
    const isSold = kind === 'cut_after_booking';
    const answer = await sell(id, NONE, 'key');
    expect(answer).toMatchObject({ status: 200 });
    // A reconnect may be faster than the response to the sale. The response then contains the state from the broker's
    // records.
    expect(isSold ? ['active', 'cancelled'] : ['active']).toContain(Option.parse(answer.data).status);
    const { port } = new URL(app.url);
    await app.stop();
    expect(bookedSales()).toEqual([isSold]);
    await start(port);
    await expect.poll(async () => (await offer(id)).state, { timeout: 40_000 }).not.toBe('selling');
    await expect
      .poll(() => trade(id), { timeout: 20_000 })
      .toMatchObject(isSold ? { status: 'cancelled', settlement: { reason: 'sold' } } : { status: 'active' });
    expect(bookedSales()).toEqual([isSold]);
    const again = await sell(id, NONE, 'key');
    expect(again).toMatchObject(isSold ? { status: 200 } : { status: 409, code: 'sale_refused' });
    expect(bookedSales()).toEqual([isSold]);
  },
  120_000,
);

it('a paper trade cannot be sold, and the refusal states the reason', async () => {
  const { id } = Option.parse((await call('POST', 'trading/create-option', ORDER)).data);
  expect(await sell(id, NONE)).toMatchObject({ status: 409, code: 'sale_not_offered' });
  expect(await offer(id)).toMatchObject({
    state: 'unavailable',
    reason: 'Esta operación no se puede vender antes de su expiración: la cuenta simulada espera siempre al final.',
  });
});
