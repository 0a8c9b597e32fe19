import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { KeyStage } from './key-stage.tsx';

afterEach(cleanup);

it('the chart scrolls and zooms with certain keys, and ignores all other keys', () => {
  const calls: unknown[] = [];
  render(
    <KeyStage
      keys=""
      chart={{
        scroll: (share) => calls.push(['scroll', share]),
        zoom: (factor) => calls.push(['zoom', factor]),
        goLive: () => calls.push('live'),
      }}
    />,
  );
  const stage = screen.getByRole('application', { name: 'Velas' });
  for (const key of ['ArrowLeft', 'PageDown', '+', '-', 'End']) expect(fireEvent.keyDown(stage, { key })).toBe(false);
  expect(calls).toEqual([['scroll', 0.1], ['scroll', -0.8], ['zoom', 1.25], ['zoom', 0.8], 'live']);
  expect(fireEvent.keyDown(stage, { key: 'ArrowUp' })).toBe(true);
  expect(fireEvent.keyDown(stage, { key: '+', ctrlKey: true })).toBe(true);
  expect(calls).toHaveLength(5);
});
