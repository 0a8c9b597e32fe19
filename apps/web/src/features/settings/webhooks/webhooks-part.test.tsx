import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeApi, mountPanel, ok, refused } from '#shared/test/mount-panel.tsx';
import { registerToaster } from '#shared/ui/toast.ts';
import { WebhooksPart } from './webhooks-part.tsx';

const PATH = '/api/v1/notifications/webhooks';
const WEBHOOK = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Hoja',
  url: 'https://hooks.example.com/t/abc',
  topics: ['settled', 'signal'],
  sends_log_head: false,
  created_at: '2026-11-01T12:00:00.000Z',
  sent_at: null,
  failed_at: null,
  disabled_at: null,
  disabled_because: null,
};
const ONE = `${PATH}/${WEBHOOK.id}`;
const SECRET = 'whsec_only-once';
const DELIVERY = {
  id: 1,
  message_id: '00000000-0000-4000-8000-000000000002',
  type: 'test',
  at: '2026-11-21T14:35:00.000Z',
  duration_ms: 84,
  outcome: 'taken',
  status: 200,
  failure: null,
  answer: 'ok',
};

let api: FakeApi;
let toasts: string[] = [];
beforeEach(() => {
  drawNothing();
  api = new FakeApi();
  toasts = [];
  const show = (title: unknown, options?: { description?: unknown }) =>
    toasts.push([title, options?.description].join(': '));
  return registerToaster({
    success: show,
    error: show,
    warning: show,
    message: show,
    result: (_mark, title, options) => show(title, options),
  });
});
afterEach(cleanup);

const mount = () => mountPanel(<WebhooksPart />, { api });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const dialog = async () => within(await screen.findByRole('dialog'));
/** Opens the menu of a webhook with the keyboard, and chooses an action. */
async function choose(action: string): Promise<void> {
  const more = await screen.findByRole('button', { name: 'Más acciones de Hoja' });
  more.focus();
  fireEvent.keyDown(more, { key: 'Enter' });
  fireEvent.click(await screen.findByRole('menuitem', { name: action }));
}

it('the webhooks part creates a webhook and shows its secret once', async () => {
  api.on(`GET ${PATH}`, ok([])).on(`POST ${PATH}`, () => {
    api.on(`GET ${PATH}`, ok([WEBHOOK]));
    return ok({ ...WEBHOOK, secret: SECRET });
  });
  mount();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Crear webhook' })).toHaveProperty('disabled', false));
  press('Crear webhook');
  const form = await dialog();
  fireEvent.change(form.getByLabelText('Nombre'), { target: { value: ' Hoja ' } });
  fireEvent.change(form.getByLabelText('Dirección'), { target: { value: WEBHOOK.url } });
  fireEvent.click(form.getByLabelText('Señal nueva'));
  fireEvent.click(form.getByRole('button', { name: 'Crear webhook' }));
  expect(await screen.findByText(SECRET)).toBeDefined();
  expect(api.bodies(`POST ${PATH}`)).toEqual([
    {
      name: 'Hoja',
      url: WEBHOOK.url,
      topics: ['settled', 'order', 'signal', 'stopped', 'security'],
      sends_log_head: false,
    },
  ]);
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(SECRET);
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  expect(await screen.findByText(/pulsa «Ya lo guardé» para cerrar/)).toBeDefined();
  press('Ya lo guardé');
  await waitFor(() => expect(document.body.textContent).not.toContain(SECRET));
  expect(await screen.findByText('Hoja')).toBeDefined();
});

it('the webhooks part shows missing fields, and the refused address at its field', async () => {
  api
    .on(`GET ${PATH}`, ok([]))
    .on(`POST ${PATH}`, refused(422, 'webhook_url_refused', 'No podemos enviar a esa dirección.'));
  mount();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Crear webhook' })).toHaveProperty('disabled', false));
  press('Crear webhook');
  const form = await dialog();
  fireEvent.change(form.getByLabelText('Dirección'), { target: { value: 'hooks.example.com' } });
  for (const checked of form.getAllByRole('checkbox', { checked: true })) fireEvent.click(checked);
  fireEvent.click(form.getByRole('button', { name: 'Crear webhook' }));
  expect(await form.findByText('Ponle un nombre para reconocerlo.')).toBeDefined();
  expect(form.getByText(/Escribe una dirección completa/)).toBeDefined();
  expect(api.bodies(`POST ${PATH}`)).toEqual([]);
  fireEvent.change(form.getByLabelText('Nombre'), { target: { value: 'Hoja' } });
  fireEvent.change(form.getByLabelText('Dirección'), { target: { value: 'https://10.0.0.7/x' } });
  fireEvent.click(form.getByRole('button', { name: 'Crear webhook' }));
  expect(await form.findByText('Elige al menos un aviso, o las cabezas del registro.')).toBeDefined();
  fireEvent.click(form.getByLabelText(/Cabezas del registro/));
  fireEvent.click(form.getByRole('button', { name: 'Crear webhook' }));
  expect(await form.findByText('No podemos enviar a esa dirección.')).toBeDefined();
  expect(form.getByLabelText('Dirección').getAttribute('aria-invalid')).toBe('true');
});

