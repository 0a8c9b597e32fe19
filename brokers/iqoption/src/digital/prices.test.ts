import { ok } from '@vigia/core/kernel';
import { ManualClock } from '@vigia/testkit';
import { beforeEach, expect, it } from 'vitest';
import { DigitalPrices } from './prices.ts';

const INSTRUMENT = { asset_id: 76, index: 5 };
const LATER = { asset_id: 76, index: 6 };

let clock: ManualClock;
let sent: string[];
let prices: DigitalPrices;

beforeEach(() => {
  clock = new ManualClock(1_795_510_800_000);
  sent = [];
  const note = (what: string) => async (subscription: { readonly filters?: object }) => {
    sent.push(`${what} ${Object.values(subscription.filters ?? {}).join('/')}`);
    return ok(null);
  };
  prices = new DigitalPrices({ subscribe: note('subscribe'), unsubscribe: note('unsubscribe') }, clock);
});

const publish = (ask: number | null, index = 5) =>
  prices.onPrices({
    asset_id: 76,
    instrument_index: index,
    prices: [{ strike: 'SPT', call: { symbol: 'c', ask, bid: 1 }, put: { symbol: 'p', ask: 60, bid: 1 } }],
  });

it('the payout of a strike is known for three seconds after the price arrives', async () => {
  const wanted = prices.want(INSTRUMENT, 'c');
  await Promise.resolve();
  publish(50);
  await wanted;
  expect(prices.payoutOf(INSTRUMENT, 'c')).toBe(1);
  clock.advance(3_000);
  expect(prices.payoutOf(INSTRUMENT, 'c')).toBe(1);
  clock.advance(1);
  expect(prices.payoutOf(INSTRUMENT, 'c')).toBeNull();
});

it('a strike without an ask price, and an instrument that was not requested, have no payout', async () => {
  const wanted = prices.want(INSTRUMENT, 'c');
  await Promise.resolve();
  publish(null);
  publish(50, 6);
  prices.onPrices({ asset_id: 76 });
  await wanted;
  expect(prices.payoutOf(INSTRUMENT, 'c')).toBeNull();
  expect(prices.payoutOf(INSTRUMENT, 'p')).toBeCloseTo(0.6666, 8);
  expect(prices.payoutOf(LATER, 'c')).toBeNull();
});

it('a wait for a price ends after four seconds without one', async () => {
  const wanted = prices.want(INSTRUMENT, 'c');
  await Promise.resolve();
  clock.advance(4_000);
  await wanted;
  expect(prices.payoutOf(INSTRUMENT, 'c')).toBeNull();
});

it('the prices of an instrument are subscribed to once, and unsubscribed after 45 s without a request', async () => {
  const first = prices.want(INSTRUMENT, 'c');
  const second = prices.want(INSTRUMENT, 'c');
  await Promise.resolve();
  publish(50);
  await Promise.all([first, second]);
  clock.advance(44_000);
  prices.prune();
  publish(50);
  await prices.want(INSTRUMENT, 'c');
  clock.advance(44_999);
  prices.prune();
  expect(sent).toEqual(['subscribe 76/5/digital-option']);
  clock.advance(1);
  prices.prune();
  expect(sent).toEqual(['subscribe 76/5/digital-option', 'unsubscribe 76/5/digital-option']);
});
