import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LoginPage } from '#features/auth/login-page.tsx';
import { ResetPasswordPage } from '#features/auth/reset-password-page.tsx';
import { useAuth } from '#shared/auth/auth-context.ts';
import { AuthFailure } from '#shared/auth/auth-failure.ts';
import { takeRecoveryCodeUsed } from '#shared/auth/recovery-code-used.ts';
import { AUTH_STORAGE_KEY } from '#shared/auth/stored-session.ts';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeBackend, SECOND_FACTOR_PENDING, sessionOf } from '#shared/test/fake-backend.ts';
import { mountPage, press, type } from '#shared/test/mount-page.tsx';
import { ProtectedPage, SignedOutOnly } from './guards.tsx';

const FULL = sessionOf(SECOND_FACTOR_PENDING.user, { aal: 'aal2' });

/** Pages of the test: the real route guards around the real sign-in form and around a protected page. */
const pages = {
  '/login': () => (
    <>
      <SignedOutOnly />
      <LoginPage />
    </>
  ),
  '/register': () => (
    <>
      <h1>{'sign-up'}</h1>
      <SignedOutOnly />
    </>
  ),
  '/settings': () => (
    <ProtectedPage>
      <h1>{'settings'}</h1>
      <Leave />
    </ProtectedPage>
  ),
};
const Leave = () => {
  const { signOut } = useAuth();
  return (
    <button type="button" onClick={signOut}>
      {'leave'}
    </button>
  );
};

let backend: FakeBackend;
beforeEach(() => {
  drawNothing();
  backend = new FakeBackend();
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
});

const signIn = () => {
  type('Correo', 'camila@correo.com');
  type('Contraseña', 'un faro en la niebla');
  press('Entrar');
};

it('the route guard leads a signed-out visitor to /login and, after the sign-in, back to the requested page', async () => {
  const router = await mountPage({ backend, at: '/settings?tab=2', pages });
  await screen.findByRole('heading', { name: 'Entrar' });
  expect(router.state.location.href).toBe('/login');
  signIn();
  await screen.findByRole('heading', { name: 'settings' });
  expect(router.state.location.href).toBe('/settings?tab=2');
});

it('the route guard leads a visitor who requested no page to /dashboard after the sign-in', async () => {
  const router = await mountPage({ backend, at: '/login', pages });
  signIn();
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
});

it('the route guard does not lead the next user to the page from which the previous user signed out', async () => {
  backend.initial = sessionOf();
  const router = await mountPage({ backend, at: '/settings', pages });
  press('leave');
  await screen.findByRole('heading', { name: 'Entrar' });
  signIn();
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
});

it('the route guard asks for the second factor if the session has not passed it, and then opens the requested page', async () => {
  backend.initial = SECOND_FACTOR_PENDING;
  backend.next = FULL;
  const router = await mountPage({ backend, at: '/settings', pages });
  await screen.findByRole('heading', { name: 'Segundo factor' });
  expect(router.state.location.pathname).toBe('/login');
  type('Código de tu aplicación', '123 45');
  expect(backend.argumentsOf('passSecondFactor')).toEqual([]);
  type('Código de tu aplicación', '123 456');
  await screen.findByRole('heading', { name: 'settings' });
  expect(backend.argumentsOf('passSecondFactor')).toEqual([['123456']]);
});

it('the route guard asks for the second factor after the password, and accepts a recovery code', async () => {
  backend.next = SECOND_FACTOR_PENDING;
  const router = await mountPage({ backend, at: '/login', pages });
  signIn();
  await screen.findByRole('heading', { name: 'Segundo factor' });
  expect(router.state.location.pathname).toBe('/login');
  press('Usar un código de recuperación');
  await screen.findByRole('heading', { name: 'Escribe uno de tus códigos de recuperación' });
  expect(screen.getByText(/su enlace ofrece recuperar la cuenta sin el segundo factor, en 24 horas/)).toBeDefined();
  press('Entrar');
  expect(await screen.findByText('Escribe uno de tus códigos de recuperación.')).toBeDefined();
  backend.faults.passWithRecoveryCode = new AuthFailure('code_invalid', 'Ese código no vale o ya se usó.');
  type('Código de recuperación', 'ABCD-EFGH-JKLM-NPQR');
  press('Entrar');
  expect(await screen.findByText('Ese código no vale o ya se usó.')).toBeDefined();
  expect(takeRecoveryCodeUsed()).toBe(false);
  backend.faults.passWithRecoveryCode = null;
  backend.next = FULL;
  press('Entrar');
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
  expect(takeRecoveryCodeUsed()).toBe(true);
  expect(backend.argumentsOf('passWithRecoveryCode').at(-1)).toEqual(['ABCD-EFGH-JKLM-NPQR']);
});

it('the route guard lets a user who has not passed the second factor sign out', async () => {
  backend.initial = SECOND_FACTOR_PENDING;
  await mountPage({ backend, at: '/login', pages });
  press('Salir');
  expect(await screen.findByRole('heading', { name: 'Entrar' })).toBeDefined();
  await vi.waitFor(() => expect(backend.argumentsOf('signOut')).toHaveLength(1));
});

it('the route guard leads a user from a recovery mail to /reset-password until the user sets or declines a password', async () => {
  backend.initial = sessionOf();
  const router = await mountPage({
    backend,
    at: '/settings',
    pages: { ...pages, '/reset-password': ResetPasswordPage },
  });
  act(() => backend.emit('PASSWORD_RECOVERY', sessionOf({}, { aal: 'aal1', amr: [{ method: 'recovery' }] })));
  await waitFor(() => expect(router.state.location.pathname).toBe('/reset-password'));
  await act(() => router.navigate({ to: '/settings' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/reset-password'));
  fireEvent.click(await screen.findByRole('link', { name: 'Ahora no: sigo con la de antes' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
  await act(() => router.navigate({ to: '/settings' }));
  expect(await screen.findByRole('heading', { name: 'settings' })).toBeDefined();
});

it('the route guard asks for the second factor on /register too if the session has not passed it', async () => {
  backend.initial = SECOND_FACTOR_PENDING;
  await mountPage({ backend, at: '/register', pages });
  expect(await screen.findByRole('heading', { name: 'Segundo factor' })).toBeDefined();
});

it('the route guard asks for the second factor if a renewed session requires it, and then returns to the page', async () => {
  backend.initial = sessionOf();
  await mountPage({ backend, at: '/settings', pages });
  act(() => backend.emit('TOKEN_REFRESHED', SECOND_FACTOR_PENDING));
  await screen.findByRole('heading', { name: 'Segundo factor' });
  act(() => backend.emit('MFA_CHALLENGE_VERIFIED', FULL));
  expect(await screen.findByRole('heading', { name: 'settings' })).toBeDefined();
});

it('the route guard shows a signed-in user no sign-in form while the server does not respond', async () => {
  localStorage.setItem(AUTH_STORAGE_KEY, '{}');
  const router = await mountPage({ backend: null, at: '/settings', pages });
  expect(await screen.findByText(/^Tu sesión sigue abierta\./)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Reintentar' })).toBeDefined();
  expect(router.state.location.pathname).toBe('/settings');
});
