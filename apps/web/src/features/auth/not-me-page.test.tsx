import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AuthFailure } from '#shared/auth/auth-failure.ts';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeBackend } from '#shared/test/fake-backend.ts';
import { mountPage, press } from '#shared/test/mount-page.tsx';
import { NotMePage } from './not-me-page.tsx';

const SUBMIT = 'No fui yo: proteger mi cuenta';

let backend: FakeBackend;
beforeEach(() => {
  drawNothing();
  backend = new FakeBackend();
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
});

const visit = (fragment: string) => {
  window.history.replaceState(null, '', `/no-fui-yo${fragment}`);
  return mountPage({ backend, at: '/no-fui-yo', pages: { '/no-fui-yo': NotMePage } });
};

it('/no-fui-yo shows the reported change and the effects of the button, and sends no request without a click', async () => {
  await visit('#token=abc&kind=second_factor_added');
  expect(screen.getByText('Recibiste un aviso: se añadió un segundo factor.')).toBeDefined();
  const acts = screen.getAllByRole('listitem').map((item) => item.textContent);
  expect(acts[0]).toBe('Se quita ese segundo factor.');
  expect(acts).toContain('Tus órdenes salen del dinero real, que queda bloqueado 24 horas.');
  expect(backend.argumentsOf('objectTo')).toEqual([]);
});

it('/no-fui-yo removes the token of the link from the URL', async () => {
  await visit('#token=abc&kind=bot_token_made');
  await waitFor(() => expect(window.location.hash).toBe(''));
});

it('/no-fui-yo undoes the change when the button is pressed, and leads to a password reset by mail', async () => {
  backend.objection = { email: 'camila@correo.com', factor_removed: true, address: 'restored' };
  await visit('#token=abc&kind=old_address');
  press(SUBMIT);
  expect(await screen.findByText('Elige una contraseña nueva')).toBeDefined();
  expect(screen.getByText(/Quitamos el segundo factor.+Tu cuenta vuelve a usar este correo\./)).toBeDefined();
  expect(backend.argumentsOf('objectTo')).toEqual([['abc']]);
  press('Enviar correo');
  await screen.findByLabelText('Código de seis números');
  expect(backend.argumentsOf('requestPasswordReset')).toEqual([['camila@correo.com']]);
});

it('/no-fui-yo shows that a link has expired or was already used', async () => {
  backend.faults.objectTo = new AuthFailure('link_invalid', 'Este enlace caducó o ya se usó.');
  await visit('#token=abc&kind=x');
  press(SUBMIT);
  expect(await screen.findByText('Este enlace caducó o ya se usó.')).toBeDefined();
});

it('/no-fui-yo shows no button if the URL has no token', async () => {
  await visit('');
  expect(screen.getByText(/^Aquí se llega con el enlace/)).toBeDefined();
  expect(screen.queryByRole('button', { name: SUBMIT })).toBeNull();
});
