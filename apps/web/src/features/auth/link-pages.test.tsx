import type { Session } from '@supabase/supabase-js';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeBackend, SECOND_FACTOR_PENDING, sessionOf } from '#shared/test/fake-backend.ts';

const RECOVERED = sessionOf({}, { aal: 'aal1', amr: [{ method: 'recovery' }] });

type Visit = {
  readonly session?: Session | null;
  /** The error code if the auth client cannot exchange the code of the link for a session. Null or absent if it can. */
  readonly fault?: string | null;
  readonly next?: Session;
};

let backend: FakeBackend;
beforeEach(() => {
  drawNothing();
  backend = new FakeBackend();
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', '/');
});

/** Starts a visit. The modules read the URL only once, at load time, so each visit loads them again. */
async function visit(address: string, { session = null, fault = null, next = sessionOf() }: Visit = {}) {
  backend.initial = session;
  backend.fault = fault;
  backend.next = next;
  window.history.replaceState(null, '', address);
  vi.resetModules();
  const { mountPage, press, type } = await import('#shared/test/mount-page.tsx');
  const { VerifyEmailPage } = await import('./verify-email-page.tsx');
  const { ResetPasswordPage } = await import('./reset-password-page.tsx');
  const { ForgotPasswordPage } = await import('./forgot-password-page.tsx');
  const { LoginPage } = await import('./login-page.tsx');
  const pages = {
    '/login': LoginPage,
    '/verify-email': VerifyEmailPage,
    '/reset-password': ResetPasswordPage,
    '/forgot-password': ForgotPasswordPage,
  };
  return { router: await mountPage({ backend, at: address, pages }), press, type };
}

/** Removes the code from the URL, as the auth client does after a successful exchange. */
const takeCodeOut = () => window.history.replaceState(null, '', window.location.pathname);

const CONFIRMED = /confirmado/i;

