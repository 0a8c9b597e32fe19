import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useUi } from '#shared/lib/ui-store.ts';
import { choiceOf } from '#shared/test/choice.ts';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeApi, mountPanel, ok, refused } from '#shared/test/mount-panel.tsx';
import { PaperAccountPanel } from './paper-account-panel.tsx';
import { ResetBalanceDialog } from './reset-balance-dialog.tsx';

const MODE = 'GET /api/v1/trading/mode/current';
const RESET = 'POST /api/v1/trading/mock/reset';
const ACCOUNT = {
  id: '018f4a6e-0000-7000-8000-000000000001',
  broker: 'mock',
  kind: 'mock',
  currency: 'USD',
  balance: 9_973,
  held: 45,
} as const;

let api: FakeApi;
beforeEach(() => {
  drawNothing();
  api = new FakeApi().on(MODE, ok(choiceOf(ACCOUNT)));
});
afterEach(() => {
  cleanup();
  useUi.setState({ modal: null });
});

async function openDialog() {
  mountPanel(
    <>
      <PaperAccountPanel />
      <ResetBalanceDialog />
    </>,
    { api },
  );
  expect(await screen.findByText('$9,973.00')).toBeDefined();
  expect(screen.getByText('$45.00')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Reiniciar saldo' }));
  return within(await screen.findByRole('dialog', { name: 'Reiniciar saldo' }));
}

it('the balance dialog warns that open trades continue, sets the balance and shows it', async () => {
  api.on(RESET, ok({ ...ACCOUNT, balance: 50_000 }));
  const dialog = await openDialog();
  expect(dialog.getByText(/Tus operaciones abiertas siguen: \$45\.00 en juego/)).toBeDefined();
  expect(dialog.getByLabelText('Saldo nuevo')).toHaveProperty('value', '10000');
  fireEvent.click(dialog.getByRole('button', { name: '$50,000' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Reiniciar a $50,000.00' }));
  expect(await screen.findByText('$50,000.00')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.bodies(RESET)).toEqual([{ balance: 50_000 }]);
});

it.each(['0.99', '1000001', '10.005', 'mil', ''])(
  'the balance dialog rejects «%s» as a balance and sends no request',
  async (typed) => {
    const dialog = await openDialog();
    fireEvent.change(dialog.getByLabelText('Saldo nuevo'), { target: { value: typed } });
    fireEvent.submit(dialog.getByLabelText('Saldo nuevo'));
    expect(await dialog.findByText(/^Escribe un monto de \$1\.00 a \$1,000,000\.00/)).toBeDefined();
    expect(api.bodies(RESET)).toEqual([]);
  },
);

it('the balance dialog stays open and shows why the server rejected the reset', async () => {
  api.on(RESET, refused(503, 'service_unavailable', 'No disponible.'));
  const dialog = await openDialog();
  fireEvent.click(dialog.getByRole('button', { name: 'Reiniciar a $10,000.00' }));
  expect(await dialog.findByText('No disponible.')).toBeDefined();
});
