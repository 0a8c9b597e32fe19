import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type TestServices, testQueries, testServices } from '#shared/test/test-services.ts';
import { useShownPrices, useSourceChanges } from './price-feed.ts';
import { useTick } from './ticks.ts';

const SIMULATED = { source: 'simulated', state: 'live' } as const;
const BROKERS = { source: 'iqoption', state: 'starting' } as const;

let services: TestServices;
beforeEach(() => {
  services = testServices();
  services.priceFeed.set(SIMULATED);
});
afterEach(cleanup);

function probe() {
  const seen: { shown: unknown; price: number | null; changes: number }[] = [];
  function Probe() {
    seen.push({ shown: useShownPrices(), price: useTick('EURUSD')?.price ?? null, changes: useSourceChanges() });
    return null;
  }
  render(
    <QueryClientProvider client={testQueries(services)}>
      <Probe />
    </QueryClientProvider>,
  );
  return () => seen.at(-1);
}

it('the price feed clears every price of the previous source when the source changes', () => {
  const last = probe();
  act(() => services.ticks.add([['EURUSD', 10, 1.1]]));
  const before = last()?.changes ?? 0;
  act(() => services.priceFeed.set(BROKERS));
  expect(last()).toEqual({ shown: BROKERS, price: null, changes: before + 1 });
  act(() => services.ticks.add([['EURUSD', 9, 1.2]]));
  expect(last()?.price).toBe(1.2);
});

it('the price feed keeps the prices if only the state of the source changes', () => {
  const last = probe();
  act(() => services.ticks.add([['EURUSD', 10, 1.1]]));
  const before = last()?.changes;
  act(() => services.priceFeed.set({ ...SIMULATED, state: 'stale' }));
  expect(last()).toEqual({ shown: { ...SIMULATED, state: 'stale' }, price: 1.1, changes: before });
});

it('the price feed notifies each subscribed listener once per change', () => {
  let notified = 0;
  const stop = services.priceFeed.onSourceChange(() => {
    notified += 1;
  });
  act(() => services.priceFeed.setSource('iqoption'));
  act(() => services.priceFeed.setSource('iqoption'));
  act(() => services.priceFeed.set(BROKERS));
  expect(notified).toBe(1);
  stop();
  act(() => services.priceFeed.setSource('simulated'));
  expect(notified).toBe(1);
});

it('the price feed keeps the state that the server sent if only the source is set', () => {
  const last = probe();
  act(() => services.priceFeed.setSource('simulated'));
  expect(last()?.shown).toEqual(SIMULATED);
});
