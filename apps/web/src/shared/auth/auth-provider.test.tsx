import { act, cleanup, render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FakeBackend, PROFILE, SECOND_FACTOR_PENDING, sessionOf } from '#shared/test/fake-backend.ts';
import type { AuthBackend } from './auth-backend.ts';
import { type AuthContextValue, useAuth } from './auth-context.ts';
import { AuthProvider } from './auth-provider.tsx';
import { AUTH_STORAGE_KEY } from './stored-session.ts';

const session = sessionOf();

let backend: FakeBackend;
let connections: number;
let signedOut: number;
let auth: AuthContextValue;

/** A component that shows the signed-in user and passes the auth context to the test. */
function Probe({ report }: { readonly report: (value: AuthContextValue) => void }) {
  const value = useAuth();
  useEffect(() => report(value), [value, report]);
  return <p>{value.loading ? 'loading' : (value.profile?.username ?? value.user?.id ?? 'no user')}</p>;
}

const mount = () =>
  render(
    <AuthProvider connect={connect} onSignedOut={countSignOut}>
      <Probe report={keep} />
    </AuthProvider>,
  );
const connect = async (): Promise<AuthBackend> => {
  connections += 1;
  return backend;
};
const keep = (value: AuthContextValue) => {
  auth = value;
};
const countSignOut = () => {
  signedOut += 1;
};

beforeEach(() => {
  backend = new FakeBackend();
  connections = 0;
  signedOut = 0;
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
});

it('useAuth throws when used outside of the AuthProvider', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(() => render(<Probe report={keep} />)).toThrow('useAuth must be used inside AuthProvider');
});

it('the AuthProvider does not load the auth client if the browser has no stored session', async () => {
  mount();
  expect(screen.getByText('no user')).toBeDefined();
  expect(connections).toBe(0);
});

it('the AuthProvider reports no sign-in and no special rights until it has restored the session and the profile', async () => {
  localStorage.setItem(AUTH_STORAGE_KEY, '{}');
  backend.initial = session;
  mount();
  expect(auth).toMatchObject({ loading: true, isAuthenticated: false, isAdmin: false, isPremium: false });
  await screen.findByText('camila');
  expect(auth).toMatchObject({ loading: false, isAuthenticated: true, isAdmin: true, isPremium: true });
});

it('the AuthProvider treats a restored session without a user as signed out', async () => {
  localStorage.setItem(AUTH_STORAGE_KEY, '{}');
  mount();
  await screen.findByText('no user');
  expect(auth.isAuthenticated).toBe(false);
});

it('the AuthProvider only logs an error if the profile cannot be loaded', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  backend.faults.loadProfile = new Error('503');
  mount();
  await act(() => auth.signIn({ email: 'e', password: 'p' }));
  await screen.findByText(session.user.id);
  expect(auth).toMatchObject({ isAuthenticated: true, profile: null, error: null });
  expect(logged).toHaveBeenCalledOnce();
});

it('the AuthProvider reads the profile again at a token renewal if the first read failed', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  backend.faults.loadProfile = new Error('401');
  mount();
  await act(() => auth.signIn({ email: 'e', password: 'p' }));
  backend.faults.loadProfile = null;
  act(() => backend.emit('TOKEN_REFRESHED', { ...session, access_token: 'a2' }));
  expect(await screen.findByText('camila')).toBeDefined();
});

it('the AuthProvider signs out at once and removes the stored keys, even if the server fails', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  backend.faults.signOut = new Error('500');
  mount();
  await act(() => auth.signIn({ email: 'e', password: 'p' }));
  localStorage.setItem(AUTH_STORAGE_KEY, '{"access_token":"a"}');
  localStorage.setItem(`${AUTH_STORAGE_KEY}-code-verifier`, 'v');
  act(() => auth.signOut());
  expect(auth).toMatchObject({ user: null, session: null, profile: null, isAuthenticated: false });
  expect(localStorage).toHaveLength(0);
  expect(signedOut).toBe(1);
  await vi.waitFor(() => expect(backend.argumentsOf('signOut')).toEqual([[session.access_token]]));
});

it('the AuthProvider signs out at the event SIGNED_OUT, and keeps the profile at TOKEN_REFRESHED', async () => {
  mount();
  await act(() => auth.signIn({ email: 'e', password: 'p' }));
  await screen.findByText('camila');
  act(() => backend.emit('TOKEN_REFRESHED', { ...session, access_token: 'a2' }));
  expect(auth.session?.access_token).toBe('a2');
  expect(auth.profile?.username).toBe('camila');
  act(() => backend.emit('SIGNED_OUT', null));
  expect(auth).toMatchObject({ user: null, profile: null, session: null });
  expect(signedOut).toBe(1);
});

