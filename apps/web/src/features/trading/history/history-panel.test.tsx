import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeApi, mountPanel, ok, refused } from '#shared/test/mount-panel.tsx';
import { Toaster } from '#shared/ui/toaster.tsx';
import { performanceOf, UNDECIDED_CARD } from '../performance/testing.ts';
import { wonTrade } from '../trades/testing.ts';
import { NO_FILTER } from './filter.ts';
import { useHistoryFilter } from './filter-store.ts';
import { ExportCsv, HistoryActions } from './history-actions.tsx';
import { HistoryPanel } from './history-panel.tsx';

const HISTORY = 'GET /api/v1/trading/history';
const PERFORMANCE = 'GET /api/v1/trading/performance';
const CSV = 'GET /api/v1/trading/history.csv';
const ASSETS = 'GET /api/v1/trading/assets';

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const trades = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => wonTrade({ id: idOf(from + index) }));

let api: FakeApi;
beforeEach(() => {
  drawNothing();
  api = new FakeApi().on(ASSETS, ok([])).on(PERFORMANCE, ok(performanceOf()));
});
afterEach(() => {
  cleanup();
  useHistoryFilter.setState({ filter: NO_FILTER });
});

const mount = () =>
  mountPanel(
    <>
      <HistoryActions />
      <HistoryPanel label="Historial" />
    </>,
    { api },
  );
const rows = () =>
  within(screen.getByRole('table', { name: 'Historial' }))
    .getAllByRole('row')
    .filter((row) => row.querySelector('td') !== null);
const queriesOf = (path: string) => api.calls.filter((call) => call.path === path).map(({ query }) => query);
const choose = (name: string, value: string) => fireEvent.change(screen.getByLabelText(name), { target: { value } });

describe('the list of ended trades', () => {
  it('loads more trades after the last shown trade, until no trade is left', async () => {
    api.on(HISTORY, ({ query }) => ok(query.includes(`before=${idOf(20)}`) ? trades(3, 21) : trades(20)));
    mount();
    fireEvent.click(await screen.findByRole('button', { name: 'Ver más' }));
    await waitFor(() => expect(rows()).toHaveLength(23));
    expect(screen.queryByRole('button', { name: 'Ver más' })).toBeNull();
    expect(screen.getByText('23 en total')).toBeDefined();
  });

  it('shows why more trades could not be loaded, and keeps the loaded rows', async () => {
    api.on(HISTORY, ({ query }) =>
      query.includes('before=') ? refused(503, 'service_unavailable', 'No disponible.') : ok(trades(20)),
    );
    mount();
    fireEvent.click(await screen.findByRole('button', { name: 'Ver más' }));
    expect(await screen.findByText('No llegaron más operaciones. No disponible.')).toBeDefined();
    expect(rows()).toHaveLength(20);
  });

  it('suggests a first trade and hides the filters if the user has no ended trades', async () => {
    api.on(HISTORY, ok([]));
    mount();
    expect(await screen.findByText('Todavía no ha terminado ninguna operación.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Haz una en simulado' })).toBeDefined();
    expect(screen.queryByRole('group', { name: 'Filtros' })).toBeNull();
  });

  it('explains why it could not be loaded, and retries', async () => {
    api.on(HISTORY, refused(503, 'service_unavailable', 'No disponible.'));
    mount();
    expect(await screen.findByText('No disponible.')).toBeDefined();
    api.on(HISTORY, ok(trades(1)));
    fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
    await waitFor(() => expect(rows()).toHaveLength(1));
  });

  it('is reachable by keyboard: each row is one button that names its trade', async () => {
    api.on(HISTORY, ok(trades(1)));
    mount();
    expect(await screen.findByRole('button', { name: /^EURUSD CALL de las \d\d:\d\d: ver detalle$/ })).toBeDefined();
  });
});

