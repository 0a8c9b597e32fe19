import { act, cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { takeTicks, takeWithNextFrame, useOfTick, useTick } from './market-store.ts';
import { takeShownPrices } from './shown-prices.ts';

afterEach(cleanup);

it('re-renders on ticks of its own symbol only, and passes over older ones', () => {
  const drawn: (number | null)[] = [];
  function Probe() {
    drawn.push(useTick('EURUSD')?.price ?? null);
    return null;
  }
  render(<Probe />);
  act(() => takeTicks([['EURUSD', 10, 1.1]]));
  act(() => takeTicks([['BTCUSD', 11, 90_000]]));
  act(() => takeTicks([['EURUSD', 9, 1.0]]));
  act(() => takeTicks([['EURUSD', 12, 1.2]]));
  expect(drawn).toEqual([null, 1.1, 1.2]);
});

it('re-renders whoever reads less only where that is another', () => {
  const drawn: unknown[] = [];
  function Probe() {
    drawn.push(useOfTick('GBPUSD', (tick) => tick && { isHigh: tick.price > 1 }));
    return null;
  }
  render(<Probe />);
  act(() => takeTicks([['GBPUSD', 10, 1.1]]));
  act(() => takeTicks([['GBPUSD', 11, 1.2]]));
  act(() => takeTicks([['GBPUSD', 12, 0.9]]));
  expect(drawn).toEqual([null, { isHigh: true }, { isHigh: false }]);
});

it('shows once a frame what came until then, and nothing any more of a source that is gone', async () => {
  takeShownPrices({ source: 'simulated', state: 'live' });
  const drawn: (number | null)[] = [];
  function Probe() {
    drawn.push(useTick('USDJPY')?.price ?? null);
    return null;
  }
  render(<Probe />);
  takeWithNextFrame([['USDJPY', 10, 150]]);
  takeWithNextFrame([['USDJPY', 11, 151]]);
  expect(drawn).toEqual([null]);
  await waitFor(() => expect(drawn).toEqual([null, 151]));
  takeWithNextFrame([['USDJPY', 12, 152]]);
  act(() => takeShownPrices({ source: 'deriv', state: 'live' }));
  takeWithNextFrame([['USDJPY', 13, 153]]);
  await waitFor(() => expect(drawn).toEqual([null, 151, null, 153]));
});
