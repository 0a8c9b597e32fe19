import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { StopAll } from '#features/automations/stopping/stop-all.tsx';
import { useTheme } from '#shared/lib/theme.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { assetOf } from '#shared/test/asset-of.ts';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeApi, mountPanel, ok } from '#shared/test/mount-panel.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { TooltipProvider } from '#shared/ui/tooltip.tsx';
import { PaletteButton, PaletteLauncher } from './palette-launcher.tsx';

const STOP = 'POST /api/v1/trading/stop-all';
const RUNNING = { stopped_at: null, running: 1, reality_check: null };

const asset = (symbol: string, name: string, isOpen = true) => assetOf(symbol, { name, market_open: isOpen });

let api: FakeApi;
beforeEach(() => {
  drawNothing();
  api = new FakeApi()
    .on('GET /api/v1/trading/automation', ok(RUNNING))
    .on('GET /api/v1/trading/assets', ok([asset('GBPUSD', 'Libra'), asset('AAPL', 'Apple', false)]))
    .on(STOP, ok({ ...RUNNING, stopped_at: '2026-11-21T12:00:00.000Z' }));
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  useTheme.getState().setTheme('dark');
  useUi.setState({ symbol: 'EURUSD', modal: null });
});

async function mount(isAsking = false) {
  const { router } = mountPanel(
    <TooltipProvider>
      <h1>{'page'}</h1>
      <StopAll />
      <PaletteButton />
      <PaletteLauncher />
      <Dialog open={isAsking} onOpenChange={() => {}} title="question">
        {'?'}
      </Dialog>
    </TooltipProvider>,
    { api },
  );
  await screen.findByText('page');
  return router;
}

const shortcut = (keys: object = { ctrlKey: true }) => fireEvent.keyDown(document.body, { key: 'k', ...keys });
const palette = () => screen.findByRole('dialog', { name: 'Paleta de órdenes' });

/** Types into the open palette and presses Enter to run the first result. */
async function doFirst(text: string) {
  const input = within(await palette()).getByRole('combobox');
  fireEvent.change(input, { target: { value: text } });
  fireEvent.keyDown(input, { key: 'Enter' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

it.each([{ ctrlKey: true }, { metaKey: true }])(
  'the command palette opens and closes by the keyboard shortcut %o',
  async (keys) => {
    await mount();
    shortcut(keys);
    await palette();
    shortcut(keys);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  },
);

it('the command palette also opens from its button, with the focus in the search field', async () => {
  await mount();
  fireEvent.click(screen.getByRole('button', { name: 'Ir a, cambiar activo…' }));
  const input = within(await palette()).getByRole('combobox');
  await waitFor(() => expect(document.activeElement).toBe(input));
});

it('the command palette stays closed while a dialog is open that the user must answer', async () => {
  await mount(true);
  await screen.findByRole('dialog', { name: 'question' });
  shortcut();
  expect(screen.queryByRole('dialog', { name: 'Paleta de órdenes' })).toBeNull();
});

it.each([
  ['Inicio', '/dashboard'],
  ['Conexiones', '/connections'],
  ['Indicadores', '/strategies/binarias'],
  ['Estrategias: PCR', '/strategies/pcr'],
  ['diagnostico', '/strategies/pcr/debug'],
  ['Calculadora', '/calculator'],
  ['Perfil', '/profile'],
])('the command palette finds %s by a text with or without accents, and opens %s', async (text, path) => {
  const router = await mount();
  shortcut();
  await doFirst(text);
  expect(router.state.location.pathname).toBe(path);
});

it('the command palette finds an asset by its name, shows its chart and announces the asset', async () => {
  const router = await mount();
  shortcut();
  expect((await screen.findByRole('option', { name: /GBPUSD/ })).textContent).toContain('85 %');
  expect(screen.getByRole('option', { name: /AAPL/ }).textContent).toContain('Cerrado');
  await doFirst('libra');
  expect(useUi.getState().symbol).toBe('GBPUSD');
  expect(router.state.location.pathname).toBe('/dashboard');
});

it('the command palette switches the theme and announces the new theme to screen readers', async () => {
  await mount();
  shortcut();
  await doFirst('tema claro');
  expect(useTheme.getState().theme).toBe('light');
  expect(await screen.findByText('Tema claro')).toHaveProperty('role', 'status');
  shortcut();
  expect(await screen.findByRole('option', { name: 'Usar tema oscuro' })).toBeDefined();
});

it('the command palette stops all automatic trading at once, and then no longer offers this command', async () => {
  await mount();
  shortcut();
  await doFirst('detener');
  expect(await screen.findByRole('button', { name: 'Todo detenido. Reanudar' })).toBeDefined();
  expect(api.bodies(STOP)).toHaveLength(1);
  shortcut();
  await palette();
  expect(screen.queryByRole('option', { name: 'Detener todo' })).toBeNull();
});

it('the command palette announces the number of results, even if there are no results', async () => {
  await mount();
  shortcut();
  const open = within(await palette());
  await open.findByRole('option', { name: /GBPUSD/ });
  fireEvent.change(open.getByRole('combobox'), { target: { value: 'gbpusd' } });
  await waitFor(() => expect(open.getByRole('status').textContent).toBe('1 resultado'));
  fireEvent.change(open.getByRole('combobox'), { target: { value: 'qqqq' } });
  await waitFor(() => expect(open.getByRole('status').textContent).toMatch(/^Nada se llama así: prueba/));
});
