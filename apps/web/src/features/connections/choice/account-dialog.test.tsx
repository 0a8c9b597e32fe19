import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useUi } from '#shared/lib/ui-store.ts';
import { choiceOf } from '#shared/test/choice.ts';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeApi, mountPanel, ok, refused } from '#shared/test/mount-panel.tsx';
import { safetyWith } from '#shared/test/safety.ts';
import { brokerOf, brokersResponse, connectedTo } from '../testing.ts';
import { AccountDialog } from './account-dialog.tsx';
import { openAccountDialogFor } from './requested-account.ts';

const CURRENT = 'GET /api/v1/trading/mode/current';
const SWITCH = 'POST /api/v1/trading/mode/switch';
const DERIV = 'POST /api/v1/multi-broker/account/deriv';
const SAFETY = 'GET /api/v1/account/safety';
const BROKERS = 'GET /api/v1/multi-broker/brokers';
const EVERYTHING = ['declaration_missing', 'insufficient_aal', 'daily_loss_limit_missing', 'mode_unavailable'] as const;

let api: FakeApi;
beforeEach(() => {
  drawNothing();
  api = new FakeApi()
    .on(CURRENT, ok(choiceOf()))
    .on(SAFETY, ok(safetyWith(...EVERYTHING)))
    .on(BROKERS, { status: 200, body: brokersResponse(brokerOf('iqoption'), brokerOf('deriv', connectedTo('deriv'))) });
  useUi.setState({ modal: 'account' });
});
afterEach(() => {
  cleanup();
  useUi.setState({ modal: null });
});

async function open() {
  mountPanel(<AccountDialog />, { api });
  const dialog = within(await screen.findByRole('dialog', { name: 'Cuenta de tus órdenes' }));
  await dialog.findByRole('button', { name: /^Deriv demo/ });
  return dialog;
}

const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

it('the account dialog lists paper and every account at connected brokers, and marks the chosen account', async () => {
  const dialog = await open();
  const rows = dialog.getAllByRole('button').filter((row) => row.hasAttribute('aria-current'));
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^SimuladoEn uso\$10,000\.00/),
    expect.stringMatching(/^Deriv demo.*\$9,412\.60/),
    expect.stringMatching(/^Deriv REAL.*\$250\.50/),
  ]);
  expect(rows.map((row) => row.getAttribute('aria-current'))).toEqual(['true', 'false', 'false']);
  expect(dialog.getByRole('link', { name: 'Conectar un bróker' }).getAttribute('href')).toBe('/connections');
});

it('the account dialog lists the chosen account even while its broker is not connected', async () => {
  api.on(CURRENT, ok(choiceOf({ broker: 'iqoption', kind: 'demo', id: '018f4a6e-0000-7000-8000-000000000002' })));
  const dialog = await open();
  expect(await dialog.findByRole('button', { name: /^IQ demo.*sin conectar.*En uso/ })).toBeDefined();
});

it('a demo account is chosen with one click', async () => {
  api.on(DERIV, ok({}));
  const dialog = await open();
  fireEvent.click(dialog.getByRole('button', { name: /^Deriv demo/ }));
  await closed();
  expect(api.bodies(DERIV)).toEqual([{ account_type: 'demo' }]);
});

it('the paper account is chosen with one click, and the request names its mode', async () => {
  api.on(CURRENT, ok(choiceOf({ broker: 'deriv', kind: 'demo' }))).on(SWITCH, ok(choiceOf()));
  const dialog = await open();
  fireEvent.click(await dialog.findByRole('button', { name: /^Simulado/ }));
  await closed();
  expect(api.bodies(SWITCH)).toEqual([{ mode: 'mock' }]);
});

it('a click on the chosen account closes the account dialog and sends nothing', async () => {
  const dialog = await open();
  fireEvent.click(dialog.getByRole('button', { name: /^Simulado/ }));
  await closed();
  expect(api.bodies(SWITCH)).toEqual([]);
});

it('a real account shows its unmet conditions, each with a link to the matching setting', async () => {
  const dialog = await open();
  fireEvent.click(dialog.getByRole('button', { name: /^Deriv REAL/ }));
  const settings = await dialog.findByRole('link', { name: 'Fijar el límite' });
  const links = dialog.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual([
    '/settings#dinero-real',
    '/settings#seguridad',
    '/settings?libro=real-USD#limites',
    '/connections',
  ]);
  fireEvent.click(settings);
  await closed();
});

it('a real account is chosen only with the whole confirmation phrase, and a refusal of the server is shown', async () => {
  api.on(DERIV, refused(409, 'daily_loss_limit_missing', 'Falta tu límite de pérdida diaria.'));
  const dialog = await open();
  fireEvent.click(dialog.getByRole('button', { name: /^Deriv REAL/ }));
  expect(dialog.getByText('Aviso de riesgo.')).toBeDefined();
  const submit = dialog.getByRole('button', { name: 'Pasar a Deriv REAL' });
  const phrase = dialog.getByLabelText('Escribe OPERAR CON DINERO REAL');
  fireEvent.change(phrase, { target: { value: 'OPERAR CON DINERO' } });
  expect(submit).toHaveProperty('disabled', true);
  fireEvent.change(phrase, { target: { value: 'OPERAR CON DINERO REAL' } });
  fireEvent.click(submit);
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'No se cambió la cuentaFalta tu límite de pérdida diaria.',
  );
  expect(api.bodies(DERIV)).toEqual([{ account_type: 'real', confirm: 'OPERAR CON DINERO REAL' }]);
});

it('a real account shows an error instead of its conditions if they could not be loaded', async () => {
  api.on(SAFETY, refused(503, 'service_unavailable', 'No disponible.'));
  const dialog = await open();
  fireEvent.click(dialog.getByRole('button', { name: /^Deriv REAL/ }));
  expect(await dialog.findByText(/^No pudimos consultar las condiciones/)).toBeDefined();
});

it('the account dialog opens with the conditions of the requested real account', async () => {
  useUi.setState({ modal: null });
  openAccountDialogFor({ broker: 'deriv', kind: 'real' });
  const dialog = await open();
  expect(dialog.getByLabelText('Escribe OPERAR CON DINERO REAL')).toBeDefined();
});
