import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeApi, mountPanel, ok } from '#shared/test/mount-panel.tsx';
import { AccountSummary } from './account-summary.tsx';
import { RealMoneyFrame } from './real-money-frame.tsx';

let api: FakeApi;
beforeEach(() => {
  drawNothing();
  api = new FakeApi();
});
afterEach(() => {
  cleanup();
});

async function mountIn(mode: string, kind: string) {
  const id = '018f4a6e-0000-7000-8000-000000000001';
  const account = { id, broker: 'mock', kind, currency: 'USD', balance: 214.3, held: 0 };
  api.on('GET /api/v1/trading/mode/current', ok({ mode, account, server_time: '2026-11-21T12:00:00.000Z' }));
  mountPanel(
    <>
      <AccountSummary />
      <RealMoneyFrame />
    </>,
    { api },
  );
  await screen.findByText('$214.30');
  await act(async () => {});
}

it('RealMoneyFrame frames the window while orders cost real money, and names the mode', async () => {
  await mountIn('iqoption_real', 'real');
  expect(screen.getByRole('button', { name: 'Modo: IQ REAL. Cambiar' })).toBeDefined();
  expect(screen.getByTestId('real-money-frame')).toBeDefined();
});

it.each([
  ['mock', 'mock'],
  ['iqoption_demo', 'demo'],
])('RealMoneyFrame draws no frame in %s', async (mode, kind) => {
  await mountIn(mode, kind);
  expect(screen.queryByTestId('real-money-frame')).toBeNull();
});
