import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type TestServices, testQueries, testServices } from '#shared/test/test-services.ts';
import { useTick, useTickValue } from './ticks.ts';

let services: TestServices;
beforeEach(() => {
  services = testServices();
});
afterEach(cleanup);

const mount = (probe: ReactNode) =>
  render(<QueryClientProvider client={testQueries(services)}>{probe}</QueryClientProvider>);

it('useTick re-renders only on ticks of the given symbol, and skips older ticks', () => {
  const drawn: (number | null)[] = [];
  function Probe() {
    drawn.push(useTick('EURUSD')?.price ?? null);
    return null;
  }
  mount(<Probe />);
  act(() => services.ticks.add([['EURUSD', 10, 1.1]]));
  act(() => services.ticks.add([['BTCUSD', 11, 90_000]]));
  act(() => services.ticks.add([['EURUSD', 9, 1.0]]));
  act(() => services.ticks.add([['EURUSD', 12, 1.2]]));
  expect(drawn).toEqual([null, 1.1, 1.2]);
});

it('useTickValue re-renders only when the selected part of the tick changes', () => {
  const drawn: unknown[] = [];
  function Probe() {
    drawn.push(useTickValue('GBPUSD', (tick) => tick && { isHigh: tick.price > 1 }));
    return null;
  }
  mount(<Probe />);
  act(() => services.ticks.add([['GBPUSD', 10, 1.1]]));
  act(() => services.ticks.add([['GBPUSD', 11, 1.2]]));
  act(() => services.ticks.add([['GBPUSD', 12, 0.9]]));
  expect(drawn).toEqual([null, { isHigh: true }, { isHigh: false }]);
});

it('useTick renders once per frame however many ticks arrive, and drops ticks of a previous source', async () => {
  services.priceFeed.set({ source: 'simulated', state: 'live' });
  const drawn: (number | null)[] = [];
  function Probe() {
    drawn.push(useTick('USDJPY')?.price ?? null);
    return null;
  }
  mount(<Probe />);
  services.ticks.addOnNextFrame([['USDJPY', 10, 150]]);
  services.ticks.addOnNextFrame([['USDJPY', 11, 151]]);
  expect(drawn).toEqual([null]);
  await waitFor(() => expect(drawn).toEqual([null, 151]));
  services.ticks.addOnNextFrame([['USDJPY', 12, 152]]);
  act(() => services.priceFeed.set({ source: 'deriv', state: 'live' }));
  services.ticks.addOnNextFrame([['USDJPY', 13, 153]]);
  await waitFor(() => expect(drawn).toEqual([null, 151, null, 153]));
});
