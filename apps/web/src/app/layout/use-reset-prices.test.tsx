import { type QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import { minutesLong } from '@vigia/core/trades';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CANDLES_PATH } from '#shared/chart/candles.ts';
import { assetsQuery, payoutQuery } from '#shared/lib/assets.ts';
import { type TestServices, testQueries, testServices } from '#shared/test/test-services.ts';
import { useResetPrices } from './use-reset-prices.ts';

const CANDLES = [CANDLES_PATH, 'preview', 'EURUSD', '1m'];
const PAYOUT = payoutQuery('EURUSD', minutesLong(5)).queryKey;
const OTHER = ['/api/v1/trading/history'];

let queries: QueryClient;
let services: TestServices;
let asked: number;

beforeEach(() => {
  services = testServices();
  services.priceFeed.set({ source: 'simulated', state: 'live' });
  asked = 0;
  queries = testQueries(services);
});
afterEach(cleanup);

const keep = (assets: readonly unknown[]) => {
  const values = [
    [assetsQuery.queryKey, assets],
    [CANDLES, ['old']],
    [PAYOUT, 'old'],
    [OTHER, ['kept']],
  ] as const;
  for (const [key, value] of values) queries.setQueryData(key as string[], value);
};
const kept = () => [assetsQuery.queryKey, CANDLES, PAYOUT, OTHER].map((key) => queries.getQueryData(key as string[]));

function Probe() {
  useResetPrices();
  useQuery({
    queryKey: assetsQuery.queryKey,
    queryFn: () => {
      asked += 1;
      return new Promise<never>(() => {});
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return null;
}
const mount = () =>
  render(
    <QueryClientProvider client={queries}>
      <Probe />
    </QueryClientProvider>,
  );
const goesOn = () =>
  services.stream.publish({
    type: 'feed',
    source: 'simulated',
    state: 'live',
    stale_symbols: [],
    server_time: '2026-11-21T12:00:00.000Z',
  });

it('useResetPrices drops the cached prices of the previous source, and requests the visible prices at once', async () => {
  keep(['old']);
  mount();
  await act(async () => services.priceFeed.set({ source: 'iqoption', state: 'starting' }));
  expect(kept()).toEqual([undefined, undefined, undefined, ['kept']]);
  expect(asked).toBe(1);
});

it('useResetPrices keeps the cached prices while the source stays the same', () => {
  keep(['old']);
  mount();
  act(() => services.priceFeed.set({ source: 'simulated', state: 'stale' }));
  act(goesOn);
  expect(kept()).toEqual([['old'], ['old'], 'old', ['kept']]);
});

it('useResetPrices requests the list of assets again if the market has no assets at first', () => {
  keep([]);
  mount();
  act(goesOn);
  expect(kept()[0]).toBeUndefined();
  expect(asked).toBe(1);
});
