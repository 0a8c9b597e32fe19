import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { SecondTimeframe } from '@vigia/core/vocabulary';
import { expect, it, vi } from 'vitest';
import { SECOND_CANDLES_PATH } from '#shared/chart/second-candles.ts';
import { FakeApi, mountPanel, ok } from '#shared/test/mount-panel.tsx';
import { SecondsMenu } from './seconds-menu.tsx';

const CANDLE = { time: 60, open: 1, high: 1, low: 1, close: 1, closed: true };
const ROUTE = `GET ${SECOND_CANDLES_PATH}`;

async function open(api: FakeApi, value: SecondTimeframe | null = null) {
  const chosen = vi.fn<(seconds: SecondTimeframe) => void>();
  mountPanel(<SecondsMenu symbol="EURUSD-DIG" value={value} onChange={chosen} />, { api });
  fireEvent.click(await screen.findByRole('button', { name: /^Velas de segundos/ }));
  await screen.findByRole('dialog', { name: 'Segundos' });
  return chosen;
}

it('the menu of second candles sends a request only when it opens, and closes after a choice', async () => {
  const api = new FakeApi().on(ROUTE, ok({ candles: [CANDLE], has_older: true }));
  const chosen = await open(api);
  await waitFor(() => expect(api.calls.map(({ query }) => query)).toEqual(['?symbol=EURUSD&timeframe=5s&limit=1']));
  fireEvent.click(screen.getByRole('button', { name: '15 s' }));
  expect(chosen).toHaveBeenCalledWith('15s');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('the menu of second candles states that they are unavailable if the source has no stored ticks', async () => {
  const chosen = await open(new FakeApi().on(ROUTE, ok({ candles: [], has_older: false })));
  expect(await screen.findByText(/^No hay ticks guardados de EURUSD-DIG/)).toBeTruthy();
  const names = ['5 s', '15 s', '30 s'];
  expect(names.map((name) => screen.getByRole('button', { name }).hasAttribute('disabled'))).toEqual([
    true,
    true,
    true,
  ]);
  fireEvent.click(screen.getByRole('button', { name: '5 s' }));
  expect(chosen).not.toHaveBeenCalled();
});

it('the button of the menu of second candles names the shown timeframe', async () => {
  await open(new FakeApi().on(ROUTE, ok({ candles: [CANDLE], has_older: true })), '30s');
  expect(screen.getByRole('button', { name: 'Velas de segundos: 30 s' }).textContent).toBe('30 s');
  expect(screen.getByRole('button', { name: '30 s', pressed: true })).toBeTruthy();
});
