import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { AuthContext } from '#shared/auth/auth-context.ts';
import { FakeBackend, sessionOf } from './fake-backend.ts';
import { SIGNED_OUT } from './signed-out.ts';
import { testQueries, testServices } from './test-services.ts';

type Call = {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: unknown;
  readonly headers: Headers;
};
export type StubResponse = { readonly status: number; readonly body: unknown };

export const ok = (data: unknown): StubResponse => ({ status: 200, body: { success: true, data } });
export const refused = (status: number, code: string, message: string): StubResponse => ({
  status,
  body: { error: { code, message }, detail: message },
});

/** A fake API. For each `METHOD path` it sends the response that was set last, or 503. */
export class FakeApi {
  readonly calls: Call[] = [];
  readonly #answers = new Map<string, (call: Call) => StubResponse | Promise<StubResponse>>();

  on(route: string, answer: StubResponse | ((call: Call) => StubResponse | Promise<StubResponse>)): this {
    this.#answers.set(route, typeof answer === 'function' ? answer : () => answer);
    return this;
  }

  bodies(route: string): unknown[] {
    return this.calls.filter(({ method, path }) => `${method} ${path}` === route).map(({ body }) => body);
  }

  readonly fetch: typeof globalThis.fetch = async (input, init = {}) => {
    init.signal?.throwIfAborted();
    const url = new URL(String(input), window.location.origin);
    const method = init.method ?? 'GET';
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : null;
    const call = { method, path: url.pathname, query: url.search, body, headers: new Headers(init.headers) };
    this.calls.push(call);
    const answer = await this.#answers.get(`${method} ${url.pathname}`)?.(call);
    if (!answer) return new Response('{}', { status: 503 });
    return new Response(JSON.stringify(answer.body), { status: answer.status });
  };

  /** The app services connected to this fake API. */
  readonly services = testServices(this.fetch);
}

type MountOptions = {
  /** The fake API that the panel uses. By default it answers every request with 503. */
  readonly api?: FakeApi;
  readonly anonymous?: boolean;
  readonly factors?: readonly string[];
  readonly backend?: FakeBackend;
  readonly onSignOut?: () => void;
};

/** Mounts a panel as the main layout does, with a signed-in user. */
export function mountPanel(panel: ReactNode, options: MountOptions = {}) {
  const {
    api = new FakeApi(),
    anonymous = false,
    factors = [],
    backend = new FakeBackend(),
    onSignOut = () => {},
  } = options;
  const session = sessionOf({
    is_anonymous: anonymous,
    factors: factors.map((name, index) => ({
      id: `factor-${index}`,
      friendly_name: name,
      factor_type: 'totp',
      status: 'verified',
      created_at: '2026-11-01T12:00:00Z',
      updated_at: '2026-11-01T12:00:00Z',
    })),
  });
  backend.initial = session;
  const root = createRootRoute({ component: Outlet });
  const settings = createRoute({ getParentRoute: () => root, path: '/settings', component: () => panel });
  const elsewhere = createRoute({ getParentRoute: () => root, path: '$', component: () => null });
  const landing = createRoute({ getParentRoute: () => root, path: '/', component: () => null });
  const router = createRouter({
    routeTree: root.addChildren([settings, elsewhere, landing]),
    history: createMemoryHistory({ initialEntries: ['/settings'] }),
  });
  const auth = {
    ...SIGNED_OUT,
    session,
    user: session.user,
    isAuthenticated: true,
    backend: async () => backend,
    signOut: onSignOut,
  };
  render(
    <AuthContext value={auth}>
      <QueryClientProvider client={testQueries(api.services)}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </AuthContext>,
  );
  return { backend, router };
}
