import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { SignalDoorView } from '@vigia/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeApi, mountPanel, ok, refused } from '#shared/test/mount-panel.tsx';
import { strategyOf } from '../testing.ts';
import { ExternalSignalsDialog } from './external-signals-dialog.tsx';

const SOURCE = strategyOf({
  name: 'TradingView',
  type: 'external',
  status: 'active',
  parameters: { trade_amount: 10 },
});
const PATH = `/api/v1/strategies/${SOURCE.id}/door`;
const SECRET = '/api/v1/hooks/dLx0secret';
const DOOR: SignalDoorView = {
  format: 'json',
  pattern: null,
  names: [],
  max_age_seconds: 10,
  address_since: null,
  signed: false,
  members: [],
  messages: [],
};

let api: FakeApi;
let closed: number;
beforeEach(() => {
  drawNothing();
  closed = 0;
  api = new FakeApi().on(`GET ${PATH}`, ok(DOOR)).on('GET /api/v1/strategies', ok([SOURCE]));
});
afterEach(cleanup);

const mount = () => mountPanel(<ExternalSignalsDialog strategy={SOURCE} onClose={() => void (closed += 1)} />, { api });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const fill = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

it('the dialog for signals from outside shows a new address and its key once, and closes only when they are saved', async () => {
  api.on(`POST ${PATH}/address`, () => {
    api.on(`GET ${PATH}`, ok({ ...DOOR, address_since: '2026-11-29T07:00:00.000Z', signed: true }));
    return ok({ path: SECRET, signing_key: 'a1b2' });
  });
  mount();
  expect(await screen.findByText('Todavía no tiene dirección.')).toBeDefined();
  fireEvent.click(screen.getByRole('switch', { name: 'Con firma' }));
  press('Crear dirección');
  expect(await screen.findByText(`${window.location.origin}${SECRET}`)).toBeDefined();
  expect(screen.getByText('a1b2')).toBeDefined();
  expect(api.bodies(`POST ${PATH}/address`)).toEqual([{ signed: true }]);
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  expect(closed).toBe(0);
  press('Ya la guardé');
  await waitFor(() => expect(document.body.textContent).not.toContain(SECRET));
  expect(await screen.findByText(/No se puede volver a ver/)).toBeDefined();
});

it('the dialog for signals from outside serves the external strategies of other assets that the user marks', async () => {
  const gold = strategyOf({
    name: 'Oro',
    type: 'external',
    asset: 'XAUUSD',
    id: '018f4a6e-0000-7000-8000-000000000077',
  });
  const same = { ...gold, name: 'Igual', asset: SOURCE.asset, id: '018f4a6e-0000-7000-8000-000000000078' };
  const rules = { ...gold, name: 'Reglas', type: 'rsi' as const, id: '018f4a6e-0000-7000-8000-000000000079' };
  api.on('GET /api/v1/strategies', ok([SOURCE, gold, same, rules]));
  const member = { strategy_id: gold.id, name: 'Oro', asset: 'XAUUSD', names: ['GOLD'] };
  api.on(`PUT ${PATH}/members`, ok({ ...DOOR, members: [member] }));
  mount();
  const box = await screen.findByRole('checkbox', { name: 'XAUUSD · Oro' });
  expect(screen.getAllByRole('checkbox')).toHaveLength(1);
  fireEvent.click(box);
  await waitFor(() => expect(api.bodies(`PUT ${PATH}/members`)).toEqual([{ strategy_ids: [gold.id] }]));
  await waitFor(() => expect(screen.getByRole('checkbox', { name: 'XAUUSD · Oro' })).toHaveProperty('checked', true));
  fill(/Pega un mensaje/, '{"direction":"buy","symbol":"GOLD"}');
  expect(screen.getByText('GOLD')).toBeDefined();
  fill(/Pega un mensaje/, '{"direction":"buy","symbol":"GBPUSD"}');
  expect(screen.getByText('GBPUSD, que no es EURUSD, XAUUSD')).toBeDefined();
});

