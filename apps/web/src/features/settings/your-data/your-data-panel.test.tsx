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