describe('a question about the history', () => {
  const COUNTS = { today: 4, yesterday: 9, week: 1_031, won: 60, lost: 1, lost_yesterday: 5 };
  beforeEach(() => {
    api.on(HISTORY, ok(trades(1))).on('GET /api/v1/trading/history/counts', ok(COUNTS));
  });

  it('shows how many trades it finds in the whole history', async () => {
    mount();
    const questions = within(await screen.findByRole('group', { name: 'Preguntas frecuentes' }));
    await questions.findByText('1,031');
    expect(questions.getAllByRole('button').map((chip) => chip.textContent)).toEqual([
      'Hoy4',
      'Ayer9',
      '7 días1,031',
      'Ganadas60',
      'Perdidas1',
      'Perdidas de ayer5',
    ]);
    expect(questions.getByRole('button', { name: 'Perdidas: 1 operación' })).toBeDefined();
  });

  it('is asked with one tap, also for yesterday’s losses, and removed with a second tap', async () => {
    mount();
    const question = await screen.findByRole('button', { name: 'Perdidas de ayer: 5 operaciones' });
    fireEvent.click(question);
    expect(useHistoryFilter.getState().filter).toMatchObject({ period: { kind: 'yesterday' }, result: 'lost' });
    expect(question.getAttribute('aria-pressed')).toBe('true');
    await waitFor(() => expect(queriesOf('/api/v1/trading/history/counts').at(-1)).toContain('result=lost'));
    fireEvent.click(question);
    expect(useHistoryFilter.getState().filter).toEqual(NO_FILTER);
  });

  it('can be asked without its count', async () => {
    api.on('GET /api/v1/trading/history/counts', refused(503, 'service_unavailable', 'No disponible.'));
    mount();
    fireEvent.click(await screen.findByRole('button', { name: 'Ayer' }));
    expect(useHistoryFilter.getState().filter.period).toEqual({ kind: 'yesterday' });
  });
});

