import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useAuth } from '#shared/auth/auth-context.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeBackend, sessionOf } from '#shared/test/fake-backend.ts';
import { mountPage, press } from '#shared/test/mount-page.tsx';
import { LeaveDemoDialog } from './leave-demo-dialog.tsx';
import { useSignOut } from './use-sign-out.ts';

let backend: FakeBackend;
beforeEach(() => {
  drawNothing();
  backend = new FakeBackend();
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  useUi.setState({ modal: null });
});

function Page() {
  const { user } = useAuth();
  const leave = useSignOut();
  return (
    <>
      <h1>{user ? 'in' : 'out'}</h1>
      <button type="button" onClick={leave}>
        {'leave'}
      </button>
      <LeaveDemoDialog />
    </>
  );
}

async function mountAs(isAnonymous: boolean) {
  backend.initial = sessionOf({ is_anonymous: isAnonymous });
  const router = await mountPage({ backend, at: '/dashboard', pages: { '/dashboard': Page } });
  await screen.findByRole('heading', { name: 'in' });
  return router;
}

const QUESTION = 'Si sales, esta demo y sus operaciones se pierden. Crea tu cuenta para conservarlas.';

it('useSignOut signs a registered user out at once', async () => {
  await mountAs(false);
  press('leave');
  expect(await screen.findByRole('heading', { name: 'out' })).toBeDefined();
});

it('useSignOut asks an anonymous demo user for confirmation before the sign-out, and the page stays open after a cancel', async () => {
  await mountAs(true);
  press('leave');
  expect(await screen.findByText(QUESTION)).toBeDefined();
  press('Cancelar');
  await waitFor(() => expect(screen.queryByText(QUESTION)).toBeNull());
  expect(backend.argumentsOf('signOut')).toEqual([]);
  press('leave');
  press('Salir de todos modos');
  expect(await screen.findByRole('heading', { name: 'out' })).toBeDefined();
});

it('useSignOut offers an anonymous demo user a link to the page where they can create an account', async () => {
  const router = await mountAs(true);
  press('leave');
  fireEvent.click(await screen.findByRole('link', { name: 'Crear mi cuenta' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/profile'));
  expect(backend.argumentsOf('signOut')).toEqual([]);
});
