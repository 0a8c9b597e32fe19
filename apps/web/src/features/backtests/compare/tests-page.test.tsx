import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeApi, mountPanel, ok } from '#shared/test/mount-panel.tsx';
import { parseRunIds } from '../model/shown-runs.ts';
import { jobOf, reportOf } from '../testing.ts';
import { TestsPage } from './tests-page.tsx';

vi.setConfig({ testTimeout: 20_000 });

const idOf = (last: number) => `018f4a6e-0000-7000-8000-0000000000a${last}`;
const RUNS = [1, 2, 3, 4, 5].map((last) => jobOf({ id: idOf(last), report: reportOf({ profit: last }) }));

let api: FakeApi;
beforeEach(() => {
  drawNothing();
  api = new FakeApi().on('GET /api/v1/backtests', ok(RUNS));
  for (const run of RUNS) api.on(`GET /api/v1/backtests/${run.id}`, ok(run));
});
afterEach(() => {
  cleanup();
});

const mount = (shown: readonly string[], onShow: (ids: readonly string[]) => void = () => undefined) =>
  mountPanel(<TestsPage tabs={null} shown={shown} onShow={onShow} />, { api });

describe('the page of kept backtests', () => {
  it('compares two to four finished backtests', async () => {
    const onShow = vi.fn<(ids: readonly string[]) => void>();
    mount([], onShow);
    const boxes = await screen.findAllByRole<HTMLInputElement>('checkbox');
    for (const box of boxes.slice(0, 1)) fireEvent.click(box);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Comparar 1' }).disabled).toBe(true);
    for (const box of boxes.slice(1, 4)) fireEvent.click(box);
    expect(boxes[4]?.disabled).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Comparar 4' }));
    expect(onShow).toHaveBeenCalledWith([1, 2, 3, 4].map(idOf));
  });

  it('shows the figures of several backtests side by side', async () => {
    mount([idOf(1), idOf(2)]);
    const table = within(await screen.findByRole('table', { name: 'Lado a lado' }));
    const [, rate, , profit] = table.getAllByRole('row');
    expect(within(rate ?? document.body).getAllByText('84 de 160')).toHaveLength(2);
    expect(profit?.textContent).toBe('Resultado+$1.00+$2.00');
  });

  it('opens the backtest that the URL names', async () => {
    mount([idOf(3)]);
    expect(await screen.findByRole('region', { name: 'Resultado de la prueba' })).toBeDefined();
  });
});

describe('the ids of backtests in the URL', () => {
  it('are at most four different ids', () => {
    expect(parseRunIds([1, 1, 2, 3, 4, 5].map(idOf).join(','))).toEqual([1, 2, 3, 4].map(idOf));
    expect(parseRunIds('x,../y,')).toEqual([]);
    expect(parseRunIds(undefined)).toEqual([]);
  });
});
