import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { KeyStage } from './key-stage.tsx';

afterEach(cleanup);

it('moves the candles by keys, and leaves every other key to the page', () => {
  const told: unknown[] = [];
  render(
    <KeyStage
      chart={{
        scroll: (share) => told.push(['scroll', share]),
        zoom: (factor) => told.push(['zoom', factor]),
        goLive: () => told.push('live'),
      }}
    />,
  );
  const stage = screen.getByRole('group', { name: 'Velas' });
  for (const key of ['ArrowLeft', 'PageDown', '+', '-', 'End']) expect(fireEvent.keyDown(stage, { key })).toBe(false);
  expect(told).toEqual([['scroll', 0.1], ['scroll', -0.8], ['zoom', 1.25], ['zoom', 0.8], 'live']);
  expect(fireEvent.keyDown(stage, { key: 'ArrowUp' })).toBe(true);
  expect(fireEvent.keyDown(stage, { key: '+', ctrlKey: true })).toBe(true);
  expect(told).toHaveLength(5);
});
