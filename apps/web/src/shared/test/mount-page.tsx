import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  type RouteComponent,
  RouterProvider,
} from '@tanstack/react-router';
import { fireEvent, render, screen } from '@testing-library/react';
import { AuthProvider } from '#shared/auth/auth-provider.tsx';
import { AUTH_STORAGE_KEY } from '#shared/auth/stored-session.ts';
import type { FakeBackend } from './fake-backend.ts';
import { type TestServices, testQueries } from './test-services.ts';

type Mounting = {
  /** The fake auth service. Null if it is unreachable. */
  readonly backend: FakeBackend | null;
  readonly services?: TestServices;
  /** Path at the start of the visit. */
  readonly at: string;
  readonly pages: Readonly<Record<string, RouteComponent>>;
};

/** Mounts pages at their paths inside the real AuthProvider. Any other path shows an empty page. */
export async function mountPage({ backend, services, at, pages }: Mounting) {
  if (backend?.initial) localStorage.setItem(AUTH_STORAGE_KEY, '{}');
  const root = createRootRoute({ component: Outlet });
  const routes = Object.entries(pages).map(([path, component]) =>
    createRoute({ getParentRoute: () => root, path, component }),
  );
  const rest = createRoute({ getParentRoute: () => root, path: '$', component: Elsewhere });
  const router = createRouter({
    routeTree: root.addChildren([...routes, rest]),
    history: createMemoryHistory({ initialEntries: [at] }),
  });
  render(
    <QueryClientProvider client={testQueries(services)}>
      <AuthProvider
        connect={() => (backend ? Promise.resolve(backend) : Promise.reject(new Error('unreachable')))}
        onSignedOut={() => {}}
      >
        <RouterProvider router={router} />
      </AuthProvider>
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { level: 1 });
  return router;
}

// oxlint-disable-next-line jsx-a11y/heading-has-content -- it stands for any other page and has no text
const Elsewhere = () => <h1 data-testid="elsewhere" />;

export const type = (label: string | RegExp, value: string): void => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
};

export const press = (name: string | RegExp): void => {
  fireEvent.click(screen.getByRole('button', { name }));
};
