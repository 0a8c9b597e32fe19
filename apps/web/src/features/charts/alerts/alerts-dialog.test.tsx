import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { PriceAlertView } from '@vigia/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeApi, mountPanel, ok, refused } from '#shared/test/mount-panel.tsx';
import { registerToaster } from '#shared/ui/toast.ts';
import { AlertsDialog } from './alerts-dialog.tsx';

const LIST = 'GET /api/v1/price-alerts';
const NEW_ID = '018f4a6e-0000-7000-8000-000000000009';
const alert = (change: Partial<PriceAlertView> = {}): PriceAlertView => ({
  id: '018f4a6e-0000-7000-8000-000000000001',
  symbol: 'EURUSD',
  source: 'simulated',
  direction: 'up',
  level: 1.0925,
  created_at: '2026-11-21T14:30:00.000Z',
  fired_at: null,
  fired_price: null,
  ...change,
});

let api: FakeApi;
let toasts: string[];
beforeEach(() => {
  drawNothing();
  toasts = [];
  const show = (title: unknown) => toasts.push(String(title));
  registerToaster({ success: show, error: show, warning: show, message: show, result: (_mark, title) => show(title) });
  api = new FakeApi().on(LIST, ok([]));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const mount = (selectedPrice: number | null = 1.0925) =>
  mountPanel(
    <>
      <h1>{'page'}</h1>
      <AlertsDialog symbol="EURUSD" decimals={5} selectedPrice={selectedPrice} isOpen onClose={() => undefined} />
    </>,
    { api },
  );
/** The calls that create an alert, whose path contains an id of the browser. */
const created = () => api.calls.filter(({ method }) => method === 'PUT');
const submit = async () => fireEvent.click(await screen.findByRole('button', { name: 'Crear alerta', hidden: true }));

it('the alerts dialog starts with the selected price, and creates an alert for the chosen direction', async () => {
  vi.spyOn(crypto, 'randomUUID').mockReturnValue(NEW_ID);
  api.on(`PUT /api/v1/price-alerts/${NEW_ID}`, ok(alert({ id: NEW_ID, direction: 'down', level: 1.085 })));
  mount();
  const level = await screen.findByLabelText<HTMLInputElement>('Precio');
  expect(level.value).toBe('1.09250');
  fireEvent.click(screen.getByRole('button', { name: 'Baja a', hidden: true }));
  fireEvent.change(level, { target: { value: '1,0850' } });
  await submit();
  await waitFor(() => expect(created()).toHaveLength(1));
  expect(created()[0]?.body).toEqual({ symbol: 'EURUSD', direction: 'down', level: 1.085 });
  await waitFor(() => expect(toasts).toEqual(['Te avisaremos cuando llegue']));
});

it('the alerts dialog refuses a price of zero and sends nothing', async () => {
  mount();
  fireEvent.change(await screen.findByLabelText('Precio'), { target: { value: '0' } });
  await submit();
  expect(await screen.findByText('Escribe un precio mayor que cero.')).toBeDefined();
  expect(created()).toEqual([]);
});

it('the alerts dialog states why the server refuses an alert', async () => {
  vi.spyOn(crypto, 'randomUUID').mockReturnValue(NEW_ID);
  api.on(`PUT /api/v1/price-alerts/${NEW_ID}`, refused(409, 'price_alert_passed', 'El precio ya está ahí.'));
  mount();
  await screen.findByLabelText('Precio');
  await submit();
  expect(await screen.findByText('El precio ya está ahí.')).toBeDefined();
  expect(toasts).toEqual([]);
});

it('the alerts dialog lists the alerts of its asset, waiting and fired, and deletes an alert', async () => {
  const fired = { id: '018f4a6e-0000-7000-8000-000000000002', direction: 'down', level: 1.05 } as const;
  api.on(
    LIST,
    ok([
      alert(),
      alert({ ...fired, fired_at: '2026-11-22T10:00:00.000Z', fired_price: 1.0499 }),
      alert({ id: '018f4a6e-0000-7000-8000-000000000003', symbol: 'GBPUSD', level: 2 }),
    ]),
  );
  mount();
  expect(await screen.findByText('Sube a 1.09250')).toBeDefined();
  expect(screen.getByText(/^Avisada .*, en 1\.04990$/)).toBeDefined();
  expect(screen.queryByText('Sube a 2.00000')).toBeNull();
  api.on(`DELETE /api/v1/price-alerts/${alert().id}`, ok(null)).on(LIST, ok([]));
  fireEvent.click(screen.getByRole('button', { name: 'Eliminar: Sube a 1.09250', hidden: true }));
  await screen.findByText('No hay alertas de este activo.');
});

it('the alerts dialog shows that an alert has fired as soon as the server reports it', async () => {
  api.on(LIST, ok([alert()]));
  mount();
  expect(await screen.findByText('Sube a 1.09250')).toBeDefined();
  expect(screen.queryByText(/^Avisada/)).toBeNull();
  const firedAt = '2026-11-22T10:00:00.000Z';
  api.on(LIST, ok([alert({ fired_at: firedAt, fired_price: 1.0926 })]));
  const fired = { crossed: 'up', level: 1.0925, price: 1.0926, symbol: 'EURUSD', alert_id: alert().id } as const;
  api.services.stream.publish({
    type: 'notification_created',
    unread: 1,
    notification: { kind: 'price_alert', id: 1, created_at: firedAt, is_read: false, ...fired },
  });
  expect(await screen.findByText(/^Avisada .*, en 1\.09260$/)).toBeDefined();
});
