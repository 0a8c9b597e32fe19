import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useUi } from '#shared/lib/ui-store.ts';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { PhoneBar } from './phone-bar.tsx';

function Frame() {
  return (
    <>
      <input aria-label="name" />
      <input aria-label="terms" type="checkbox" />
      <Outlet />
      <PhoneBar />
    </>
  );
}

async function mount(at: string) {
  const root = createRootRoute({ component: Frame });
  const anywhere = createRoute({ getParentRoute: () => root, path: '$', component: () => null });
  const history = createMemoryHistory({ initialEntries: [at] });
  const router = createRouter({ routeTree: root.addChildren([anywhere]), history });
  render(<RouterProvider router={router} />);
  const bar = await screen.findByRole('navigation', { name: 'Secciones' });
  await within(bar).findByText('Más');
  return { bar, router };
}

/** The names of the entries that are marked as the current place. */
const current = (bar: HTMLElement) => [...bar.querySelectorAll('[aria-current]')].map((entry) => entry.textContent);

const HEIGHT_PX = window.innerHeight;
function resizeTo(heightPx: number): void {
  Object.defineProperty(window, 'innerHeight', { value: heightPx, configurable: true });
  act(() => void window.dispatchEvent(new Event('resize')));
}

beforeEach(() => {
  drawNothing({ phone: true });
  useUi.setState({ mobileMenuOpen: false });
});
afterEach(() => {
  cleanup();
  resizeTo(HEIGHT_PX);
});

it.each([
  ['/dashboard', 'Operar'],
  ['/dashboard?ver=senales', 'Señales'],
  ['/dashboard?ver=historial', 'Historial'],
  ['/strategies/pcr', 'Setups'],
  ['/strategies/pcr?setup=nuevo', 'Setups'],
  ['/calculator', 'Más'],
])('the phone bar marks only the current place: %s', async (at, name) => {
  const { bar } = await mount(at);
  expect(current(bar)).toEqual([name]);
});

it('the phone bar leads to the tabs of the dashboard and to the setups', async () => {
  const { bar, router } = await mount('/calculator');
  const go = async (name: string, href: string) => {
    fireEvent.click(within(bar).getByRole('link', { name }));
    await waitFor(() => expect(router.state.location.href).toBe(href));
  };
  await go('Historial', '/dashboard?ver=historial#actividad');
  await go('Señales', '/dashboard?ver=senales#actividad');
  await go('Setups', '/strategies/pcr');
  await go('Operar', '/dashboard');
});

it('the phone bar opens the drawer', async () => {
  const { bar } = await mount('/dashboard');
  const more = within(bar).getByRole('button', { name: 'Más' });
  expect(more.getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(more);
  expect(useUi.getState().mobileMenuOpen).toBe(true);
  expect(more.getAttribute('aria-expanded')).toBe('true');
});

it('the phone bar is hidden while the keyboard is open for a text field, and only then', async () => {
  const { bar } = await mount('/dashboard');
  act(() => screen.getByLabelText('name').focus());
  expect(bar.hidden).toBe(false);
  resizeTo(HEIGHT_PX - 300);
  expect(bar.hidden).toBe(true);
  act(() => screen.getByLabelText('terms').focus());
  expect(bar.hidden).toBe(false);
  act(() => screen.getByLabelText('name').focus());
  expect(bar.hidden).toBe(true);
  resizeTo(HEIGHT_PX);
  expect(bar.hidden).toBe(false);
});
