import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeApi, mountPanel, ok, refused } from '#shared/test/mount-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';

const HERE = {
  id: '00000000-0000-4000-8000-000000000001',
  current: true,
  ip: '203.0.113.7',
  user_agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36',
  aal: 'aal2',
  created_at: '2026-11-20T10:00:00.000Z',
  last_seen_at: '2026-11-21T10:00:00.000Z',
};
const THERE = { ...HERE, id: '00000000-0000-4000-8000-000000000002', current: false, user_agent: null, aal: 'aal1' };
const LIST = 'GET /api/v1/account/sessions';

let api: FakeApi;
beforeEach(() => {
  drawNothing();
  api = new FakeApi();
});
afterEach(() => {
  cleanup();
});

it('the list of sessions shows device and address, and marks the current session', async () => {
  api.on(LIST, ok([HERE, THERE]));
  mountPanel(<SessionsPanel />, { api });
  expect(await screen.findByText('Chrome en Windows')).toBeDefined();
  expect(screen.getAllByText('Esta sesión')).toHaveLength(1);
  expect(screen.getByText(/203\.0\.113\.7 · activa ahora ·/)).toBeDefined();
  expect(screen.getByText('Dispositivo desconocido')).toBeDefined();
  expect(screen.getAllByRole('button', { name: /Cerrar la sesión/ })).toHaveLength(1);
});

it('the list of sessions can end one session, and is then loaded again', async () => {
  api.on(LIST, ok([HERE, THERE])).on(`DELETE /api/v1/account/sessions/${THERE.id}`, () => {
    api.on(LIST, ok([HERE]));
    return ok(null);
  });
  mountPanel(<SessionsPanel />, { api });
  fireEvent.click(await screen.findByRole('button', { name: 'Cerrar la sesión de Dispositivo desconocido' }));
  await waitFor(() => expect(screen.queryByText('Dispositivo desconocido')).toBeNull());
  expect(screen.queryByRole('button', { name: 'Cerrar las demás' })).toBeNull();
});

const END_BOTS = 'DELETE /api/v1/account/bot-tokens';

/** Opens the dialog about the other sessions and confirms it. */
async function closeOthers(withBots: boolean) {
  api.on(LIST, ok([HERE, THERE]));
  const { backend } = mountPanel(<SessionsPanel />, { api });
  fireEvent.click(await screen.findByRole('button', { name: 'Cerrar las demás' }));
  const dialog = within(await screen.findByRole('dialog'));
  const bots = dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Eliminar también mis tokens de bot' });
  expect(bots.checked).toBe(true);
  if (!withBots) fireEvent.click(bots);
  fireEvent.click(dialog.getByRole('button', { name: 'Cerrar las demás' }));
  return backend;
}

it('the list of sessions can end all other sessions at once, and by default first deletes the bot tokens', async () => {
  let ended = 0;
  api.on(END_BOTS, () => ((ended += 1), ok({ ended: 2 })));
  const backend = await closeOthers(true);
  await waitFor(() => expect(backend.argumentsOf('endOtherSessions')).toHaveLength(1));
  expect(ended).toBe(1);
});

it('the list of sessions keeps the bot tokens if the user chooses so', async () => {
  api.on(END_BOTS, refused(500, 'internal_error', 'x'));
  const backend = await closeOthers(false);
  await waitFor(() => expect(backend.argumentsOf('endOtherSessions')).toHaveLength(1));
});

it('the list of sessions ends no session and shows the reason if the bot tokens could not be deleted', async () => {
  api.on(END_BOTS, refused(503, 'database_unavailable', 'La base de datos no responde.'));
  const backend = await closeOthers(true);
  expect(await screen.findByText('La base de datos no responde.')).toBeDefined();
  expect(backend.argumentsOf('endOtherSessions')).toEqual([]);
});

it('the list of sessions explains why it could not be loaded, and retries on request', async () => {
  api.on(LIST, refused(503, 'database_unavailable', 'La base de datos no responde.'));
  mountPanel(<SessionsPanel />, { api });
  expect(await screen.findByText('La base de datos no responde.')).toBeDefined();
  api.on(LIST, ok([HERE]));
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByText('Chrome en Windows')).toBeDefined();
});

it('the list of sessions offers no retry if an external auth service manages the users', async () => {
  api.on(LIST, refused(409, 'auth_is_hosted', 'x'));
  mountPanel(<SessionsPanel />, { api });
  expect(await screen.findByText(/se administra en el servicio de cuentas/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull();
});
