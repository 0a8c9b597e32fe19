import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { strategiesQuery } from '#features/automations/strategies/queries.ts';
import { strategyOf } from '#features/automations/strategies/testing.ts';
import { AuthContext } from '#shared/auth/auth-context.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { SIGNED_OUT } from '#shared/test/signed-out.ts';
import { testQueries } from '#shared/test/test-services.ts';
import { TooltipProvider } from '#shared/ui/tooltip.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { Sidebar } from './sidebar.tsx';

function Frame() {
  const collapsed = useUi((ui) => ui.sidebarCollapsed);
  const menuOpen = useUi((ui) => ui.mobileMenuOpen);
  return (
    <TooltipProvider>
      {menuOpen ? <MobileMenu /> : <Sidebar collapsed={collapsed} />}
      <Outlet />
    </TooltipProvider>
  );
}

async function mount({ active = 0 } = {}) {
  const queries = testQueries(undefined, { staleTime: Infinity });
  queries.setQueryData(strategiesQuery.queryKey, [
    strategyOf({ status: 'paused' }),
    ...Array.from({ length: active }, () => strategyOf({ status: 'active' })),
  ]);
  const root = createRootRoute({ component: Frame });
  const anywhere = createRoute({ getParentRoute: () => root, path: '$', component: () => null });
  const history = createMemoryHistory({ initialEntries: ['/dashboard'] });
  const router = createRouter({ routeTree: root.addChildren([anywhere]), history });
  render(
    <AuthContext value={SIGNED_OUT}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </AuthContext>,
  );
  return { menu: within(await screen.findByRole('navigation', { name: 'Principal' })), router };
}

// jsdom has no layout, so `scrollTo` is a stub.
window.scrollTo = () => {};

beforeEach(() => useUi.setState({ sidebarCollapsed: false, mobileMenuOpen: false }));
afterEach(() => {
  cleanup();
  localStorage.clear();
});

it('the sidebar shows the group Estrategias expanded, with one page and three locked entries, and Backtesting collapsed', async () => {
  const { menu } = await mount();
  expect(menu.getByRole('button', { name: 'Estrategias' }).getAttribute('aria-expanded')).toBe('true');
  expect(menu.getByRole('link', { name: 'Binarias' }).getAttribute('href')).toBe('/strategies/binarias');
  expect(menu.getAllByText('🔒 Próximamente')).toHaveLength(3);
  fireEvent.click(menu.getByRole('button', { name: 'Backtesting' }));
  expect(menu.getAllByText('🔒 Próximamente')).toHaveLength(7);
  fireEvent.click(menu.getByRole('button', { name: 'Estrategias' }));
  expect(menu.getAllByText('🔒 Próximamente')).toHaveLength(4);
});

it('the sidebar does not navigate when a locked entry is clicked', async () => {
  const { menu, router } = await mount();
  for (const name of ['Métricas', 'Opciones']) fireEvent.click(menu.getByText(name));
  expect(menu.queryByRole('link', { name: 'Métricas' })).toBeNull();
  expect(router.state.location.pathname).toBe('/dashboard');
});

it('the sidebar labels its icons while it is collapsed, and expands when a group is clicked', async () => {
  useUi.setState({ sidebarCollapsed: true });
  const { menu } = await mount();
  expect(menu.getByRole('link', { name: 'Inicio' })).toBeDefined();
  fireEvent.click(menu.getByRole('button', { name: 'Mostrar Estrategias' }));
  expect(useUi.getState().sidebarCollapsed).toBe(false);
  expect(localStorage.getItem('sidebar_collapsed')).toBe('false');
});

it('the sidebar closes the phone overlay when the user selects a page', async () => {
  useUi.setState({ mobileMenuOpen: true });
  const { menu } = await mount();
  fireEvent.click(menu.getByRole('link', { name: 'Conexiones' }));
  expect(useUi.getState().mobileMenuOpen).toBe(false);
});

it('the sidebar shows the number of active strategies, and no badge if no strategy is active', async () => {
  const { menu } = await mount({ active: 2 });
  expect(menu.getByRole('button', { name: /^Estrategias/ }).textContent).toContain('2 estrategias activas');
  cleanup();
  const idle = await mount();
  expect(idle.menu.getByRole('button', { name: 'Estrategias' }).textContent).toBe('Estrategias');
});
