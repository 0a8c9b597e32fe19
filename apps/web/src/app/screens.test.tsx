import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import { LockedScreen } from './locked-screen.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';

beforeEach(() => drawNothing());
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function Broken(): never {
  throw new Error('No quedan velas');
}

it('the crash screen shows the text of the specification and links to the start page', () => {
  // React and the error boundary log the error, so the test silences the console.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  render(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  );
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Oops! Algo salió mal');
  expect(
    screen.getByText(
      'Ha ocurrido un error inesperado. Por favor, recarga la página o contacta al soporte si el problema persiste.',
    ),
  ).toBeDefined();
  expect(screen.getByText('Detalles del error:').parentElement?.textContent).toBe(
    'Detalles del error: No quedan velas',
  );
  const assign = vi.fn<(url: string) => void>();
  vi.stubGlobal('location', { ...window.location, assign });
  fireEvent.click(screen.getByRole('button', { name: 'Recargar aplicación' }));
  expect(assign.mock.calls).toEqual([['/']]);
  vi.unstubAllGlobals();
});

it.each([
  ['/metrics', 'Ir a Inicio', '/dashboard'],
  ['/strategies/forex', 'Ir a Inicio', '/dashboard'],
  ['/backtesting/binarias', 'Ir a Estrategias', '/strategies/binarias'],
])('a locked screen explains that %s is not available yet, and links to other screens', async (path, action, to) => {
  const root = createRootRoute();
  const locked = createRoute({ getParentRoute: () => root, path, component: LockedScreen });
  const router = createRouter({
    routeTree: root.addChildren([locked]),
    history: createMemoryHistory({ initialEntries: [path] }),
  });
  render(<RouterProvider router={router} />);
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Próximamente disponible');
  expect(screen.getByRole('link', { name: action }).getAttribute('href')).toBe(to);
});

it('the not-found screen shows the text of the specification with a Spanish line below', async () => {
  const root = createRootRoute({ notFoundComponent: NotFoundScreen });
  const landing = createRoute({ getParentRoute: () => root, path: '/', component: () => null });
  const router = createRouter({
    routeTree: root.addChildren([landing]),
    history: createMemoryHistory({ initialEntries: ['/no-such-place'] }),
  });
  render(<RouterProvider router={router} />);
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('404 - Page Not Found');
  expect(screen.getByText('Esta página no existe o cambió de dirección.')).toBeDefined();
  expect(document.title).toBe('404 - Page Not Found · Vigía');
});

it('the loading screen shows the text of the specification', () => {
  render(<LoadingScreen />);
  const status = screen.getByRole('status');
  expect(status.textContent).toBe('Cargando...Por favor espere');
});
