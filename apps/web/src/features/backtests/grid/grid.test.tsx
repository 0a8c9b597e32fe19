import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeApi, mountPanel, ok, refused } from '#shared/test/mount-panel.tsx';
import { Toaster } from '#shared/ui/toaster.tsx';
import { BacktestPanel } from '../panel/backtest-panel.tsx';
import { cellOf, jobOf, TEST_JUDGEMENT, TEST_TARGET } from '../testing.ts';
import { GridReport } from './grid-report.tsx';

vi.setConfig({ testTimeout: 60_000 });

const GRIDS = 'POST /api/v1/backtests/grids';

let api: FakeApi;
beforeEach(() => {
  drawNothing();
  api = new FakeApi().on('GET /api/v1/backtests', ok([])).on('GET /api/v1/trading/assets', ok([]));
});
afterEach(() => {
  cleanup();
});

const press = (name: string) => fireEvent.click(screen.getByText(name, { selector: 'button' }));

async function openForm() {
  mountPanel(<BacktestPanel target={TEST_TARGET} />, { api });
  fireEvent.click(await screen.findByRole('button', { name: 'Rejilla' }));
}

describe('the form of a grid of backtests', () => {
  it('starts with the one cell of the rules, counts the cells, and sends every chosen asset, timeframe and duration', async () => {
    api.on(GRIDS, ok(jobOf({ kind: 'grid', status: 'queued', progress: 0 })));
    await openForm();
    expect(screen.getByText('1 de 24 casillas')).toBeDefined();
    press('1m');
    press('1 min');
    press('Probar 4 casillas');
    await vi.waitFor(() => expect(api.bodies(GRIDS)).toHaveLength(1));
    expect(api.bodies(GRIDS)[0]).toMatchObject({
      subject: TEST_TARGET.subject,
      data: [{ source: 'history', asset: 'EURUSD' }],
      timeframes: ['1m', '5m'],
      lengths: [{ duration: 1 }, { duration: 5 }],
    });
  });

  it('refuses more than 24 cells', async () => {
    await openForm();
    for (const name of ['1m', '15m', '30m', '1h', '4h', '1 min', '2 min', '3 min', '10 min']) press(name);
    expect(screen.getByText(/^Son 30 casillas; el máximo es 24/)).toBeDefined();
    expect(screen.getByText<HTMLButtonElement>('Probar 30 casillas', { selector: 'button' }).disabled).toBe(true);
  });
});

const GRID_ID = '018f4a6e-0000-7000-8000-0000000000ab';

describe('the report of a grid', () => {
  const grid = {
    currency: 'USD' as const,
    variants: 2,
    compute_ms: 5,
    cells: [
      cellOf(),
      cellOf({ duration: 15, result: null, error: { code: 'backtest_no_data', message: 'No hay datos.' } }),
    ],
  };

  it('shows the verdict of a cell corrected for the number of tests, never the verdict of the cell alone', async () => {
    mountPanel(<GridReport jobId={GRID_ID} grid={grid} judgement={TEST_JUDGEMENT} onShow={() => {}} />, { api });
    const table = within(await screen.findByRole('table'));
    expect(table.getByText('110 de 160')).toBeDefined();
    expect(table.getByText('No se distingue del equilibrio')).toBeDefined();
    expect(screen.queryByText('Por encima del equilibrio')).toBeNull();
    expect(table.getByText('Suerte, ella sola: 1 de cada 21')).toBeDefined();
    expect(screen.getByText('0 por encima · 1 sin distinguirse del equilibrio · 1 sin probar')).toBeDefined();
  });

  it('shows a short sample without a probability, and a cell without data with the reason', async () => {
    const { result } = cellOf();
    const short = cellOf({ result: result && { ...result, verdict: 'short_sample' } });
    const cells = [short, ...grid.cells.slice(1)];
    mountPanel(<GridReport jobId={GRID_ID} grid={{ ...grid, cells }} judgement={null} onShow={() => {}} />, { api });
    expect(await screen.findByText('Muestra corta: aún no dice nada')).toBeDefined();
    expect(screen.queryByText(/^Suerte/)).toBeNull();
    expect(screen.getByText('No hay datos.')).toBeDefined();
  });

  it('tests a cell alone and shows that test; a cell whose test is refused shows the reason', async () => {
    const onShow = vi.fn<(id: string) => void>();
    const started = jobOf({ status: 'queued' });
    const route = `POST /api/v1/backtests/${GRID_ID}/cell-tests`;
    api.on(route, refused(409, 'backtest_limit', 'Ya tienes 2 pruebas en curso.'));
    mountPanel(
      <>
        <GridReport jobId={GRID_ID} grid={grid} judgement={TEST_JUDGEMENT} onShow={onShow} />
        <Toaster />
      </>,
      { api },
    );
    const open = await screen.findByRole('button', { name: 'Probar aparte EURUSD · 5m · 5 min' });
    fireEvent.click(open);
    expect(await screen.findByText('Ya tienes 2 pruebas en curso.')).toBeDefined();
    expect(onShow).not.toHaveBeenCalled();
    api.on(route, ok(started));
    fireEvent.click(open);
    await vi.waitFor(() => expect(onShow).toHaveBeenCalledWith(started.id));
    expect(api.bodies(route)).toEqual([{ cell: 0 }, { cell: 0 }]);
    expect(screen.queryByRole('button', { name: /· 15 min$/ })).toBeNull();
  });
});