it('/verify-email shows that the address is confirmed and the user signed in after the code is exchanged', async () => {
  backend.listen = (listener) => {
    takeCodeOut();
    queueMicrotask(() => listener('SIGNED_IN', sessionOf()));
    return () => {};
  };
  await visit('/verify-email?code=abc');
  expect(await screen.findByText('Tu correo quedó confirmado y ya estás dentro.')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Ir al panel' })).toBeDefined();
});

it.each([[null], ['flow_state_expired'], ['bad_code_verifier']])(
  '/verify-email shows that the address is confirmed even if this browser cannot be signed in (%s)',
  async (fault) => {
    await visit('/verify-email?code=abc', { fault });
    expect(await screen.findByText('Correo confirmado, inicia sesión.')).toBeDefined();
  },
);

it('/verify-email does not show an address as confirmed if the auth service does not know the code of the link', async () => {
  await visit('/verify-email?code=junk', { fault: 'flow_state_not_found' });
  expect(await screen.findByText(/El enlace caducó o ya se usó/)).toBeDefined();
});

it('/verify-email shows a signed-in user that a link with an unknown code has changed nothing', async () => {
  await visit('/verify-email?code=junk', { session: sessionOf(), fault: 'flow_state_not_found' });
  expect(await screen.findByText(/Este enlace no cambió nada aquí/)).toBeDefined();
  expect(screen.queryByText(CONFIRMED)).toBeNull();
});

it('/verify-email informs a signed-in user that the link confirmed the address of another account', async () => {
  await visit('/verify-email?code=abc', { session: sessionOf() });
  expect(await screen.findByText('Confirmamos el correo de otra cuenta; la tuya sigue igual.')).toBeDefined();
});

it('/verify-email offers another mail to a visitor without a link', async () => {
  const { press, type } = await visit('/verify-email');
  press('Reenviar');
  type('Correo', 'camila@correo.com');
  press('Pedir otro correo');
  await screen.findByText(/Si camila@correo\.com espera confirmación/);
  expect(backend.argumentsOf('resend')).toEqual([['signup', 'camila@correo.com']]);
});

it.each(['/verify-email', '/reset-password'])(
  'the page %s removes the error of the emailed link from its URL',
  async (path) => {
    await visit(`${path}?error=access_denied&error_code=otp_expired&error_description=x#error=access_denied`);
    await waitFor(() => expect(window.location.href.endsWith(path)).toBe(true));
  },
);

it('/verify-email shows a changed address as confirmed although the code of the link opened no session', async () => {
  const session = sessionOf({ email: '', is_anonymous: true });
  await visit('/verify-email?code=abc', { session, next: sessionOf({ email: 'camila@correo.com' }) });
  expect(await screen.findByText('Tu correo quedó confirmado y ya estás dentro.')).toBeDefined();
});

it('/verify-email offers another mail for an expired link, and accepts the code of that mail', async () => {
  const { router, press, type } = await visit('/verify-email?error=access_denied&error_code=otp_expired');
  await screen.findByText(/El enlace caducó o ya se usó/);
  press('Pedir otro correo');
  type('Correo', 'camila@correo.com');
  press('Pedir otro correo');
  await screen.findByText(/Si camila@correo\.com espera confirmación/);
  expect(backend.argumentsOf('resend')).toEqual([['signup', 'camila@correo.com']]);
  type('Código de seis números', '123456');
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
});

it('/forgot-password shows the same page for known and unknown addresses, and accepts a mailed code', async () => {
  const { router, press, type } = await visit('/forgot-password', { next: RECOVERED });
  type('Correo', 'nadie@correo.com');
  press('Enviar correo');
  await screen.findByText(/Si hay una cuenta con nadie@correo\.com/);
  expect(backend.argumentsOf('requestPasswordReset')).toEqual([['nadie@correo.com']]);
  type('Código de seis números', '123456');
  await waitFor(() => expect(router.state.location.pathname).toBe('/reset-password'));
  expect(backend.argumentsOf('verifyCode')).toEqual([['recovery', 'nadie@correo.com', '123456']]);
});

it('/reset-password accepts a new password after a recovery mail and goes to /dashboard', async () => {
  const { router, press, type } = await visit('/reset-password', { session: RECOVERED });
  type('Contraseña nueva', 'corta');
  press('Guardar contraseña');
  expect(await screen.findByText('Usa al menos 8 caracteres.')).toBeDefined();
  type('Contraseña nueva', 'un faro en la niebla');
  press('Guardar contraseña');
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
  expect(backend.argumentsOf('changeUser')).toEqual([[{ password: 'un faro en la niebla' }]]);
});

it('/reset-password asks for the second factor before the new password', async () => {
  const session = sessionOf(SECOND_FACTOR_PENDING.user, { aal: 'aal1', amr: [{ method: 'recovery' }] });
  const next = sessionOf(SECOND_FACTOR_PENDING.user, {
    aal: 'aal2',
    amr: [{ method: 'totp' }, { method: 'recovery' }],
  });
  const { type } = await visit('/reset-password', { session, next });
  await screen.findByLabelText('Código de tu aplicación');
  expect(screen.queryByLabelText('Contraseña nueva')).toBeNull();
  type('Código de tu aplicación', '123456');
  expect(await screen.findByLabelText('Contraseña nueva')).toBeDefined();
});

/** The session of a user who has opened a recovery link but has not passed the second factor. */
const LOCKED_OUT = sessionOf(SECOND_FACTOR_PENDING.user, { aal: 'aal1', amr: [{ method: 'recovery' }] });

it('/reset-password explains the waiting period to an owner who lost the second factor, and then starts it', async () => {
  const { press } = await visit('/reset-password', { session: LOCKED_OUT });
  fireEvent.click(await screen.findByRole('button', { name: 'Recuperar sin el segundo factor' }));
  expect(await screen.findByText(/puedes quitarlo dentro de 24 horas/)).toBeDefined();
  expect(backend.argumentsOf('startFactorReset')).toEqual([]);
  backend.reset = { state: 'waiting', ready_at: '2026-11-27T10:00:00.000Z' };
  press('Empezar la espera de 24 horas');
  expect(await screen.findByText(/^Podrás quitar el segundo factor desde el /)).toBeDefined();
});

it('/reset-password asks for a new recovery link if the waiting period ended after the current link was opened', async () => {
  backend.reset = { state: 'ready', ends_at: '2026-12-04T10:00:00.000Z', needs_new_link: true };
  await visit('/reset-password', { session: LOCKED_OUT });
  expect(await screen.findByText(/^La espera terminó\. Pide otro correo/)).toBeDefined();
  expect(screen.queryByLabelText('Contraseña nueva')).toBeNull();
});

it('/reset-password removes the lost second factor, sets a new password, and leads to the sign-in', async () => {
  backend.reset = { state: 'ready', ends_at: '2026-12-04T10:00:00.000Z', needs_new_link: false };
  const { router, press, type } = await visit('/reset-password', { session: LOCKED_OUT });
  await screen.findByLabelText('Contraseña nueva');
  type('Contraseña nueva', 'un faro en la niebla');
  press('Quitar el segundo factor y guardar');
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  expect(backend.argumentsOf('finishFactorReset')).toEqual([['un faro en la niebla']]);
});

it.each([
  ['/reset-password?error=access_denied&error_code=otp_expired', null, /El enlace caducó o ya se usó\./],
  ['/reset-password?code=abc', 'flow_state_expired', /El enlace caducó o ya se usó\./],
  ['/reset-password?code=abc', null, /Este enlace solo sirve en el navegador donde lo pediste, y ya se usó\./],
  ['/reset-password', null, /abre el enlace del correo/],
])('the page %s (%s) explains why no password can be set, and offers another mail', async (address, fault, words) => {
  const { press, type } = await visit(address, { fault });
  expect(await screen.findByText(words)).toBeDefined();
  type('Correo', 'camila@correo.com');
  press('Enviar correo');
  const code = await screen.findByLabelText('Código de seis números');
  expect(document.activeElement).toBe(code);
  expect(backend.argumentsOf('requestPasswordReset')).toEqual([['camila@correo.com']]);
});

it('/reset-password redirects a signed-in user without a recovery link to the profile', async () => {
  await visit('/reset-password', { session: sessionOf() });
  expect((await screen.findByRole('link', { name: 'Ir a mi perfil' })).getAttribute('href')).toBe('/profile');
  expect(screen.queryByLabelText('Contraseña nueva')).toBeNull();
});

const VERIFIER = 'v'.repeat(64);
/** The PKCE challenge of the stored verifier: base64url(sha256('v' × 64)). */
const CHALLENGE = 'w1TpKUdYE9hUAcNSeeSRFioHDxfUxuHho_JHAfZ_vDM';
const ORIGIN = window.location.origin;

/** Returns the URL to which the server redirects a browser after a click on an unused emailed link. */
function opened(
  path: '/verify-email' | '/reset-password',
  kind: 'signup' | 'recovery' | 'email_change',
  { challenge = CHALLENGE, user = 'someone' } = {},
) {
  const fields = { link: 'pkce_abc', kind, user, email: 'camila@correo.com', challenge, to: ORIGIN + path };
  return `${path}#${new URLSearchParams(fields)}`;
}

/** Fakes the server's responses to the link, and records the navigations of the page. */
function answering(answers: (() => Promise<Response>)[]) {
  const asked: string[] = [];
  const left: string[] = [];
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('fetch', async (input: string) => {
    if (!input.startsWith('/auth/v1/verify')) return Response.json({}, { status: 404 });
    asked.push(input);
    return (answers.shift() ?? (() => Promise.reject(new TypeError('Failed to fetch'))))();
  });
  const replace = (address: string) => void left.push(address);
  const here = new Proxy(
    { replace },
    { get: (_own, name) => (name === 'replace' ? replace : Reflect.get(document.location, name)) },
  );
  vi.stubGlobal('location', here);
  return { asked, left };
}

const leadingTo = (address: string) => async () => Object.defineProperty(new Response(''), 'url', { value: address });
const storeVerifier = (suffix = '') =>
  localStorage.setItem('vigia-auth-code-verifier', JSON.stringify(VERIFIER + suffix));

describe('an unused emailed link', () => {
  it.each([
    ['/verify-email', 'signup', ''],
    ['/reset-password', 'recovery', '/recovery'],
  ] as const)('is used without a click in the browser that requested the mail (%s)', async (path, kind, suffix) => {
    storeVerifier(suffix);
    const to = `${ORIGIN}${path}?code=abc`;
    const { asked, left } = answering([leadingTo(to)]);
    await visit(opened(path, kind));
    await waitFor(() => expect(left).toEqual([to]));
    const query = new URLSearchParams({ token: 'pkce_abc', type: kind, redirect_to: ORIGIN + path });
    expect(asked).toEqual([`/auth/v1/verify?${query}`]);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it.each([
    ['without a verifier', () => {}, CHALLENGE],
    ['with the verifier of another request', () => storeVerifier(), `${CHALLENGE.slice(1)}A`],
    ['with a damaged verifier', () => localStorage.setItem('vigia-auth-code-verifier', '{'), CHALLENGE],
  ])('waits for a click in a browser %s, and the click confirms the address', async (_which, prepare, challenge) => {
    prepare();
    const to = `${ORIGIN}/verify-email?code=abc`;
    const { asked, left } = answering([leadingTo(to)]);
    const { press } = await visit(opened('/verify-email', 'signup', { challenge }));
    expect(await screen.findByText(/Confirma que camila@correo\.com es tu correo\./)).toBeDefined();
    expect(asked).toEqual([]);
    press('Confirmar mi correo');
    await waitFor(() => expect(left).toEqual([to]));
    expect(asked).toHaveLength(1);
  });

  it('is used without a click for a change of address only in a browser where its user is signed in', async () => {
    const session = sessionOf();
    const to = `${ORIGIN}/verify-email?code=abc`;
    const { left } = answering([leadingTo(to)]);
    await visit(opened('/verify-email', 'email_change', { user: session.user.id }), { session });
    await waitFor(() => expect(left).toEqual([to]));
    cleanup();
    const { asked } = answering([]);
    await visit(opened('/verify-email', 'email_change', { user: 'someone else' }), { session });
    expect(await screen.findByRole('button', { name: 'Confirmar mi correo' })).toBeDefined();
    expect(asked).toEqual([]);
  });

  it('is removed from the URL in the address bar', async () => {
    answering([]);
    await visit(opened('/verify-email', 'signup'));
    await waitFor(() => expect(document.location.href).toBe(`${ORIGIN}/verify-email`));
  });

  it('can be tried again if the server does not respond', async () => {
    storeVerifier();
    const to = `${ORIGIN}/verify-email?code=abc`;
    const busy = async () => new Response('', { status: 429, headers: { 'retry-after': '7' } });
    const { left } = answering([() => Promise.reject(new TypeError('Failed to fetch')), busy, leadingTo(to)]);
    const { press } = await visit(opened('/verify-email', 'signup'));
    expect(await screen.findByText(/No pudimos comunicarnos con el servidor/)).toBeDefined();
    press('Confirmar mi correo');
    expect(await screen.findAllByText(/Demasiados intentos\. Podrás volver a intentarlo en 7 s\./)).not.toEqual([]);
    press('Confirmar mi correo');
    await waitFor(() => expect(left).toEqual([to]));
  });

  it('stays unused in another browser if it is for a password recovery, and this browser can request a new mail', async () => {
    const { asked } = answering([]);
    const { press } = await visit(opened('/reset-password', 'recovery'));
    expect(
      await screen.findByText(/Este enlace solo sirve en el navegador donde lo pediste, y sigue sin usar/),
    ).toBeDefined();
    expect(screen.getByLabelText('Correo')).toHaveProperty('value', 'camila@correo.com');
    press('Enviar correo');
    await screen.findByLabelText('Código de seis números');
    expect(backend.argumentsOf('requestPasswordReset')).toEqual([['camila@correo.com']]);
    expect(asked).toEqual([]);
  });

  it('can be tried again in the requesting browser if it is for a password recovery and the server does not respond', async () => {
    storeVerifier('/recovery');
    const to = `${ORIGIN}/reset-password?code=abc`;
    const { left } = answering([() => Promise.reject(new TypeError('Failed to fetch')), leadingTo(to)]);
    const { press } = await visit(opened('/reset-password', 'recovery'));
    expect(await screen.findByText('No pudimos abrir el enlace, que sigue sin usar.')).toBeDefined();
    press('Reintentar');
    await waitFor(() => expect(left).toEqual([to]));
  });
});

it('the sign-in form after a confirmation contains the confirmed address and focuses the password field', async () => {
  sessionStorage.setItem('vigia-mailed-link', 'camila@correo.com');
  await visit('/verify-email?code=abc');
  fireEvent.click(await screen.findByRole('link', { name: 'Entrar' }));
  expect(await screen.findByLabelText('Correo')).toHaveProperty('value', 'camila@correo.com');
  expect(document.activeElement).toBe(screen.getByLabelText('Contraseña'));
});
