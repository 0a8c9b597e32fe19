import { createRequire } from 'node:module';
import { Drive } from '@vigia/testkit/conformance';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type DerivSimulator, startSimulator } from './simulator/index.ts';

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

const START_MS = Date.UTC(2026, 10, 24, 9, 12, 7, 250);
let drive: Drive;
let deriv: DerivSimulator;
let api: DerivApi;

beforeEach(async () => {
  drive = new Drive(START_MS);
  deriv = await startSimulator(drive.clock, 5);
  const connection = new WebSocket(`${deriv.origins['v3']}/websockets/v3?app_id=1089`);
  api = new DerivApiBasic({ connection });
});

afterEach(async () => {
  api.disconnect();
  await deriv.stop();
});

const asked = (request: object) => drive.settled('an answer', api.send(request));

it('Deriv’s own client signs in, buys and sees the end of a contract on the simulator', async () => {
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

it('Deriv’s own client receives ticks until it unsubscribes, and reads refusals as errors', async () => {
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
