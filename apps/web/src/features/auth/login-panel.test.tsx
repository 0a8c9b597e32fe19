import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AuthFailure, authFailure } from '#shared/auth/auth-failure.ts';
import { rememberClosedElsewhere } from '#shared/auth/session-end.ts';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeBackend } from '#shared/test/fake-backend.ts';
import { mountPage, press, type } from '#shared/test/mount-page.tsx';
import { LoginPage } from './login-page.tsx';

let backend: FakeBackend;
beforeEach(() => {
  drawNothing();
  backend = new FakeBackend();
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

async function signInFailing(failure: Error) {
  backend.faults.signIn = failure;
  const router = await mountPage({ backend, at: '/login', pages: { '/login': LoginPage } });
  type('Correo', 'camila@correo.com');
  type('Contraseña', 'un faro en la niebla');
  press('Entrar');
  return router;
}

it.each([
  [authFailure({ code: 'invalid_credentials', status: 400 }), 'El correo o la contraseña no son correctos.'],
  [authFailure({ code: 'user_banned', status: 403 }), 'Esta cuenta está suspendida.'],
  [authFailure({ status: 0 }), 'No pudimos comunicarnos con el servidor. Revisa tu conexión e intenta de nuevo.'],
  [authFailure({ status: 503 }), 'No pudimos comunicarnos con el servidor. Revisa tu conexión e intenta de nuevo.'],
])('the sign-in form explains why the sign-in failed (%#)', async (failure, words) => {
  await signInFailing(failure);
  expect((await screen.findByRole('alert')).textContent).toBe(words);
  expect(document.activeElement).toBe(screen.getByLabelText('Contraseña'));
});

it('the sign-in form shows the waiting time after too many attempts', async () => {
  await signInFailing(authFailure({ code: 'over_request_rate_limit', status: 429 }, 42));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Demasiados intentos. Podrás volver a intentarlo en 42 s.',
  );
});

it('the sign-in form offers another mail for an unconfirmed address, and accepts the code of that mail', async () => {
  const router = await signInFailing(new AuthFailure('email_not_confirmed', 'Confirma tu correo.'));
  expect(await screen.findByText(/Falta confirmar camila@correo\.com/)).toBeDefined();
  press('Reenviar');
  expect(await screen.findByText('Enviamos otro correo. El anterior ya no sirve.')).toBeDefined();
  expect(backend.argumentsOf('resend')).toEqual([['signup', 'camila@correo.com']]);
  type('Código de seis números', '123456');
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
  expect(backend.argumentsOf('verifyCode')).toEqual([['signup', 'camila@correo.com', '123456']]);
});

it('the sign-in form shows once that another device ended the session of the user', async () => {
  rememberClosedElsewhere();
  await mountPage({ backend, at: '/login', pages: { '/login': LoginPage } });
  expect(screen.getByText('Tu sesión se cerró desde otro dispositivo.')).toBeDefined();
  cleanup();
  await mountPage({ backend, at: '/login', pages: { '/login': LoginPage } });
  expect(screen.queryByText('Tu sesión se cerró desde otro dispositivo.')).toBeNull();
});
