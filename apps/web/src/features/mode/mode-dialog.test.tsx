import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useUi } from '#shared/lib/ui-store.ts';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeApi, mountPanel, ok, refused } from '#shared/test/mount-panel.tsx';
import { ModeDialog } from './mode-dialog.tsx';

const CURRENT = 'GET /api/v1/trading/mode/current';
const SWITCH = 'POST /api/v1/trading/mode/switch';
const SAFETY = 'GET /api/v1/account/safety';
const modeOf = (mode: string) => ({
  mode,
  account: {
    id: '018f4a6e-0000-7000-8000-000000000001',
    broker: 'mock',
    kind: 'mock',
    currency: 'USD',
    balance: 10_000,
    held: 0,
  },
  server_time: '2026-11-21T12:00:00.000Z',
});
const safety = (obstacles: readonly string[]) => ({
  adult: null,
  country: null,
  declared_at: null,
  ban: null,
  self_excluded_until: null,
  self_excluded_forever: false,
  obstacles,
});
const EVERYTHING = ['declaration_missing', 'insufficient_aal', 'daily_loss_limit_missing', 'mode_unavailable'];

let api: FakeApi;
beforeEach(() => {
  drawNothing();
  api = new FakeApi().on(CURRENT, ok(modeOf('mock'))).on(SAFETY, ok(safety(EVERYTHING)));
  useUi.setState({ modal: 'mode' });
});
afterEach(() => {
  cleanup();
  useUi.setState({ modal: null });
});

async function choose(mode: RegExp) {
  mountPanel(<ModeDialog />, { api });
  const dialog = within(await screen.findByRole('dialog', { name: 'Modo' }));
  await dialog.findByText('En uso');
  fireEvent.click(dialog.getByRole('radio', { name: mode }));
  return dialog;
}

it('the mode dialog explains each mode, marks the current one, and offers no switch to it', async () => {
  const dialog = await choose(/^Simulado/);
  expect(dialog.getAllByRole('radio')).toHaveLength(3);
  expect(dialog.getByRole('radio', { name: /^Simulado\s*En uso/ })).toHaveProperty('checked', true);
  expect(dialog.queryByRole('button', { name: /^Operar|^Pasar/ })).toBeNull();
});

it('the mode dialog lists every unmet condition of real money, each with a link to its setting', async () => {
  const dialog = await choose(/^IQ REAL/);
  const links = (await dialog.findAllByRole('link')).map((link) => link.getAttribute('href'));
  expect(links).toEqual(['/settings#dinero-real', '/settings#seguridad', '/settings#limites', '/connections']);
  fireEvent.click(dialog.getByRole('link', { name: 'Fijar el límite' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('the mode dialog enables real money only after the whole phrase, and shows why it is refused', async () => {
  api.on(
    SWITCH,
    refused(
      409,
      'mode_unavailable',
      'Ese modo necesita tu conexión con IQ Option y ahora no la hay: conéctala o espera a que vuelva.',
    ),
  );
  const dialog = await choose(/^IQ REAL/);
  expect(dialog.getByText('Aviso de riesgo.')).toBeDefined();
  const submit = dialog.getByRole('button', { name: 'Pasar a IQ REAL' });
  const phrase = dialog.getByLabelText('Escribe OPERAR CON DINERO REAL');
  fireEvent.change(phrase, { target: { value: 'OPERAR CON DINERO' } });
  expect(submit).toHaveProperty('disabled', true);
  fireEvent.change(phrase, { target: { value: 'OPERAR CON DINERO REAL' } });
  fireEvent.click(submit);
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'No se cambió el modoEse modo necesita tu conexión con IQ Option y ahora no la hay: conéctala o espera a que vuelva.',
  );
  expect(api.bodies(SWITCH)).toEqual([{ mode: 'iqoption_real', confirm: 'OPERAR CON DINERO REAL' }]);
});

it('the mode dialog requires only the connection for the demo of a broker', async () => {
  const dialog = await choose(/^IQ demo/);
  expect((await dialog.findAllByRole('link')).map((link) => link.getAttribute('href'))).toEqual(['/connections']);
  expect(dialog.queryByLabelText(/^Escribe/)).toBeNull();
});

it('the mode dialog switches and closes if the server allows it', async () => {
  api.on(CURRENT, ok(modeOf('iqoption_demo'))).on(SWITCH, () => {
    api.on(CURRENT, ok(modeOf('mock')));
    return ok(modeOf('mock'));
  });
  const dialog = await choose(/^Simulado/);
  fireEvent.click(dialog.getByRole('button', { name: 'Operar en Simulado' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.bodies(SWITCH)).toEqual([{ mode: 'mock' }]);
});

it('the mode dialog shows no conditions if they could not be loaded', async () => {
  api.on(SAFETY, refused(503, 'service_unavailable', 'No disponible.'));
  const dialog = await choose(/^IQ REAL/);
  expect(await dialog.findByText(/^No pudimos consultar las condiciones/)).toBeDefined();
});
