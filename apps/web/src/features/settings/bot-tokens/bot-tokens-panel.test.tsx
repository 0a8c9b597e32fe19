import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeApi, mountPanel, ok, refused } from '#shared/test/mount-panel.tsx';
import { BotTokensPanel } from './bot-tokens-panel.tsx';

const TOKEN = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Casa',
  last_four: '7Q2k',
  scopes: ['read', 'pcr'],
  allowed_ips: ['10.0.0.0/8'],
  created_at: '2026-11-01T12:00:00.000Z',
  expires_at: '2099-02-18T12:00:00.000Z',
  last_used_at: null,
  last_used_ip: null,
  paused_at: null,
};
const SECRET = 'vigia_bot_secret';
const PATH = '/api/v1/account/bot-tokens';

let api: FakeApi;
beforeEach(() => {
  drawNothing();
  api = new FakeApi();
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const mount = () => mountPanel(<BotTokensPanel anonymous={false} />, { api });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('the bot-token panel creates a token, shows it once and stores it nowhere', async () => {
  api.on(`GET ${PATH}`, ok([])).on(`POST ${PATH}`, () => {
    api.on(`GET ${PATH}`, ok([TOKEN]));
    return ok({ ...TOKEN, token: SECRET });
  });
  mount();
  fireEvent.click(await screen.findByRole('button', { name: 'Crear token' }));
  const form = within(await screen.findByRole('dialog'));
  fireEvent.change(form.getByLabelText('Nombre'), { target: { value: ' Casa ' } });
  fireEvent.click(form.getByLabelText(/PCR y estrategias/));
  fireEvent.click(form.getByRole('button', { name: '30 días' }));
  fireEvent.change(form.getByLabelText('Direcciones IP permitidas (opcional), separadas por comas'), {
    target: { value: '10.0.0.0/8' },
  });
  fireEvent.click(form.getByRole('button', { name: 'Crear token' }));
  expect(await screen.findByText(SECRET)).toBeDefined();
  expect(api.bodies(`POST ${PATH}`)).toEqual([
    { name: 'Casa', scopes: ['read', 'pcr'], expires_in_days: 30, allowed_ips: ['10.0.0.0/8'] },
  ]);
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(SECRET);
  expect(screen.queryByRole('button', { name: 'Cerrar' })).toBeNull();
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  expect(await screen.findByText(/pulsa «Ya lo guardé» para cerrar/)).toBeDefined();
  expect(screen.getByText(SECRET)).toBeDefined();
  press('Ya lo guardé');
  await waitFor(() => expect(document.body.textContent).not.toContain(SECRET));
  expect(await screen.findByText('Casa')).toBeDefined();
});

it('the bot-token panel shows missing fields and the server’s error message in the form', async () => {
  api.on(`GET ${PATH}`, ok([])).on(`POST ${PATH}`, refused(409, 'bot_token_limit', 'Puedes tener 10 como máximo.'));
  mount();
  fireEvent.click(await screen.findByRole('button', { name: 'Crear token' }));
  const form = within(await screen.findByRole('dialog'));
  fireEvent.click(form.getByLabelText(/^Leer/));
  fireEvent.click(form.getByRole('button', { name: 'Crear token' }));
  expect(await form.findByText('Ponle un nombre para reconocerlo.')).toBeDefined();
  expect(form.getByText('Elige al menos un permiso.')).toBeDefined();
  expect(api.bodies(`POST ${PATH}`)).toEqual([]);
  fireEvent.click(form.getByLabelText(/^Leer/));
  fireEvent.change(form.getByLabelText('Nombre'), { target: { value: 'Casa' } });
  fireEvent.click(form.getByRole('button', { name: 'Crear token' }));
  expect(await form.findByText('Puedes tener 10 como máximo.')).toBeDefined();
});

it('the bot-token panel explains why a token is paused and resumes it', async () => {
  api
    .on(`GET ${PATH}`, ok([{ ...TOKEN, paused_at: '2026-11-20T12:00:00.000Z' }]))
    .on(`POST ${PATH}/${TOKEN.id}/resume`, () => {
      api.on(`GET ${PATH}`, ok([TOKEN]));
      return ok(TOKEN);
    });
  mount();
  expect(await screen.findByText(/por un cambio de contraseña, correo o segundo factor/)).toBeDefined();
  press('Reactivar el token Casa');
  await waitFor(() => expect(screen.queryByText('En pausa')).toBeNull());
});

it('the bot-token panel asks for confirmation before it revokes a token', async () => {
  api.on(`GET ${PATH}`, ok([TOKEN])).on(`DELETE ${PATH}/${TOKEN.id}`, () => {
    api.on(`GET ${PATH}`, ok([]));
    return ok(null);
  });
  mount();
  expect(await screen.findByText(/termina en 7Q2k/)).toBeDefined();
  press('Eliminar el token Casa');
  expect(api.bodies(`DELETE ${PATH}/${TOKEN.id}`)).toEqual([]);
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Eliminar token' }));
  expect(await screen.findByText(/Aún no tienes tokens/)).toBeDefined();
});

it('the bot-token panel explains why the list of tokens could not be loaded', async () => {
  api.on(`GET ${PATH}`, refused(503, 'service_unavailable', 'No disponible.'));
  mount();
  expect(await screen.findByText('No disponible.')).toBeDefined();
});

it('the bot-token panel explains to an anonymous user that it requires an account, and sends no request', async () => {
  mountPanel(<BotTokensPanel anonymous />, { api, anonymous: true });
  expect(await screen.findByRole('link', { name: 'Crea tu cuenta' })).toBeDefined();
  expect(api.calls).toEqual([]);
});

it('the bot-token panel shows the effects of each scope, the effects of two scopes together, and the limits of all tokens', async () => {
  api.on(`GET ${PATH}`, ok([]));
  mount();
  fireEvent.click(await screen.findByRole('button', { name: 'Crear token' }));
  const form = within(await screen.findByRole('dialog'));
  expect(form.getByLabelText(/^PCR y estrategias/).closest('label')?.textContent).not.toContain('opere por sí solo');
  const items = (title: string) =>
    [...(form.getByText(title).parentElement?.querySelectorAll('li') ?? [])].map((item) => item.textContent ?? '');
  expect(items('«PCR y estrategias» y «Operar» juntos, y ninguno solo:')).toEqual([
    expect.stringContaining('opere por sí solo'),
  ]);
  expect(items('Ningún token puede:')).toContain('Usar dinero real.');
  expect(items('Ningún token puede:')).toContain('Cambiar, cerrar u olvidar la conexión de la cuenta que usas.');
});