it('the dialog for signals from outside removes the address', async () => {
  api.on(`GET ${PATH}`, ok({ ...DOOR, address_since: '2026-11-29T07:00:00.000Z' }));
  api.on(`DELETE ${PATH}/address`, ok(DOOR));
  mount();
  await screen.findByText(/No se puede volver a ver/);
  api.on(`GET ${PATH}`, ok(DOOR));
  press('Quitar la dirección');
  expect(await screen.findByText('Todavía no tiene dirección.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Quitar la dirección' })).toBeNull();
});

it('the dialog for signals from outside states why an address could not be created', async () => {
  api.on(`POST ${PATH}/address`, refused(403, 'anonymous_not_allowed', 'Necesitas una cuenta.'));
  mount();
  await screen.findByText('Todavía no tiene dirección.');
  press('Crear dirección');
  expect(await screen.findByText('Necesitas una cuenta.')).toBeDefined();
});

it('the dialog for signals from outside reads a pasted example as the server would, and stores the pattern', async () => {
  const saved = { ...DOOR, format: 'pattern' as const, pattern: '{direction} {symbol} @ {*}', names: ['Euro', 'EU'] };
  api.on(`PUT ${PATH}`, ok(saved));
  mount();
  await screen.findByText('Cómo escribe sus mensajes');
  const preview = () => within(screen.getByText('Dirección', { selector: 'dt' }).parentElement ?? document.body);
  fill(/Pega un mensaje/, '{"direction":"buy"}');
  expect(preview().getByText('no lo dice: EURUSD')).toBeDefined();
  press('Texto');
  expect(screen.getByText(/El mensaje/)).toBeDefined();
  fill('Patrón', '{direction} {symbol} @ {*}');
  fill(/Pega un mensaje/, 'venta GBPUSD @ 1.08');
  expect(preview().getByText('GBPUSD, que no es EURUSD')).toBeDefined();
  fill(/Otros nombres/, 'Euro, EU, ');
  fill(/Pega un mensaje/, 'venta euro @ 1.08');
  expect(preview().getByText('euro')).toBeDefined();
  press('Guardar formato');
  await waitFor(() =>
    expect(api.bodies(`PUT ${PATH}`)).toEqual([
      { format: 'pattern', pattern: '{direction} {symbol} @ {*}', names: ['Euro', 'EU'], max_age_seconds: 10 },
    ]),
  );
});

it('the dialog for signals from outside sends no pattern without a direction and no age out of range', async () => {
  mount();
  await screen.findByText('Cómo escribe sus mensajes');
  fill(/Antigüedad/, '301');
  expect(screen.getByText('Debe ser un número entero entre 1 y 300.')).toBeDefined();
  press('Guardar formato');
  fill(/Antigüedad/, '10');
  press('Texto');
  fill('Patrón', '{symbol}');
  expect(screen.getByText(/Falta \{direction\}/)).toBeDefined();
  press('Guardar formato');
  expect(api.bodies(`PUT ${PATH}`)).toEqual([]);
});

it('the dialog for signals from outside lists the outcome of each message, and the reason of each refusal', async () => {
  const message = { id: SOURCE.id, received_at: '2026-11-29T07:00:00.000Z', direction: 'CALL' as const, text: 'call' };
  const done = { ...message, id: '018f4a6e-0000-7000-8000-000000000009', state: 'signal' as const };
  api.on(
    `GET ${PATH}`,
    ok({
      ...DOOR,
      messages: [
        { ...message, state: 'refused', reason: 'duplicate', message: 'Ya llegó.' },
        { ...done, reason: null, message: null },
      ],
    }),
  );
  mount();
  expect(await screen.findByText('Rechazado · Repetida')).toBeDefined();
  expect(screen.getByText('Ya llegó.')).toBeDefined();
  expect(screen.getByText('Señal')).toBeDefined();
});

it('the dialog for signals from outside reports that its data could not be loaded', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  api.on(`GET ${PATH}`, refused(503, 'service_unavailable', 'No disponible.'));
  mount();
  expect(await screen.findByText('No pudimos cargar la entrada de señales')).toBeDefined();
});