it('the webhooks part sends a test message, and states why the message failed', async () => {
  api.on(`GET ${PATH}`, ok([WEBHOOK])).on(`POST ${ONE}/tests`, ok(DELIVERY));
  mount();
  fireEvent.click(await screen.findByRole('button', { name: 'Enviar una prueba a Hoja' }));
  await waitFor(() => expect(toasts).toEqual(['Prueba recibida: Hoja']));
  api.on(`POST ${ONE}/tests`, ok({ ...DELIVERY, outcome: 'later', status: null, failure: 'timeout', answer: '' }));
  press('Enviar una prueba a Hoja');
  await waitFor(() => expect(toasts[1]).toBe('La prueba no llegó: No respondió en 10 segundos.'));
});

it('the webhooks part shows the state of each webhook, and its deliveries', async () => {
  const failing = { ...WEBHOOK, sent_at: '2026-11-20T12:00:00.000Z', failed_at: '2026-11-21T12:00:00.000Z' };
  const refusal = { ...DELIVERY, id: 2, outcome: 'refused', status: 302, answer: 'moved' };
  api.on(`GET ${PATH}`, ok([failing])).on(`GET ${ONE}/deliveries`, ok([refusal, DELIVERY]));
  mount();
  expect(await screen.findByText(/hooks\.example\.com · 2 tipos de avisos · El último no llegó/)).toBeDefined();
  press('Ver los envíos a Hoja');
  const log = await dialog();
  expect(await log.findByText('Rechazado · 302')).toBeDefined();
  expect(log.getByText('moved')).toBeDefined();
  expect(log.getByText('Recibido · 200')).toBeDefined();
});

it('the webhooks part explains why a webhook is disabled, and enables it', async () => {
  const off = { ...WEBHOOK, disabled_at: '2026-11-21T12:00:00.000Z', disabled_because: 'silent' };
  api.on(`GET ${PATH}`, ok([off])).on(`POST ${ONE}/enable`, () => {
    api.on(`GET ${PATH}`, ok([WEBHOOK]));
    return ok(WEBHOOK);
  });
  mount();
  expect(await screen.findByText(/porque en tres días no recibió nada/)).toBeDefined();
  press('Activar de nuevo Hoja');
  await waitFor(() => expect(screen.queryByText('Apagado')).toBeNull());
});

it('the webhooks part changes a webhook', async () => {
  api.on(`GET ${PATH}`, ok([WEBHOOK])).on(`PUT ${ONE}`, ok({ ...WEBHOOK, name: 'Otra' }));
  mount();
  await choose('Cambiar');
  const form = await dialog();
  fireEvent.change(form.getByLabelText('Nombre'), { target: { value: 'Otra' } });
  fireEvent.click(form.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const { name: _old, ...kept } = WEBHOOK;
  const { url, topics, sends_log_head } = kept;
  expect(api.bodies(`PUT ${ONE}`)).toEqual([{ name: 'Otra', url, topics, sends_log_head }]);
});

it('the webhooks part asks before it replaces a secret or deletes a webhook', async () => {
  api
    .on(`GET ${PATH}`, ok([WEBHOOK]))
    .on(`POST ${ONE}/secret`, ok({ secret: SECRET }))
    .on(`DELETE ${ONE}`, () => {
      api.on(`GET ${PATH}`, ok([]));
      return ok(null);
    });
  mount();
  await choose('Cambiar el secreto');
  expect(api.bodies(`POST ${ONE}/secret`)).toEqual([]);
  fireEvent.click((await dialog()).getByRole('button', { name: 'Cambiar el secreto' }));
  expect(await screen.findByText(SECRET)).toBeDefined();
  press('Ya lo guardé');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await choose('Eliminar');
  fireEvent.click((await dialog()).getByRole('button', { name: 'Eliminar webhook' }));
  await waitFor(() => expect(screen.queryByText('Hoja')).toBeNull());
});

it('the webhooks part offers no sixth webhook', async () => {
  const five = Array.from({ length: 5 }, (_, index) => ({ ...WEBHOOK, id: WEBHOOK.id.replace(/1$/, String(index)) }));
  api.on(`GET ${PATH}`, ok(five));
  mount();
  expect(await screen.findByText('Tienes 5, que es el máximo.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Crear webhook' })).toHaveProperty('disabled', true);
});

it('the webhooks part explains to an anonymous user that it requires an account, and sends no request', async () => {
  mountPanel(<WebhooksPart />, { api, anonymous: true });
  expect(await screen.findByRole('link', { name: 'Crea tu cuenta' })).toBeDefined();
  expect(api.calls).toEqual([]);
});
