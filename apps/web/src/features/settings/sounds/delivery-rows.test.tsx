import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { NotificationSettings } from '@vigia/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeApi, mountPanel, ok } from '#shared/test/mount-panel.tsx';
import { registerToaster } from '#shared/ui/toast.ts';
import { SoundsPanel } from './sounds-panel.tsx';

const READ = 'GET /api/v1/notifications/settings';
const SAVE = 'PUT /api/v1/notifications/settings';
const KEPT: NotificationSettings = {
  email_topics: ['order', 'stopped', 'security'],
  email_daily: false,
  quiet_hours: null,
  time_zone: 'America/Bogota',
  email_address: 'ana@example.com',
  email_sent_at: null,
  email_failed_at: null,
};

let api: FakeApi;
let toasts: string[] = [];
beforeEach(() => {
  drawNothing();
  toasts = [];
  const show = (title: unknown) => toasts.push(String(title));
  registerToaster({ success: show, error: show, warning: show, message: show, result: (_mark, title) => show(title) });
  api = new FakeApi().on(READ, ok(KEPT)).on(SAVE, ({ body }) => ok(Object.assign({ ...KEPT }, body)));
});
afterEach(cleanup);

const toggle = (name: string) => screen.findByRole('switch', { name });
const isOn = async (name: string) => (await toggle(name)).getAttribute('aria-checked') === 'true';

it('the notification settings mail security, unanswered orders and stopped automation by default', async () => {
  mountPanel(<SoundsPanel />, { api });
  await waitFor(async () => expect(await isOn('Entrada desde otro dispositivo: Correo')).toBe(true));
  expect(await isOn('Operación terminada: Correo')).toBe(false);
  fireEvent.click(await toggle('Operación terminada: Correo'));
  fireEvent.click(await toggle('Orden sin respuesta o aclarada: Correo'));
  await waitFor(() => expect(api.bodies(SAVE)).toHaveLength(2));
  expect(api.bodies(SAVE)[1]).toEqual({
    email_topics: ['stopped', 'security', 'settled'],
    email_daily: false,
    quiet_hours: null,
  });
});

it('the notification settings start quiet hours at night, and save a changed hour when its field is left', async () => {
  mountPanel(<SoundsPanel />, { api });
  await screen.findByText(/Hora de America\/Bogota/);
  fireEvent.click(await toggle('Horas de silencio'));
  const from = await screen.findByLabelText('Desde');
  fireEvent.change(from, { target: { value: '23:30' } });
  expect(api.bodies(SAVE)).toHaveLength(1);
  fireEvent.blur(from);
  await waitFor(() => expect(api.bodies(SAVE)).toHaveLength(2));
  expect(api.bodies(SAVE)).toMatchObject([
    { quiet_hours: { from: '22:00', to: '07:00' } },
    { quiet_hours: { from: '23:30', to: '07:00' } },
  ]);
});

it('the notification settings state that mails need an address, or that the last mail did not arrive', async () => {
  api.on(READ, ok({ ...KEPT, email_address: null }));
  mountPanel(<SoundsPanel />, { api });
  await screen.findByText('Para recibir correos, tu cuenta necesita una dirección confirmada.');
  expect(await toggle('Operación terminada: Correo')).toHaveProperty('disabled', true);
  cleanup();
  api.on(READ, ok({ ...KEPT, email_failed_at: '2026-11-21T12:00:00.000Z' }));
  mountPanel(<SoundsPanel />, { api });
  await screen.findByText(/El último correo no llegó\./);
});

it('the notification settings show the stored choice again if the server refuses a change', async () => {
  api.on(SAVE, { status: 500, body: {} });
  mountPanel(<SoundsPanel />, { api });
  await waitFor(async () => expect(await toggle('Un solo correo al día')).toHaveProperty('disabled', false));
  fireEvent.click(await toggle('Un solo correo al día'));
  await waitFor(() => expect(toasts).toContain('No pudimos guardar tus avisos'));
  await waitFor(async () => expect(await isOn('Un solo correo al día')).toBe(false));
});
