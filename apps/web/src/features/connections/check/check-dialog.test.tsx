import { cleanup, fireEvent, screen } from '@testing-library/react';
import type { BrokerCheckResponse } from '@vigia/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeApi, mountPanel, refused } from '#shared/test/mount-panel.tsx';
import { brokerOf, connectedTo } from '../testing.ts';
import { CheckDialog } from './check-dialog.tsx';

const PATH = '/api/v1/multi-broker/check/iqoption';
const ASKING: BrokerCheckResponse = {
  success: true,
  message: 'Espera.',
  broker: 'iqoption',
  state: 'asking',
  steps: [
    { step: 'clock', name: 'Reloj', state: 'differs', text: 'su reloj difiere del nuestro en 90 s' },
    { step: 'demo_order', name: 'Orden demo', state: 'running', text: '' },
    { step: 'settlement', name: 'Resultado de la orden', state: 'waiting', text: '' },
  ],
  order: { symbol: 'EURUSD', amount: 1, currency: 'USD', duration_s: 60 },
};
const DONE: BrokerCheckResponse = {
  ...ASKING,
  state: 'done',
  order: null,
  steps: ASKING.steps.map((step) => (step.state === 'differs' ? step : { ...step, state: 'as_expected' })),
};
const plain = (body: unknown) => ({ status: 200, body });

let api: FakeApi;
beforeEach(() => {
  drawNothing();
  api = new FakeApi();
});
afterEach(cleanup);

const mount = () =>
  mountPanel(<CheckDialog broker={brokerOf('iqoption', connectedTo('iqoption'))} onClose={() => undefined} />, { api });

it('the dialog of the broker check shows each step with its observation, and sends no order before the user confirms it', async () => {
  api.on(`POST ${PATH}`, plain(ASKING)).on(`GET ${PATH}`, plain(ASKING)).on(`POST ${PATH}/order`, plain(DONE));
  mount();
  expect(await screen.findByText('su reloj difiere del nuestro en 90 s')).toBeDefined();
  expect(screen.getByText(': difiere')).toBeDefined();
  expect(screen.getByText(/CALL en EURUSD a 60 s/)).toBeDefined();
  expect(api.bodies(`POST ${PATH}/order`)).toEqual([]);
  api.on(`GET ${PATH}`, plain(DONE));
  fireEvent.click(screen.getByRole('button', { name: 'Enviar la orden demo' }));
  expect(await screen.findByText(/^Difiere 1 paso/)).toBeDefined();
  expect(api.bodies(`POST ${PATH}/order`)).toEqual([{ send: true }]);
});

it('the dialog of the broker check cancels the check when the dialog closes', async () => {
  api.on(`POST ${PATH}`, plain(ASKING)).on(`GET ${PATH}`, plain(ASKING));
  mount();
  await screen.findByText('Reloj');
  cleanup();
  await expect.poll(() => api.calls.some(({ method, path }) => method === 'DELETE' && path === PATH)).toBe(true);
});

it('the dialog of the broker check shows why a check cannot start', async () => {
  api.on(`POST ${PATH}`, refused(409, 'broker_not_connected', 'Ahora no hay conexión con IQ Option.'));
  mount();
  expect(await screen.findByText('Ahora no hay conexión con IQ Option.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Revisar otra vez' })).toBeDefined();
});