describe('a filter of the history', () => {
  it('chooses one of the user’s tags, and is absent without tags', async () => {
    api.on(HISTORY, ok(trades(1))).on('GET /api/v1/trading/tags', ok([{ tag: 'prisa', trades: 2 }]));
    mount();
    await screen.findByRole('option', { name: 'prisa' });
    choose('Etiqueta', 'prisa');
    await waitFor(() => expect(queriesOf('/api/v1/trading/history').at(-1)).toContain('tag=prisa'));
    cleanup();
    useHistoryFilter.setState({ filter: NO_FILTER });
    api.on('GET /api/v1/trading/tags', ok([]));
    mount();
    await screen.findByRole('table', { name: 'Historial' });
    await waitFor(() => expect(api.calls.filter(({ path }) => path.endsWith('/tags'))).toHaveLength(2));
    expect(screen.queryByLabelText('Etiqueta')).toBeNull();
  });

  it('applies to the rows and to the statistics, and shows the number of active filters', async () => {
    api.on(HISTORY, ok(trades(2)));
    mount();
    await screen.findByRole('table', { name: 'Historial' });
    choose('Dirección', 'PUT');
    choose('Resultado', 'lost');
    await waitFor(() => expect(queriesOf('/api/v1/trading/history').at(-1)).toContain('direction=PUT&result=lost'));
    await waitFor(() => expect(queriesOf('/api/v1/trading/performance').at(-1)).toBe('?direction=PUT&result=lost'));
    fireEvent.click(screen.getByRole('button', { name: 'Quitar 2 filtros' }));
    expect(useHistoryFilter.getState().filter).toEqual(NO_FILTER);
  });

  it('states that it matches no trade, and can be removed', async () => {
    api.on(HISTORY, ({ query }) => ok(query.includes('mode=') ? [] : trades(1)));
    mount();
    await screen.findByRole('table', { name: 'Historial' });
    choose('Modo', 'iqoption_demo');
    expect(await screen.findByText('Ninguna operación coincide con estos filtros.')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Quitar filtros' }));
    await waitFor(() => expect(rows()).toHaveLength(1));
  });

  it('stays active while the list is closed', async () => {
    api.on(HISTORY, ok(trades(1)));
    mount();
    await screen.findByRole('table', { name: 'Historial' });
    choose('Período', 'week');
    cleanup();
    mount();
    expect(await screen.findByRole('button', { name: 'Quitar 1 filtro' })).toBeDefined();
  });

  it('has fields for the start and the end date if its period is a date range', async () => {
    api.on(HISTORY, ok(trades(1)));
    mount();
    await screen.findByRole('table', { name: 'Historial' });
    expect(screen.queryByLabelText('Desde')).toBeNull();
    choose('Período', 'range');
    choose('Desde', '2026-11-02');
    await waitFor(() => expect(queriesOf('/api/v1/trading/history').at(-1)).toContain('from=2026-11-0'));
  });
});

describe('the figures of the history on a phone', () => {
  it('are one line with trades and result, and open on a tap', async () => {
    drawNothing({ phone: true });
    api.on(HISTORY, ok(trades(1)));
    mount();
    const line = await screen.findByRole('button', { name: /Ver cifras$/ });
    await waitFor(() => expect(line.textContent).toBe('164 operaciones · −$46.00Ver cifras'));
    expect(screen.queryByRole('region', { name: 'Rendimiento de lo filtrado' })).toBeNull();
    fireEvent.click(line);
    expect(screen.getByRole('region', { name: 'Rendimiento de lo filtrado' })).toBeDefined();
    fireEvent.click(line);
    expect(screen.queryByRole('region', { name: 'Rendimiento de lo filtrado' })).toBeNull();
  });
});

describe('the figures of the history', () => {
  it('show the win rate with its count, interval, break-even and verdict, and the other figures with their units', async () => {
    api.on(HISTORY, ok(trades(1)));
    mount();
    const strip = await screen.findByRole('region', { name: 'Rendimiento de lo filtrado' });
    for (const text of [
      '52.5 %',
      '84 de 160',
      'IC 95 % 44.8–60.1',
      'equilibrio 54.1 %',
      'No se distingue del equilibrio',
    ])
      expect(within(strip).getByText(text)).toBeDefined();
    expect(strip.textContent).toContain('Operaciones1632 empates · 1 anulada');
    expect(strip.textContent).toContain('Esperanza−$0.28por operación');
    expect(strip.textContent).toContain('Factor de ganancia0.94');
    expect(strip.textContent).toContain('Peor racha5perdidas seguidas');
    expect(strip.textContent).toContain('Caída máxima$71.50');
    expect(strip.textContent).toContain('Resultado−$46.00de $1,630.00');
  });

  it('show no win rate if no trade is won or lost', async () => {
    api.on(HISTORY, ok(trades(1)));
    api.on(PERFORMANCE, ok(performanceOf({ card: UNDECIDED_CARD, profit_factor: null, longest_losing_streak: 0 })));
    mount();
    const strip = await screen.findByRole('region', { name: 'Rendimiento de lo filtrado' });
    expect(strip.textContent).toContain('Sin cerradas');
    expect(strip.textContent).not.toContain('%');
  });

  it('are requested again on a click after a failed request, while the rows stay visible', async () => {
    api.on(HISTORY, ok(trades(1)));
    api.on(PERFORMANCE, refused(503, 'service_unavailable', 'No disponible.'));
    mount();
    expect(await screen.findByText('No pudimos calcular tu rendimiento.')).toBeDefined();
    expect(rows()).toHaveLength(1);
    api.on(PERFORMANCE, ok(performanceOf()));
    fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
    expect(await screen.findByText('84 de 160')).toBeDefined();
  });

  it('are grouped by asset, hour and weekday, each win rate with count, interval and break-even', async () => {
    api.on(HISTORY, ok(trades(1)));
    mount();
    fireEvent.click(await screen.findByRole('button', { name: 'Ver estadísticas' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Estadísticas' }));
    const table = within(await dialog.findByRole('table', { name: 'Por activo' }));
    for (const text of ['EURUSD', '163', '84 de 160', 'IC 95 % 44.8–60.1', 'No se distingue del equilibrio', '−$46.00'])
      expect(table.getByText(text)).toBeDefined();
    fireEvent.mouseDown(dialog.getByRole('tab', { name: 'Por hora' }));
    const hours = await dialog.findByRole('table', { name: 'Por hora' });
    expect(hours.textContent).toContain('09:00–09:59');
    expect(hours.textContent).toContain('Sin cerradas');
    fireEvent.mouseDown(dialog.getByRole('tab', { name: 'Por día' }));
    expect((await dialog.findByRole('table', { name: 'Por día' })).textContent).toContain('Viernes');
  });
});

describe('the downloaded history file', () => {
  const saved: Blob[] = [];
  beforeEach(() => {
    saved.length = 0;
    // jsdom cannot create object URLs or download files, so the test collects the files.
    URL.createObjectURL = (file: Blob) => {
      saved.push(file);
      return 'blob:x';
    };
    URL.revokeObjectURL = () => {};
  });
  const press = async () => {
    mountPanel(
      <>
        <ExportCsv />
        <Toaster />
      </>,
      { api },
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Exportar CSV' }));
  };

  it('contains the trades that match the filter', async () => {
    useHistoryFilter.getState().change({ symbol: 'EURUSD' });
    api.on(CSV, { status: 200, body: 'id,activo' });
    await press();
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(queriesOf('/api/v1/trading/history.csv')).toEqual(['?symbol=EURUSD']);
  });

  it('is replaced by an error message if the request fails', async () => {
    api.on(CSV, refused(429, 'rate_limited', 'Espera un momento.'));
    await press();
    expect(await screen.findByText('No pudimos exportar tu historial')).toBeDefined();
    expect(screen.getByText('Espera un momento.')).toBeDefined();
    expect(saved).toEqual([]);
  });
});
