import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeApi, mountPanel, ok, refused } from '#shared/test/mount-panel.tsx';
import { YourDataPanel } from './your-data-panel.tsx';

const EXPORT = 'GET /api/v1/account/export';
const DELETE = 'POST /api/v1/account/delete';

let api: FakeApi;
let saved: Blob[];
beforeEach(() => {
  drawNothing();
  saved = [];
  // jsdom cannot create object URLs or download files, so the test collects the files.
  URL.createObjectURL = (file: Blob) => {
    saved.push(file);
    return 'blob:x';
  };
  URL.revokeObjectURL = () => {};
  api = new FakeApi();
});
afterEach(() => {
  cleanup();
});

async function openDeletion() {
  fireEvent.click(await screen.findByRole('button', { name: 'Eliminar' }));
  const form = within(await screen.findByRole('dialog'));
  const type = (label: string | RegExp, value: string) =>
    fireEvent.change(form.getByLabelText(label), { target: { value } });
  const submit = async () => {
    const button = form.getByRole('button', { name: 'Eliminar mi cuenta' });
    // The button ignores clicks while a request is in flight.
    await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
    fireEvent.click(button);
  };
  return { form, type, submit };
}

it('the data panel saves all data as one file', async () => {
  api.on(EXPORT, { status: 200, body: { profile: { email: 'camila@correo.com' } } });
  mountPanel(<YourDataPanel anonymous={false} />, { api });
  fireEvent.click(await screen.findByRole('button', { name: 'Exportar' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(await saved[0]?.text()).toBe('{"profile":{"email":"camila@correo.com"}}');
});

it.each(['json', 'csv'])('the data panel saves the signed record as one file, as %s', async (format) => {
  api.on('GET /api/v1/log/record', { status: 200, body: { format: 'vigia-record/v1' } });
  mountPanel(<YourDataPanel anonymous={false} />, { api });
  const buttons = await screen.findAllByRole('button', { name: 'Descargar' });
  fireEvent.click(buttons[format === 'csv' ? 1 : 0] ?? document.body);
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(await saved[0]?.text()).toBe('{"format":"vigia-record/v1"}');
});

it('the data panel shows the head of the evidence log and copies the whole note', async () => {
  const copied: string[] = [];
  Object.assign(navigator, { clipboard: { writeText: async (text: string) => void copied.push(text) } });
  const note =
    'vigia.log/x\n1234\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n— vigia.log/x Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n';
  const head = { size: 1_234, signed_at: '2026-11-28T03:00:00.000Z', root_start: '0ac5186a', note, key: 'k' };
  api.on('GET /api/v1/log/head', ok(head));
  mountPanel(<YourDataPanel anonymous={false} />, { api });
  expect(await screen.findByText(/^Cabeza 0ac5186a, 1,234 hojas, 28 nov 2026/)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Copiar la cabeza del registro' }));
  await waitFor(() => expect(copied).toEqual([note]));
});

it('the data panel states that no head of the evidence log is signed yet', async () => {
  api.on('GET /api/v1/log/head', ok(null));
  mountPanel(<YourDataPanel anonymous={false} />, { api });
  expect(await screen.findByText('Aún no hay ninguna cabeza firmada.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Copiar la cabeza del registro' })).toBeNull();
});

const PREFERENCES = {
  time_zone: 'UTC',
  default_symbol: 'EURUSD',
  default_timeframe: '5m',
  refresh_interval_s: 5,
  mails_log_head: false,
};

it('the data panel switches the daily mail with the head on, and shows it off again if the server refuses', async () => {
  const path = '/api/v1/account/preferences';
  api.on(`GET ${path}`, ok(PREFERENCES));
  api.on(`PUT ${path}`, ok({ ...PREFERENCES, mails_log_head: true }));
  mountPanel(<YourDataPanel anonymous={false} />, { api });
  const mail = await screen.findByRole('switch', { name: 'La cabeza, cada día por correo' });
  await waitFor(() => expect(mail.hasAttribute('disabled')).toBe(false));
  fireEvent.click(mail);
  await waitFor(() => expect(api.bodies(`PUT ${path}`)).toEqual([{ mails_log_head: true }]));
  await waitFor(() => expect(mail.getAttribute('aria-checked')).toBe('true'));
  api.on(`PUT ${path}`, refused(503, 'unavailable', 'Prueba más tarde.'));
  fireEvent.click(mail);
  await waitFor(() => expect(api.bodies(`PUT ${path}`)).toHaveLength(2));
  await waitFor(() => expect(mail.getAttribute('aria-checked')).toBe('true'));
});

it('the data panel offers no mail to an anonymous demo user, who has no address', async () => {
  mountPanel(<YourDataPanel anonymous />, { api, anonymous: true });
  expect(await screen.findByText('Registro verificable')).toBeDefined();
  expect(screen.queryByRole('switch')).toBeNull();
});

it('the data panel explains why the export failed', async () => {
  api.on(EXPORT, refused(429, 'rate_limited', 'Espera un momento.'));
  mountPanel(<YourDataPanel anonymous={false} />, { api });
  fireEvent.click(await screen.findByRole('button', { name: 'Exportar' }));
  expect(await screen.findByText('Espera un momento.')).toBeDefined();
  expect(saved).toEqual([]);
});

it('the data panel deletes the account after password and confirmation phrase, signs out and opens the landing page', async () => {
  api.on(DELETE, ok(null));
  const left: string[] = [];
  const { router } = mountPanel(<YourDataPanel anonymous={false} />, {
    api,
    onSignOut: () => left.push(router.state.location.href),
  });
  const { form, type, submit } = await openDeletion();
  expect(form.getByText(/^Es inmediato y definitivo/)).toBeDefined();
  expect(form.getByText(/autoexclusión en curso, se mantiene/)).toBeDefined();
  await submit();
  expect(await form.findByText('Escribe tu contraseña.')).toBeDefined();
  type('Tu contraseña', 'secreto-largo');
  type(/Escribe ELIMINAR/, 'eliminar mi cuenta');
  await submit();
  expect(await form.findByText('Escribe exactamente: ELIMINAR MI CUENTA')).toBeDefined();
  expect(api.bodies(DELETE)).toEqual([]);
  type(/Escribe ELIMINAR/, 'ELIMINAR MI CUENTA');
  await submit();
  await waitFor(() => expect(left).toEqual(['/#cuenta-eliminada']));
  expect(api.bodies(DELETE)).toEqual([{ confirm: 'ELIMINAR MI CUENTA', password: 'secreto-largo' }]);
});

it('the data panel shows a wrong password at its field and keeps the session', async () => {
  api.on(DELETE, refused(422, 'current_password_invalid', 'Esa no es tu contraseña actual.'));
  let signedOut = false;
  mountPanel(<YourDataPanel anonymous={false} />, {
    api,
    onSignOut: () => {
      signedOut = true;
    },
  });
  const { form, type, submit } = await openDeletion();
  type('Tu contraseña', 'otra');
  type(/Escribe ELIMINAR/, 'ELIMINAR MI CUENTA');
  await submit();
  expect(await form.findByText('Esa no es tu contraseña actual.')).toBeDefined();
  expect(form.getByLabelText('Tu contraseña').getAttribute('aria-invalid')).toBe('true');
  expect(signedOut).toBe(false);
});

it('the data panel asks an anonymous demo user for no password', async () => {
  api.on(DELETE, ok(null));
  mountPanel(<YourDataPanel anonymous />, { api, anonymous: true });
  expect(await screen.findByText(/^Borra esta demo/)).toBeDefined();
  const { form, type, submit } = await openDeletion();
  expect(form.queryByLabelText('Tu contraseña')).toBeNull();
  type(/Escribe ELIMINAR/, 'ELIMINAR MI CUENTA');
  await submit();
  await waitFor(() => expect(api.bodies(DELETE)).toEqual([{ confirm: 'ELIMINAR MI CUENTA' }]));
});
