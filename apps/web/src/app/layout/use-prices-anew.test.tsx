import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import type { StreamEvent } from '@vigia/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CANDLES_PATH } from '#shared/chart/candles.ts';
import { assetsQuery, payoutQuery } from '#shared/lib/assets.ts';
import { takeShownPrices } from '#shared/lib/shown-prices.ts';
import { stream } from '#shared/lib/stream.ts';
import { usePricesAnew } from './use-prices-anew.ts';

type FeedHandler = (event: Extract<StreamEvent, { type: 'feed' }>) => void;

const CANDLES = [CANDLES_PATH, 'preview', 'EURUSD', '1m'];
const PAYOUT = payoutQuery('EURUSD', 5).queryKey;
const OTHER = ['/api/v1/trading/history'];

let queries: QueryClient;
let hearFeed: FeedHandler;
let asked: number;

beforeEach(() => {
  takeShownPrices({ source: 'simulated', state: 'live' });
  asked = 0;
  queries = new QueryClient();
  vi.spyOn(stream, 'on').mockImplementation((_type, handler) => {
    hearFeed = handler as FeedHandler;
    return () => {};
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

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
  usePricesAnew();
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
  hearFeed({
    ...{ type: 'feed', source: 'simulated', state: 'live', stale_symbols: [] },
    server_time: '2026-11-21T12:00:00.000Z',
  });

it('drops what was kept of the prices before, and asks at once for what is on the screen', async () => {
  keep(['old']);
  mount();
  await act(async () => takeShownPrices({ source: 'iqoption', state: 'starting' }));
  expect(kept()).toEqual([undefined, undefined, undefined, ['kept']]);
  expect(asked).toBe(1);
});

it('keeps everything while the source stays the same', () => {
  keep(['old']);
  mount();
  act(() => takeShownPrices({ source: 'simulated', state: 'stale' }));
  act(goesOn);
  expect(kept()).toEqual([['old'], ['old'], 'old', ['kept']]);
});

it('asks again where a market had no assets yet when it was asked', () => {
  keep([]);
  mount();
  act(goesOn);
  expect(kept()[0]).toBeUndefined();
  expect(asked).toBe(1);
});
