import { act, cleanup, screen } from '@testing-library/react';
import type { AccountKind } from '@vigia/core/vocabulary';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { choiceOf } from '#shared/test/choice.ts';
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

async function mountIn(broker: string, kind: AccountKind) {
  api.on('GET /api/v1/trading/mode/current', ok(choiceOf({ broker, kind, balance: 214.3 })));
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

it('RealMoneyFrame frames the window while orders go to a real account, and names the account', async () => {
  await mountIn('deriv', 'real');
  expect(screen.getByRole('button', { name: 'Cuenta: Deriv REAL. Cambiar' })).toBeDefined();
  expect(screen.getByTestId('real-money-frame')).toBeDefined();
});

it.each([
  ['mock', 'mock'],
  ['iqoption', 'demo'],
] as const)(
  'RealMoneyFrame draws no frame if orders go to the broker %s and an account of kind %s',
  async (broker, kind) => {
    await mountIn(broker, kind);
    expect(screen.queryByTestId('real-money-frame')).toBeNull();
  },
);
