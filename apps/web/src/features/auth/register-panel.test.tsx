import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { authFailure } from '#shared/auth/auth-failure.ts';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeBackend } from '#shared/test/fake-backend.ts';
import { mountPage, press, type } from '#shared/test/mount-page.tsx';
import { RegisterPage } from './register-page.tsx';

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

async function signUp() {
  const router = await mountPage({ backend, at: '/register', pages: { '/register': RegisterPage } });
  type('Correo', 'camila@correo.com');
  type('Contraseña', 'un faro en la niebla');
  press('Continuar');
  await screen.findByRole('button', { name: 'Crear cuenta' });
  type('Nombre de usuario', 'camila');
  type('Nombre', 'Camila');
  type('Apellido', 'Rojas');
  fireEvent.click(screen.getByRole('checkbox'));
  press('Crear cuenta');
  return router;
}

it('the sign-up form asks the user to open the mail, accepts the code in the mail and continues', async () => {
  const router = await signUp();
  await screen.findByRole('heading', { name: 'Revisa tu correo' });
  expect(screen.getByText(/Enviamos un correo a camila@correo\.com/)).toBeDefined();
  expect(backend.argumentsOf('signUp')[0]?.[0]).not.toHaveProperty('adult');
  backend.faults.verifyCode = authFailure({ code: 'otp_expired', status: 403 });
  type('Código de seis números', '000000');
  expect(await screen.findByText(/Ese código no vale o ya caducó/)).toBeDefined();
  backend.faults.verifyCode = null;
  type('Código de seis números', '123456');
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
});

it('the sign-up form counts down the seconds until another mail can be sent', async () => {
  await signUp();
  const resend = await screen.findByRole('button', { name: /Reenviar en 60 s/ });
  expect(resend).toHaveProperty('disabled', true);
});

it('the sign-up form opens again for a correction of the address, and keeps all other fields', async () => {
  await signUp();
  await screen.findByRole('heading', { name: 'Revisa tu correo' });
  press('Cambiar correo');
  await screen.findByRole('heading', { name: 'Crear cuenta' });
  expect(screen.getByLabelText('Correo')).toHaveProperty('value', 'camila@correo.com');
  press('Continuar');
  await screen.findByRole('button', { name: 'Crear cuenta' });
  expect(screen.getByLabelText('Apellido')).toHaveProperty('value', 'Rojas');
  expect(screen.getByRole('checkbox')).toHaveProperty('checked', true);
});

it('the sign-up form shows the code field again after a reload, until the user is signed in', async () => {
  const pages = { '/register': RegisterPage };
  await signUp();
  const code = await screen.findByLabelText('Código de seis números');
  expect(document.activeElement).toBe(code);
  cleanup();
  const router = await mountPage({ backend, at: '/register', pages });
  type('Código de seis números', '123456');
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
  expect(backend.argumentsOf('verifyCode')).toEqual([['signup', 'camila@correo.com', '123456']]);
  expect(sessionStorage).toHaveLength(0);
});

it('the sign-up form continues at once if the auth service requires no confirmation of the address', async () => {
  backend.signUpOutcome = 'signed-in';
  const router = await signUp();
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
});

it('the sign-up form shows why no account was created', async () => {
  backend.faults.signUp = authFailure({ code: 'weak_password', status: 422, reasons: ['pwned'] });
  await signUp();
  expect(await screen.findByText('Esa contraseña es muy conocida: elige otra.')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByLabelText('Contraseña'));
});

it('the sign-up form asks for address and password first, and for the rest only once both are valid', async () => {
  await mountPage({ backend, at: '/register', pages: { '/register': RegisterPage } });
  type('Correo', 'camila@');
  press('Continuar');
  expect(await screen.findByText('Usa al menos 8 caracteres.')).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Correo')));
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByText('Escribe un nombre de usuario.')).toBeNull();
  type('Contraseña', 'un faro en la niebla');
  await waitFor(() => expect(screen.queryByText('Usa al menos 8 caracteres.')).toBeNull());
});

it('the sign-up form keeps every value of both steps when the user goes back', async () => {
  await mountPage({ backend, at: '/register', pages: { '/register': RegisterPage } });
  type('Correo', 'camila@correo.com');
  type('Contraseña', 'un faro en la niebla');
  press('Continuar');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Nombre de usuario')));
  type('Nombre', 'Camila');
  press('Atrás');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Correo')));
  expect(screen.getByLabelText('Contraseña')).toHaveProperty('value', 'un faro en la niebla');
  press('Continuar');
  await screen.findByRole('button', { name: 'Crear cuenta' });
  expect(screen.getByLabelText('Nombre')).toHaveProperty('value', 'Camila');
});

it('the sign-up form keeps both steps in one form, so that a browser fills and stores them together', async () => {
  await mountPage({ backend, at: '/register', pages: { '/register': RegisterPage } });
  const form = screen.getByLabelText('Correo').closest('form');
  const given = [...(form?.querySelectorAll('input[autocomplete]') ?? [])].map((each) =>
    each.getAttribute('autocomplete'),
  );
  expect(given).toEqual(['email', 'new-password', 'nickname', 'given-name', 'family-name', 'tel']);
});
