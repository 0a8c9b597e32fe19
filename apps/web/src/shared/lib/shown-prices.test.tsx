import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { takeTicks, useTick } from './market-store.ts';
import { onSourceChange, takeShownPrices, takeShownSource, useShownPrices, useSourceChanges } from './shown-prices.ts';

const SIMULATED = { source: 'simulated', state: 'live' } as const;
const BROKERS = { source: 'iqoption', state: 'starting' } as const;

beforeEach(() => act(() => takeShownPrices(SIMULATED)));
afterEach(cleanup);

function probe() {
  const seen: { shown: unknown; price: number | null; changes: number }[] = [];
  function Probe() {
    seen.push({ shown: useShownPrices(), price: useTick('EURUSD')?.price ?? null, changes: useSourceChanges() });
    return null;
  }
  render(<Probe />);
  return () => seen.at(-1);
}

it('forgets every price of the source before as soon as another one is named', () => {
  const last = probe();
  act(() => takeTicks([['EURUSD', 10, 1.1]]));
  const before = last()?.changes ?? 0;
  act(() => takeShownPrices(BROKERS));
  expect(last()).toEqual({ shown: BROKERS, price: null, changes: before + 1 });
  act(() => takeTicks([['EURUSD', 9, 1.2]]));
  expect(last()?.price).toBe(1.2);
});

it('keeps them while only the state of the same source changes', () => {
  const last = probe();
  act(() => takeTicks([['EURUSD', 10, 1.1]]));
  const before = last()?.changes;
  act(() => takeShownPrices({ ...SIMULATED, state: 'stale' }));
  expect(last()).toEqual({ shown: { ...SIMULATED, state: 'stale' }, price: 1.1, changes: before });
});

it('tells a change once, to whoever still listens', () => {
  let told = 0;
  const stop = onSourceChange(() => {
    told += 1;
  });
  act(() => takeShownSource('iqoption'));
  act(() => takeShownSource('iqoption'));
  act(() => takeShownPrices(BROKERS));
  expect(told).toBe(1);
  stop();
  act(() => takeShownSource('simulated'));
  expect(told).toBe(1);
});

it('leaves what the server said of its state where only the source is told', () => {
  const last = probe();
  act(() => takeShownSource('simulated'));
  expect(last()?.shown).toEqual(SIMULATED);
});
