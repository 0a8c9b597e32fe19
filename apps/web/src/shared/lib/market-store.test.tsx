import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { takeTicks, useTick } from './market-store.ts';

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
