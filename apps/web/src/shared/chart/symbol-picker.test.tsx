import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { minutesLong } from '@vigia/core/trades';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { assetOf } from '#shared/test/asset-of.ts';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeApi, mountPanel, ok } from '#shared/test/mount-panel.tsx';
import { useSymbolMemory } from './symbol-memory.ts';
import { SymbolPicker } from './symbol-picker.tsx';

const asset = (symbol: string, name: string, isOpen = true) =>
  assetOf(symbol, { name, payout: symbol === 'USDJPY' ? 0.91 : 0.85, market_open: isOpen });
const ASSETS = [
  asset('USDCAD', 'Dólar estadounidense / Dólar canadiense'),
  asset('USDJPY', 'Dólar estadounidense / Yen japonés'),
  asset('USDCHF', 'Dólar estadounidense / Franco suizo', false),
  asset('USDCAD-DIG', 'Dólar estadounidense / Dólar canadiense (digital)'),
];

let api: FakeApi;
const chosen = vi.fn<(symbol: string) => void>();
beforeEach(() => {
  drawNothing();
  chosen.mockReset();
  useSymbolMemory.setState({ favourites: [], recent: [] });
  api = new FakeApi().on('GET /api/v1/trading/assets', ok(ASSETS)).on(
    'GET /api/v1/trading/day-curves',
    ok([
      { symbol: 'USDCAD', change_pct: -0.44, closes: [1.3, 1.2, 1.25] },
      { symbol: 'USDJPY', change_pct: 0.8912, closes: [150, 151] },
      { symbol: 'USDCHF', change_pct: null, closes: [] },
    ]),
  );
});
afterEach(cleanup);

async function open() {
  mountPanel(<SymbolPicker symbol="USDCAD" assets={ASSETS} payout={0.85} length={minutesLong(5)} onChoose={chosen} />, {
    api,
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Activo: USDCAD. Cambiar' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Buscar activo' }));
  await dialog.findByText('+0.89 %');
  return dialog;
}
const rowOf = (dialog: Awaited<ReturnType<typeof open>>, symbol: string) => {
  const row = dialog.getByText(symbol).closest<HTMLElement>('[role=option]');
  if (row === null) throw new Error(`no row of ${symbol}`);
  return row;
};

it('the asset picker shows the whole name, the change and the curve of each row from one request', async () => {
  const dialog = await open();
  expect(rowOf(dialog, 'USDJPY').textContent).toContain('Dólar estadounidense / Yen japonés');
  expect(rowOf(dialog, 'USDCAD').textContent).toContain('0.44 %');
  expect(rowOf(dialog, 'USDJPY').querySelector('polyline')).not.toBeNull();
  expect(rowOf(dialog, 'USDCAD-DIG').querySelector('polyline')).not.toBeNull();
  expect(api.calls.filter(({ path }) => path === '/api/v1/trading/day-curves')).toHaveLength(1);
});

it('the asset picker shows a dash without history, and lists closed assets last with what is known of their hours', async () => {
  const dialog = await open();
  const closed = rowOf(dialog, 'USDCHF');
  expect(closed.textContent).toContain('Sin historia de 24 horas');
  expect(closed.textContent).toContain('Cerrado');
  expect(closed.querySelector('polyline')).toBeNull();
  expect(dialog.getAllByRole('option').at(-1)).toBe(closed);
  expect(dialog.getByText('Cerrados: tu fuente de precios no dice cuándo abren')).toBeDefined();
});

it('the asset picker sorts by the payout of the chosen duration', async () => {
  const dialog = await open();
  expect(api.calls.some(({ query }) => query.includes('duration=5'))).toBe(true);
  fireEvent.click(dialog.getByRole('button', { name: 'Ordenar por lo que paga a 5 min' }));
  await waitFor(() => expect(dialog.getAllByRole('option')[0]?.textContent).toContain('USDJPY'));
});

it('the asset picker chooses by search and arrow keys, and remembers the choice', async () => {
  const dialog = await open();
  const search = dialog.getByPlaceholderText('Buscar activo');
  await waitFor(() => expect(document.activeElement).toBe(search));
  fireEvent.change(search, { target: { value: 'dólar' } });
  fireEvent.keyDown(search, { key: 'ArrowDown' });
  fireEvent.keyDown(search, { key: 'Enter' });
  expect(chosen).toHaveBeenCalledTimes(1);
  expect(useSymbolMemory.getState().recent).toEqual([chosen.mock.calls[0]?.[0]]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('the asset picker is a sheet on a phone, which does not open the keyboard', async () => {
  drawNothing({ phone: true });
  const dialog = await open();
  expect(screen.getByRole('dialog').className).toContain('bottom-0');
  expect(document.activeElement).not.toBe(dialog.getByPlaceholderText('Buscar activo'));
});

it('the asset picker marks the highlighted asset as a favourite with a button that the keyboard reaches', async () => {
  const dialog = await open();
  fireEvent.keyDown(dialog.getByPlaceholderText('Buscar activo'), { key: 'ArrowDown' });
  fireEvent.click(dialog.getByRole('button', { name: 'Favorito: USDJPY', pressed: false }));
  expect(useSymbolMemory.getState().favourites).toEqual(['USDJPY']);
  expect(dialog.getByRole('button', { name: 'Favorito: USDJPY', pressed: true })).toBeDefined();
});

it('the star in a row of the asset picker marks it without opening it, and no row contains a button', async () => {
  const dialog = await open();
  const star = rowOf(dialog, 'USDJPY').querySelector('[data-star-of]');
  if (star === null) throw new Error('no star');
  fireEvent.click(star);
  expect(useSymbolMemory.getState().favourites).toEqual(['USDJPY']);
  expect(chosen).not.toHaveBeenCalled();
  expect(rowOf(dialog, 'USDJPY').querySelector('button')).toBeNull();
});
