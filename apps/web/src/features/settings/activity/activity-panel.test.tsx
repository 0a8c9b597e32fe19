import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeApi, mountPanel, ok, refused } from '#shared/test/mount-panel.tsx';
import { ActivityPanel } from './activity-panel.tsx';

const LOG = 'GET /api/v1/account/security-log';
const entry = (seq: number, kind: string, detail: object = {}) => ({
  seq,
  kind,
  detail,
  at: '2026-11-21T10:00:00.000Z',
  ip: '203.0.113.7',
  user_agent: 'curl/8.5.0',
});

let api: FakeApi;
beforeEach(() => {
  drawNothing();
  api = new FakeApi();
});
afterEach(() => {
  cleanup();
});

it('the activity log shows each event with its subject and origin, and shows an unknown kind of event by its raw name', async () => {
  api.on(
    LOG,
    ok([
      entry(5, 'limits_changed', { limit: 'daily_loss_limit', from: 50, to: null }),
      entry(4, 'bot_token_made', { name: 'Casa' }),
      entry(3, 'signed_in', { method: 'password' }),
      entry(2, 'mode_changed', { from: 'mock', to: 'iqoption_demo' }),
      entry(1, 'something_new'),
    ]),
  );
  mountPanel(<ActivityPanel />, { api });
  const rows = await screen.findAllByRole('listitem');
  const texts = rows.map((row) => row.textContent ?? '');
  expect(texts.shift()).toContain('Cambiaste tus límites de riesgoPérdida máxima por día: Sin límite');
  expect(texts[0]).toContain('Creaste un token de bot«Casa»203.0.113.7 · Programa (curl)');
  expect(texts[1]).toContain('Inicio de sesióncon contraseña');
  expect(texts[2]).toContain('IQ demo');
  expect(texts[3]).toContain('something_new');
  expect(screen.queryByText('Revísalo')).toBeNull();
});

it('the activity log marks suspicious events and gives advice', async () => {
  api.on(LOG, ok([entry(2, 'sign_in_failed'), entry(1, 'signed_in')]));
  mountPanel(<ActivityPanel />, { api });
  const [failed, fine] = await screen.findAllByRole('listitem');
  const link = failed && within(failed).getByRole('link', { name: 'Revísalo' });
  expect(link?.getAttribute('href')).toBe('#sesiones');
  expect(fine && within(fine).queryByText('Revísalo')).toBeNull();
  expect(screen.getByText(/^Si no reconoces alguna entrada marcada, cierra tus demás sesiones/)).toBeDefined();
});

it('the activity log loads older entries after the last visible entry', async () => {
  const page = Array.from({ length: 10 }, (_, index) => entry(50 - index, 'signed_in'));
  api.on(LOG, ({ query }) => ok(query.includes('before=41') ? [entry(30, 'signed_up')] : page));
  mountPanel(<ActivityPanel />, { api });
  fireEvent.click(await screen.findByRole('button', { name: 'Cargar más' }));
  expect(await screen.findByText('Creaste tu cuenta')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Cargar más' })).toBeNull());
  expect(screen.getAllByRole('listitem')).toHaveLength(11);
});

it('the activity log shows a sentence if it has no entries', async () => {
  api.on(LOG, ok([]));
  mountPanel(<ActivityPanel />, { api });
  expect(await screen.findByText(/Todavía no hay nada/)).toBeDefined();
});

it('the activity log explains why it could not be loaded', async () => {
  api.on(LOG, refused(503, 'service_unavailable', 'No disponible.'));
  mountPanel(<ActivityPanel />, { api });
  expect(await screen.findByText('No disponible.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Reintentar' })).toBeDefined();
});
