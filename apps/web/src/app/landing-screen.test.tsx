import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LoginPage } from '#features/auth/login-page.tsx';
import { RegisterPage } from '#features/auth/register-page.tsx';
import { AuthContext, type AuthContextValue } from '#shared/auth/auth-context.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { SIGNED_OUT } from '#shared/test/signed-out.ts';
import { SignedOutOnly } from './guards.tsx';
import { LandingScreen } from './landing-screen.tsx';

const SIGNED_IN: AuthContextValue = { ...SIGNED_OUT, isAuthenticated: true };

async function mount(path: string, auth: AuthContextValue = SIGNED_OUT) {
  const root = createRootRoute({ component: Outlet });
  const signedOut = createRoute({ getParentRoute: () => root, id: 'signed-out', component: SignedOutOnly });
  const routes = root.addChildren([
    createRoute({ getParentRoute: () => root, path: PATHS.landing, component: LandingScreen }),
    createRoute({ getParentRoute: () => root, path: PATHS.dashboard, component: () => <h1>Inicio</h1> }),
    signedOut.addChildren([
      createRoute({ getParentRoute: () => signedOut, path: PATHS.login, component: LoginPage }),
      createRoute({ getParentRoute: () => signedOut, path: PATHS.register, component: RegisterPage }),
    ]),
  ]);
  const router = createRouter({ routeTree: routes, history: createMemoryHistory({ initialEntries: [path] }) });
  render(
    <AuthContext value={auth}>
      <RouterProvider router={router} />
    </AuthContext>,
  );
  await screen.findByRole('heading', { level: 1 });
  return router;
}

const dialog = (name: string) => screen.findByRole('dialog', { name });
/** Waits for the dialog. The code of the forms loads on first use, which takes several seconds on a busy machine. */
const firstDialog = (name: string) => screen.findByRole('dialog', { name }, { timeout: 10_000 });
const openRegister = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Crear cuenta' }));
  return within(await firstDialog('Crear cuenta'));
};
const fieldNames = (form: HTMLElement) => [...form.querySelectorAll('label')].map((label) => label.textContent);
const formOf = (container: HTMLElement) => {
  const form = container.querySelector('form');
  if (!form) throw new Error('no form');
  return form;
};

beforeEach(() => {
  drawNothing();
  useUi.setState({ modal: null });
});
afterEach(cleanup);

it('the landing page opens the sign-up modal with its main button, while its header links to /login and /register', async () => {
  await mount(PATHS.landing);
  expect(screen.getByRole('link', { name: 'Entrar' }).getAttribute('href')).toBe(PATHS.login);
  expect(screen.getByRole('link', { name: 'Crear cuenta' }).getAttribute('href')).toBe(PATHS.register);
  const register = await openRegister();
  expect(document.activeElement).toBe(register.getByLabelText('Correo'));
});

it.each([
  ['register', PATHS.register, 'Crear cuenta'],
  ['login', PATHS.login, 'Entrar'],
] as const)('the %s modal of the landing page has the same fields as the page %s', async (modal, path, name) => {
  await mount(path);
  const onPage = fieldNames(formOf(document.body));
  cleanup();
  await mount(PATHS.landing);
  useUi.getState().openModal(modal);
  expect(onPage.length).toBeGreaterThan(1);
  expect(fieldNames(formOf(await firstDialog(name)))).toEqual(onPage);
});

it.each([PATHS.login, PATHS.register])(
  'the form of the page %s focuses its first invalid field when it is submitted',
  async (path) => {
    await mount(path);
    fireEvent.submit(formOf(document.body));
    await screen.findAllByRole('alert');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Correo')));
    fireEvent.change(screen.getByLabelText('Correo'), { target: { value: 'camila@correo.com' } });
    fireEvent.submit(formOf(document.body));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Contraseña')));
  },
);

it('the sign-up modal of the landing page switches to the sign-in form and back', async () => {
  await mount(PATHS.landing);
  const register = await openRegister();
  fireEvent.click(register.getByRole('button', { name: 'Ya tengo cuenta' }));
  const login = within(await dialog('Entrar'));
  expect(login.getByText(/¿Aún no tienes cuenta\?/)).toBeDefined();
  expect(document.activeElement).toBe(login.getByLabelText('Correo'));
  fireEvent.click(login.getByRole('button', { name: 'Crear cuenta' }));
  expect(await dialog('Crear cuenta')).toBeDefined();
});

it('the sign-up modal closes by Escape and returns the focus to the button that opened the modal', async () => {
  await mount(PATHS.landing);
  const button = screen.getByRole('button', { name: 'Crear cuenta' });
  button.focus();
  await openRegister();
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button));
});

it('the sign-in modal of the landing page signs the user in, closes and goes to /dashboard', async () => {
  const asked: unknown[] = [];
  const router = await mount(PATHS.landing, {
    ...SIGNED_OUT,
    signIn: async (credentials) => {
      asked.push(credentials);
      return 'in';
    },
  });
  useUi.getState().openModal('login');
  const login = within(await firstDialog('Entrar'));
  fireEvent.change(login.getByLabelText('Correo'), { target: { value: 'camila@correo.com' } });
  fireEvent.change(login.getByLabelText('Contraseña'), { target: { value: 'un faro' } });
  fireEvent.click(login.getByRole('button', { name: 'Entrar' }));
  await screen.findByRole('heading', { name: 'Inicio' });
  expect(asked).toEqual([{ email: 'camila@correo.com', password: 'un faro' }]);
  expect(router.state.location.pathname).toBe(PATHS.dashboard);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(useUi.getState().modal).toBeNull();
});

it('the sign-up modal of the landing page shows the address to which the confirmation mail was sent', async () => {
  await mount(PATHS.landing);
  const register = await openRegister();
  const type = (label: string, value: string) =>
    fireEvent.change(register.getByLabelText(label), { target: { value } });
  type('Correo', 'camila@correo.com');
  type('Contraseña', 'un faro en la niebla');
  fireEvent.click(register.getByRole('button', { name: 'Continuar' }));
  await register.findByRole('button', { name: 'Crear cuenta' });
  type('Nombre de usuario', 'camila');
  type('Nombre', 'Camila');
  type('Apellido', 'Rojas');
  fireEvent.click(register.getByRole('checkbox'));
  fireEvent.click(register.getByRole('button', { name: 'Crear cuenta' }));
  expect(within(await dialog('Revisa tu correo')).getByText(/camila@correo\.com/)).toBeDefined();
});

it('the sign-up modal of the landing page opens as a bottom sheet on a phone', async () => {
  drawNothing({ phone: true });
  await mount(PATHS.landing);
  await openRegister();
  expect((await dialog('Crear cuenta')).className).toContain('bottom-0');
});

it.each([PATHS.login, PATHS.register])('a signed-in user is redirected from %s to /dashboard', async (path) => {
  const router = await mount(path, SIGNED_IN);
  expect(router.state.location.pathname).toBe(PATHS.dashboard);
});

it('the landing page offers a signed-in user a link to the dashboard instead of a sign-up', async () => {
  await mount(PATHS.landing, SIGNED_IN);
  expect(screen.getAllByRole('link', { name: 'Ir al panel' })).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Probar demo' })).toBeNull();
});
