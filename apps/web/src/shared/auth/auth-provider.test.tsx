import { act, cleanup, render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FakeBackend, HALF_SIGNED_IN, PROFILE, sessionOf } from '#shared/test/fake-backend.ts';
import type { AuthBackend } from './auth-backend.ts';
import { type AuthContextValue, useAuth } from './auth-context.ts';
import { AuthProvider } from './auth-provider.tsx';
import { AUTH_STORAGE_KEY } from './stored-session.ts';

const session = sessionOf();

let backend: FakeBackend;
let connections: number;
let signedOut: number;
let auth: AuthContextValue;

/** Shows who is signed in and hands the context to the test. */
function Probe({ report }: { readonly report: (value: AuthContextValue) => void }) {
  const value = useAuth();
  useEffect(() => report(value), [value, report]);
  return <p>{value.loading ? 'loading' : (value.profile?.username ?? value.user?.id ?? 'nobody')}</p>;
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

it('throws when used outside its provider', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(() => render(<Probe report={keep} />)).toThrow('useAuth must be used inside AuthProvider');
});

it('needs no auth client while no session can exist', async () => {
  mount();
  expect(screen.getByText('nobody')).toBeDefined();
  expect(connections).toBe(0);
});

it('restores a stored session, then its profile, and is neither admin nor premium until then', async () => {
  localStorage.setItem(AUTH_STORAGE_KEY, '{}');
  backend.initial = session;
  mount();
  expect(auth).toMatchObject({ loading: true, isAuthenticated: false, isAdmin: false, isPremium: false });
  await screen.findByText('camila');
  expect(auth).toMatchObject({ loading: false, isAuthenticated: true, isAdmin: true, isPremium: true });
});

it('takes a restored session that turns out empty for nobody', async () => {
  localStorage.setItem(AUTH_STORAGE_KEY, '{}');
  mount();
  await screen.findByText('nobody');
  expect(auth.isAuthenticated).toBe(false);
});

it('only logs a profile that cannot be loaded', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  backend.faults.loadProfile = new Error('503');
  mount();
  await act(() => auth.signIn({ email: 'e', password: 'p' }));
  await screen.findByText(session.user.id);
  expect(auth).toMatchObject({ isAuthenticated: true, profile: null, error: null });
  expect(logged).toHaveBeenCalledOnce();
});

it('reads a missing profile again when the token is renewed', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  backend.faults.loadProfile = new Error('401');
  mount();
  await act(() => auth.signIn({ email: 'e', password: 'p' }));
  backend.faults.loadProfile = null;
  act(() => backend.tell('TOKEN_REFRESHED', { ...session, access_token: 'a2' }));
  expect(await screen.findByText('camila')).toBeDefined();
});

it('signs out at once, forgets the stored keys and ignores that the server fails', async () => {
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

it('follows SIGNED_OUT from elsewhere and TOKEN_REFRESHED without losing the profile', async () => {
  mount();
  await act(() => auth.signIn({ email: 'e', password: 'p' }));
  await screen.findByText('camila');
  act(() => backend.tell('TOKEN_REFRESHED', { ...session, access_token: 'a2' }));
  expect(auth.session?.access_token).toBe('a2');
  expect(auth.profile?.username).toBe('camila');
  act(() => backend.tell('SIGNED_OUT', null));
  expect(auth).toMatchObject({ user: null, profile: null, session: null });
  expect(signedOut).toBe(1);
});

it('refuses profile work without a user', async () => {
  mount();
  await expect(auth.updateProfile({ username: 'x' })).rejects.toThrow('No user logged in');
  await expect(auth.reloadProfile()).rejects.toThrow('No user logged in');
});

it('reads the profile again after saving, and keeps and rethrows a failure to save', async () => {
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

it('forgets the bot tokens of whoever signs out, and keeps what belongs to the device', async () => {
  mount();
  await act(() => auth.signIn({ email: 'e', password: 'p' }));
  localStorage.setItem('broker_token', 'x');
  localStorage.setItem('bot_token', 'x');
  localStorage.setItem('app_theme', 'light');
  act(() => auth.signOut());
  expect(Object.keys(localStorage)).toEqual(['app_theme']);
});

it('ends here at once when another tab forgets the session', async () => {
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

it('shows nothing of the first person when another tab signs a second one in', async () => {
  mount();
  await act(() => auth.signIn({ email: 'e', password: 'p' }));
  await screen.findByText('camila');
  backend.profile = { ...PROFILE, id: 'u-2', username: 'mateo' };
  act(() => backend.tell('SIGNED_IN', sessionOf({ id: 'u-2' })));
  expect(auth.profile).toBeNull();
  expect(await screen.findByText('mateo')).toBeDefined();
});

it('reads the profile again once another address counts', async () => {
  mount();
  await act(() => auth.signIn({ email: 'e', password: 'p' }));
  await screen.findByText('camila');
  backend.profile = { ...PROFILE, email: 'otra@correo.com', username: 'cami' };
  act(() => backend.tell('USER_UPDATED', sessionOf({ email: 'otra@correo.com' })));
  expect(await screen.findByText('cami')).toBeDefined();
});

it('knows a session that a recovery mail opened, by its event or by its proofs', async () => {
  mount();
  await act(() => auth.signIn({ email: 'e', password: 'p' }));
  expect(auth.cameByRecovery).toBe(false);
  act(() => backend.tell('PASSWORD_RECOVERY', session));
  expect(auth).toMatchObject({ cameByRecovery: true, isPasswordDue: true });
  act(() => backend.tell('SIGNED_OUT', null));
  expect(localStorage).toHaveLength(0);
  act(() => backend.tell('SIGNED_IN', sessionOf({}, { aal: 'aal1', amr: [{ method: 'recovery' }] })));
  expect(auth).toMatchObject({ cameByRecovery: true, isPasswordDue: false });
});

it('tells a session without its second factor from one with it', async () => {
  backend.next = HALF_SIGNED_IN;
  mount();
  await act(async () => expect(await auth.signIn({ email: 'e', password: 'p' })).toBe('second-factor'));
  expect(auth).toMatchObject({ isAuthenticated: true, needsSecondFactor: true });
  expect(backend.argumentsOf('loadProfile')).toEqual([]);
  act(() => backend.tell('MFA_CHALLENGE_VERIFIED', sessionOf(HALF_SIGNED_IN.user, { aal: 'aal2' })));
  expect(auth.needsSecondFactor).toBe(false);
  expect(await screen.findByText('camila')).toBeDefined();
});