it('the AuthProvider rejects profile changes without a user', async () => {
  mount();
  await expect(auth.updateProfile({ username: 'x' })).rejects.toThrow('No user logged in');
  await expect(auth.reloadProfile()).rejects.toThrow('No user logged in');
});

it('the AuthProvider reads the profile again after saving it, and stores and rethrows a failure', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  mount();
  await act(() => auth.signIn({ email: 'e', password: 'p' }));
  await screen.findByText('camila');
  await act(() => auth.updateProfile({ username: 'cami' }));
  expect(backend.argumentsOf('loadProfile')).toHaveLength(2);
  backend.faults.saveProfile = new Error('forbidden');
  await act(async () => {
    await expect(auth.updateProfile({ username: 'x' })).rejects.toThrow('forbidden');
  });
  expect(auth.error?.message).toBe('forbidden');
});

it('the AuthProvider removes the bot tokens of a user who signs out, and keeps the device settings', async () => {
  mount();
  await act(() => auth.signIn({ email: 'e', password: 'p' }));
  localStorage.setItem('broker_token', 'x');
  localStorage.setItem('bot_token', 'x');
  localStorage.setItem('app_theme', 'light');
  act(() => auth.signOut());
  expect(Object.keys(localStorage)).toEqual(['app_theme']);
});

it('the AuthProvider ends the session at once when another tab removes it', async () => {
  mount();
  await act(() => auth.signIn({ email: 'e', password: 'p' }));
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'app_theme', newValue: null }));
  });
  expect(auth.isAuthenticated).toBe(true);
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: AUTH_STORAGE_KEY, newValue: null }));
  });
  expect(auth.isAuthenticated).toBe(false);
  expect(signedOut).toBe(1);
});

it('the AuthProvider shows no data of the first user after another tab signs in a second user', async () => {
  mount();
  await act(() => auth.signIn({ email: 'e', password: 'p' }));
  await screen.findByText('camila');
  backend.profile = { ...PROFILE, id: 'u-2', username: 'mateo' };
  act(() => backend.emit('SIGNED_IN', sessionOf({ id: 'u-2' })));
  expect(auth.profile).toBeNull();
  expect(await screen.findByText('mateo')).toBeDefined();
});

it('the AuthProvider reads the profile again after the user confirms a new address', async () => {
  mount();
  await act(() => auth.signIn({ email: 'e', password: 'p' }));
  await screen.findByText('camila');
  backend.profile = { ...PROFILE, email: 'otra@correo.com', username: 'cami' };
  act(() => backend.emit('USER_UPDATED', sessionOf({ email: 'otra@correo.com' })));
  expect(await screen.findByText('cami')).toBeDefined();
});

it('the AuthProvider recognises a recovery session by an event, or by the authentication methods in its token', async () => {
  mount();
  await act(() => auth.signIn({ email: 'e', password: 'p' }));
  expect(auth.cameByRecovery).toBe(false);
  act(() => backend.emit('PASSWORD_RECOVERY', session));
  expect(auth).toMatchObject({ cameByRecovery: true, isPasswordDue: true });
  act(() => backend.emit('SIGNED_OUT', null));
  expect(localStorage).toHaveLength(0);
  act(() => backend.emit('SIGNED_IN', sessionOf({}, { aal: 'aal1', amr: [{ method: 'recovery' }] })));
  expect(auth).toMatchObject({ cameByRecovery: true, isPasswordDue: false });
});

it('the AuthProvider reports a session in which the second factor of the user was not passed', async () => {
  backend.next = SECOND_FACTOR_PENDING;
  mount();
  await act(async () => expect(await auth.signIn({ email: 'e', password: 'p' })).toBe('second-factor'));
  expect(auth).toMatchObject({ isAuthenticated: true, needsSecondFactor: true });
  expect(backend.argumentsOf('loadProfile')).toEqual([]);
  act(() => backend.emit('MFA_CHALLENGE_VERIFIED', sessionOf(SECOND_FACTOR_PENDING.user, { aal: 'aal2' })));
  expect(auth.needsSecondFactor).toBe(false);
  expect(await screen.findByText('camila')).toBeDefined();
});
