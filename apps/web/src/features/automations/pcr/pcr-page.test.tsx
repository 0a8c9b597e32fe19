import { useQuery } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { assetsQuery } from '#shared/lib/assets.ts';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeApi, mountPanel, ok, refused, type StubResponse } from '#shared/test/mount-panel.tsx';
import { TooltipProvider } from '#shared/ui/tooltip.tsx';
import type { EditedSetup, FirstBacktestView } from './editor/editor.ts';
import { PcrPage, type PcrPageContent } from './pcr-page.tsx';
import { metricsOf, NO_EVIDENCE, rejectionOf, setupOf, statisticsOf, wavyCandles } from './testing.ts';

const SETUPS = 'GET /api/pcr/setups';
const CREATE = 'POST /api/pcr/setup';
const ID = setupOf().id;
const tested = vi.fn<(setup: EditedSetup, begins: FirstBacktestView) => void>();

// jsdom renders the whole editor, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

let api: FakeApi;

beforeEach(() => {
  drawNothing();
  tested.mockReset();
  api = new FakeApi()
    .on(SETUPS, ok([setupOf()]))
    .on('GET /api/pcr/dashboard', ok(metricsOf()))
    .on('GET /api/pcr/signals', ok({ signals: [] }))
    .on('GET /api/pcr/sequences/summary', ok([]))
    .on('GET /api/v1/trading/assets', ok([]))
    .on('GET /api/v1/trading/payout', ok({ symbol: 'EURUSD', duration: 5, payout: 0.85 }))
    .on('GET /api/v1/trading/candles', ok(wavyCandles(500).map((candle) => ({ ...candle, closed: true }))));
  api.services.priceFeed.set({ source: 'simulated', state: 'live' });
});
afterEach(() => {
  cleanup();
});

function Page({ start }: { readonly start: PcrPageContent }) {
  const [place, setPlace] = useState(start);
  return (
    <TooltipProvider>
      <PcrPage
        place={place}
        onGo={setPlace}
        assets={useQuery(assetsQuery)}
        onTest={tested}
        renderLook={() => <p>{'look'}</p>}
        library={<p>{'library'}</p>}
        onLibrary={() => {}}
        seed={null}
      />
    </TooltipProvider>
  );
}

const mount = (start: PcrPageContent = { kind: 'list' }) => mountPanel(<Page start={start} />, { api });
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const press = async (name: string | RegExp) => fireEvent.click(await button(name));
const toggle = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('switch', { name }));

describe('a setup', () => {
  it('with a rule unknown to this version states this on its card, does not open, and can be deleted', async () => {
    api
      .on(SETUPS, ok([setupOf({ filters: [{ filter: 'moon', phase: 'full' }] })]))
      .on(`POST /api/pcr/setup/${ID}/stop`, ok({}));
    mount();
    expect(await screen.findByText(/una regla que esta versión de Vigía no conoce/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Editar: Agotamiento' })).toBeNull();
    await press('Eliminar: Agotamiento');
    await press('Eliminar');
    await waitFor(() => expect(api.bodies(`POST /api/pcr/setup/${ID}/stop`)).toEqual([{ archive: true }]));
  });

  it('with an unknown rule shows the sentence instead of the editor at its own address', async () => {
    api.on(SETUPS, ok([setupOf({ filters: [{ filter: 'moon', phase: 'full' }] })]));
    mount({ kind: 'setup', id: ID });
    expect(await screen.findByText(/una regla que esta versión de Vigía no conoce/)).toBeDefined();
    await press('Setups');
    expect(await screen.findByRole('button', { name: 'Eliminar: Agotamiento' })).toBeDefined();
  });

  it('shows its price source on its card and before automatic trading starts if the screen shows another source', async () => {
    api.on(SETUPS, ok([setupOf({ price_source: 'iqoption', auto_trade: true })]));
    mount();
    expect(
      await screen.findByText('Trabaja con los precios de IQ Option; tú ves los del mercado simulado.'),
    ).toBeDefined();
    await toggle('Agotamiento: activo');
    expect(await screen.findByText(/Sus señales salen de los precios de IQ Option/)).toBeDefined();
    await press('Cancelar');
    await press('Clonar: Agotamiento');
    expect(await screen.findByText(/Trabajará con los precios que ves ahora, los del mercado simulado/)).toBeDefined();
  });

  it('warns that a changed rule moves it to the screen’s price source if it uses another source', async () => {
    api.on(SETUPS, ok([setupOf({ price_source: 'deriv' })]));
    mount({ kind: 'setup', id: ID });
    expect(
      await screen.findByText(/^Este setup trabaja con los precios de Deriv y el gráfico muestra los del mercado/),
    ).toBeDefined();
  });

  it('shows no notice about price sources if the screen shows the source that it uses', async () => {
    mount();
    await screen.findByRole('region', { name: 'Agotamiento' });
    expect(screen.queryByText(/^Trabaja con los precios/)).toBeNull();
  });
});

describe('the list of setups', () => {
  it('shows that it could not be loaded, and retries', async () => {
    api.on(SETUPS, refused(503, 'service_unavailable', 'No disponible.'));
    mount();
    expect(await screen.findByText('Error al cargar setups')).toBeDefined();
    expect(screen.getByText('No disponible.')).toBeDefined();
    api.on(SETUPS, ok([setupOf()]));
    await press('Reintentar');
    expect(await screen.findByRole('region', { name: 'Agotamiento' })).toBeDefined();
  });

  it('invites a user without setups to create one, and shows the library of setups', async () => {
    api.on(SETUPS, ok([]));
    mount();
    expect(await screen.findByText(/Todavía no tienes ningún setup/)).toBeDefined();
    expect(screen.getByText('library')).toBeDefined();
  });

  it('shows the win rate, interval, verdict and today’s signals of a setup, and that it does not trade', async () => {
    const card = {
      won: 231,
      lost: 155,
      tied: 2,
      decided: 386,
      rate: 0.598,
      interval: { low: 0.549, high: 0.646 },
      break_even: 0.541,
      verdict: 'above',
      evidence: { ...NO_EVIDENCE, bets: 350, above: 41.2, decided_from: { above: 40, below: 200 }, cards: 5 },
    } as const;
    api.on(SETUPS, ok([setupOf({ card, signals_today: 4, total_signals: 388 })]));
    mount();
    const shown = within(await screen.findByRole('region', { name: 'Agotamiento' }));
    expect(shown.getByText('231 de 386')).toBeDefined();
    expect(shown.getByText('IC 95 % 54.9–64.6')).toBeDefined();
    expect(shown.getByText('Por encima del equilibrio')).toBeDefined();
    expect(shown.getByText('$1 a favor → $41.20 · en contra → $1')).toBeDefined();
    expect(shown.getByText(/decide con \$40, por 5 tarjetas/u)).toBeDefined();
    expect(shown.getByRole('link', { name: 'Qué es' }).getAttribute('href')).toBe('/ayuda/veredictos');
    expect(shown.getByText('4 señales hoy')).toBeDefined();
    expect(shown.getByText('Solo señales')).toBeDefined();
  });

  it('activates a setup at once on the screen, and deactivates it again with the reason if the server refuses', async () => {
    mount();
    await screen.findByRole('switch', { name: 'Agotamiento: activo', checked: false });
    let reply: (answer: StubResponse) => void = () => {};
    const answer = new Promise<StubResponse>((resolve) => {
      reply = resolve;
    });
    api.on(`PUT /api/pcr/setup/${ID}`, () => answer);
    await toggle('Agotamiento: activo');
    await screen.findByRole('switch', { name: 'Agotamiento: activo', checked: true });
    reply(refused(409, 'setup_limit', 'Llegaste al máximo.'));
    await screen.findByRole('switch', { name: 'Agotamiento: activo', checked: false });
    expect(api.bodies(`PUT /api/pcr/setup/${ID}`)).toEqual([{ is_active: true }]);
  });

  it('asks for confirmation before it activates automatic trading', async () => {
    api.on(SETUPS, ok([setupOf({ auto_trade: true })])).on(`PUT /api/pcr/setup/${ID}`, ok(setupOf()));
    mount();
    await toggle('Agotamiento: activo');
    expect(await screen.findByRole('dialog', { name: '¿Activar Agotamiento y dejar que opere solo?' })).toBeDefined();
    expect(api.bodies(`PUT /api/pcr/setup/${ID}`)).toEqual([]);
    await press('Activar y operar solo');
    await waitFor(() => expect(api.bodies(`PUT /api/pcr/setup/${ID}`)).toEqual([{ is_active: true }]));
  });

  it('deactivates a setup without archiving it', async () => {
    api.on(SETUPS, ok([setupOf({ is_active: true })])).on(`POST /api/pcr/setup/${ID}/stop`, ok({}));
    mount();
    await toggle('Agotamiento: activo');
    await waitFor(() => expect(api.bodies(`POST /api/pcr/setup/${ID}/stop`)).toEqual([{}]));
  });

  it('archives a setup only after confirmation', async () => {
    api.on(`POST /api/pcr/setup/${ID}/stop`, ok({}));
    mount();
    await press('Eliminar: Agotamiento');
    expect(await screen.findByText('¿Eliminar Agotamiento?')).toBeDefined();
    expect(api.bodies(`POST /api/pcr/setup/${ID}/stop`)).toEqual([]);
    await press('Eliminar');
    await waitFor(() => expect(api.bodies(`POST /api/pcr/setup/${ID}/stop`)).toEqual([{ archive: true }]));
  });

  it('clones a setup under the given name', async () => {
    api.on(`POST /api/pcr/setup/${ID}/clone`, ok(setupOf()));
    mount();
    await press('Clonar: Agotamiento');
    fireEvent.change(await screen.findByLabelText('Nombre del nuevo setup'), { target: { value: 'Londres' } });
    await press('Clonar');
    await waitFor(() => expect(api.bodies(`POST /api/pcr/setup/${ID}/clone`)).toEqual([{ name: 'Londres' }]));
  });

  it('lets the user view and clone built-in setups, but not switch or delete them', async () => {
    api.on(SETUPS, ok([setupOf({ is_demo: true })]));
    mount();
    expect(await button('Ver: Agotamiento')).toBeDefined();
    expect(screen.queryByRole('switch')).toBeNull();
    expect(screen.queryByRole('button', { name: /Eliminar/ })).toBeNull();
  });

  it('explains why a setup did not trade, with rule, value, limit and a sentence', async () => {
    api.on(`GET /api/pcr/setup/${ID}/rejections`, ok([rejectionOf()]));
    mount();
    await press('¿Por qué no opera?: Agotamiento');
    const dialog = within(await screen.findByRole('dialog', { name: '¿Por qué no opera?' }));
    expect(await dialog.findByText('Un filtro no la dejó pasar.')).toBeDefined();
    expect(dialog.getByText('Regla · Filtro')).toBeDefined();
    expect(dialog.getByRole('img', { name: 'RSI 50.6 (mín. 55): no pasó' })).toBeDefined();
  });
});

describe('the statistics of a setup', () => {
  const STATISTICS = `GET /api/pcr/setup/${ID}/statistics`;
  const open = async () => {
    mount();
    await press('Ver estadísticas: Agotamiento');
    return within(await screen.findByRole('dialog', { name: 'Estadísticas de Agotamiento' }));
  };

  it('are requested only when the user opens them, and show win rate, count, interval and break-even', async () => {
    const card = {
      won: 30,
      lost: 20,
      tied: 1,
      decided: 50,
      rate: 0.6,
      interval: { low: 0.462, high: 0.724 },
      break_even: 0.541,
      verdict: 'indistinguishable',
      evidence: NO_EVIDENCE,
    } as const;
    const record = { total_signals: 54, signals_today: 2, pending: 2, voided: 1, trades: 12, profit: 34.5 };
    api.on(STATISTICS, ok(statisticsOf({ ...record, card, profit_today: -5, longest_losing_streak: 4 })));
    mount();
    await button('Ver estadísticas: Agotamiento');
    expect(api.bodies(STATISTICS)).toEqual([]);
    cleanup();
    const dialog = await open();
    expect(await dialog.findByText('60.0 %')).toBeDefined();
    expect(dialog.getByText('30 de 50')).toBeDefined();
    expect(dialog.getByText(/46\.2.*72\.4/)).toBeDefined();
    expect(dialog.getByText(/54\.1/)).toBeDefined();
    expect(
      ['Señales', 'Pendientes', 'Empates', 'Peor racha', 'Operaciones', 'Resultado'].map(
        (name) => dialog.getByText(name).parentElement?.textContent,
      ),
    ).toEqual([
      'Señales542 hoy',
      'Pendientes2aún no vencen',
      'Empates1y 1 nula',
      'Peor racha4señales perdidas seguidas',
      'Operaciones12que abrió solo',
      'Resultado+$34.50hoy −$5.00',
    ]);
  });

  it('are replaced by a sentence and the counts of the detector for a setup without signals and trades', async () => {
    api.on(STATISTICS, ok(statisticsOf()));
    const dialog = await open();
    expect(await dialog.findByText(/Todavía no tiene señales ni operaciones/)).toBeDefined();
    expect(dialog.getByText('Zonas creadas: 22; vivas: 3; invalidadas: 4.')).toBeDefined();
    expect(dialog.queryByText('Peor racha')).toBeNull();
  });

  it('show no profit or loss for a setup that placed no trade', async () => {
    api.on(STATISTICS, ok(statisticsOf({ total_signals: 3, pending: 3 })));
    const dialog = await open();
    expect((await dialog.findByText('Resultado')).parentElement?.textContent).toBe('Resultado—hoy $0.00');
    expect(dialog.getByText('Sin señales cerradas')).toBeDefined();
  });

  it('can be requested again if they could not be loaded', async () => {
    api.on(STATISTICS, refused(503, 'service_unavailable', 'No disponible.'));
    const dialog = await open();
    expect((await dialog.findByRole('alert')).textContent).toContain('No pudimos cargar las estadísticas');
    api.on(STATISTICS, ok(statisticsOf()));
    fireEvent.click(dialog.getByRole('button', { name: 'Reintentar' }));
    expect(await dialog.findByText(/Todavía no tiene señales ni operaciones/)).toBeDefined();
  });
});

describe('the figures at the top of the PCR page', () => {
  it('are shown as zero, with a notice, if they could not be loaded', async () => {
    api.on('GET /api/pcr/dashboard', refused(503, 'service_unavailable', 'No disponible.'));
    mount();
    const region = within(await screen.findByRole('region', { name: 'Métricas PCR' }));
    expect((await region.findByRole('alert')).textContent).toContain('No pudimos cargar las métricas. No disponible.');
    api.on('GET /api/pcr/dashboard', ok(metricsOf()));
    fireEvent.click(region.getByRole('button', { name: 'Reintentar' }));
    expect(await region.findByText('93')).toBeDefined();
  });

  it('are in a focusable, named region on a phone', async () => {
    drawNothing({ phone: true });
    mount();
    expect((await screen.findByRole('region', { name: 'Cifras' })).tabIndex).toBe(0);
  });
});

it('the PCR page polls the sequences every five seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    mount();
    const asked = () =>
      api.calls.filter(({ path, query }) => path === '/api/pcr/sequences/summary' && query === '').length;
    await waitFor(() => expect(asked()).toBe(1));
    await vi.advanceTimersByTimeAsync(4_000);
    expect(asked()).toBe(1);
    await vi.advanceTimersByTimeAsync(1_500);
    await waitFor(() => expect(asked()).toBe(2));
  } finally {
    vi.useRealTimers();
  }
});

describe('the editor of a setup', () => {
  const openNew = () => mount({ kind: 'new' });
  const openSaved = () => mount({ kind: 'setup', id: ID });

  it('previews the results of the current values, and updates the preview after a change without a request', async () => {
    openNew();
    const figure = await screen.findByRole('figure', { name: /Lo que este setup encuentra en EURUSD/ });
    await waitFor(() => expect(figure.textContent).toMatch(/\d+ secuencias?, \d+ válidas?/));
    const before = figure.textContent;
    const calls = api.calls.filter(({ path }) => path.includes('candles')).length;
    expect(before).not.toContain(' 0 válidas');
    // Candles have wicks, so no run of candles has an efficiency of 1.
    fireEvent.change(screen.getByRole('textbox', { name: 'Eficiencia mínima' }), { target: { value: '1' } });
    await waitFor(() => expect(figure.textContent).toContain(' 0 válidas'));
    expect(api.calls.filter(({ path }) => path.includes('candles')).length).toBe(calls);
  });

  it('moves its sliders by the arrow keys', async () => {
    openNew();
    const thumb = await screen.findByRole('slider', { name: 'Velas fuertes, mínimo' });
    fireEvent.keyDown(thumb, { key: 'ArrowRight' });
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Velas fuertes, mínimo' }).value).toBe('3');
  });

  it('lets a new setup only publish signals, and explains the switch for automatic trading', async () => {
    openNew();
    await press(/Dinero y riesgo/);
    expect(screen.getByText('Apagado: solo avisa. Ninguna señal abre una operación.')).toBeDefined();
    await toggle('Operar solo');
    expect(screen.getByText(/cada señal abre sola una operación/)).toBeDefined();
  });

  it('shows the cost of a martingale, the probability of a total loss, and why the martingale is refused', async () => {
    api.on(
      'GET /api/pcr/ladder',
      ok({
        currency: 'USD',
        stakes: [10, 20],
        total_at_risk: 30,
        ruin_at_break_even: 0.211,
        ruin_at_half: 0.25,
        ruin_in_100: 0.999,
        refusal: 'la escalera supera tu límite diario.',
      }),
    );
    openNew();
    await press(/Dinero y riesgo/);
    await press('Martingala');
    const ladder = await screen.findByRole('region', { name: /lo que puede costar/ });
    expect(await within(ladder).findByText('$30.00')).toBeDefined();
    expect(within(ladder).getByText('21.1 %')).toBeDefined();
    expect(within(ladder).getByText(/la escalera supera tu límite diario/)).toBeDefined();
    const multiplier = screen.getByRole('slider', { name: 'Multiplica por' });
    expect(ladder.compareDocumentPosition(multiplier) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it('opens the step that contains a refused field, and shows the error there', async () => {
    const details = [{ path: 'patterns.zone.maxAgeCandles', message: 'Debe estar entre 1 y 1000.' }];
    api.on(CREATE, {
      status: 422,
      body: { error: { code: 'setup_invalid', message: 'No es válido.', details }, detail: 'Error al crear setup' },
    });
    openNew();
    await press('Crear setup');
    expect(await screen.findByText('Debe estar entre 1 y 1000.')).toBeDefined();
    expect(screen.getByRole('button', { name: /Zona/, expanded: true })).toBeDefined();
    expect(screen.getByText('Error al crear setup. Hay un campo por corregir.')).toBeDefined();
  });

  it('creates an inactive setup, and opens it', async () => {
    const made = setupOf({ id: '00000000-0000-4000-8000-0000000000bb', name: 'Tarde' });
    api.on(CREATE, ok(made));
    openNew();
    fireEvent.change(await screen.findByLabelText('Nombre'), { target: { value: 'Tarde' } });
    api.on(SETUPS, ok([setupOf(), made]));
    await press('Crear setup');
    expect(await screen.findByRole('heading', { level: 1, name: 'Tarde' })).toBeDefined();
    expect(api.bodies(CREATE)[0]).toMatchObject({ name: 'Tarde', is_active: false, auto_trade: false });
  });

  it('saves the whole setup, and the setup stays active or inactive', async () => {
    api.on(SETUPS, ok([setupOf({ is_active: true })])).on(`PUT /api/pcr/setup/${ID}`, ok(setupOf()));
    openSaved();
    expect((await button('Guardar cambios')).hasAttribute('disabled')).toBe(true);
    fireEvent.change(screen.getByRole('textbox', { name: 'Eficiencia mínima' }), { target: { value: '0.6' } });
    await press('Guardar cambios');
    await waitFor(() => expect(api.bodies(`PUT /api/pcr/setup/${ID}`)).toHaveLength(1));
    expect(api.bodies(`PUT /api/pcr/setup/${ID}`)[0]).toMatchObject({
      is_active: true,
      patterns: { minEfficiency: 0.6, minLength: 3 },
    });
  });

  it("saves a copy of a built-in setup as the user's own", async () => {
    api.on(SETUPS, ok([setupOf({ is_demo: true })])).on(CREATE, ok(setupOf()));
    openSaved();
    await press('Guardar como mío');
    await waitFor(() => expect(api.bodies(CREATE)[0]).toMatchObject({ name: 'Agotamiento (copia)' }));
  });

  it('asks for confirmation before unsaved changes are lost', async () => {
    const { router } = mount({ kind: 'setup', id: ID });
    fireEvent.change(await screen.findByLabelText('Nombre'), { target: { value: 'Otro' } });
    void router.navigate({ to: '/' });
    expect(await screen.findByText('¿Salir sin guardar?')).toBeDefined();
    await press('Seguir editando');
    // The dialog of the previous part of the test must be closed first.
    await waitFor(() => expect(screen.queryByText('¿Salir sin guardar?')).toBeNull());
    expect(screen.getByLabelText<HTMLInputElement>('Nombre').value).toBe('Otro');
    void router.navigate({ to: '/' });
    expect(await screen.findByText('¿Salir sin guardar?')).toBeDefined();
    await press('Salir y perderlos');
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });

  it('opens a backtest of its setup, with or without unsaved changes', async () => {
    openSaved();
    await press('Probar en histórico');
    expect(tested).toHaveBeenLastCalledWith(expect.objectContaining({ id: ID }), 'form');
    fireEvent.change(screen.getByRole('textbox', { name: 'Eficiencia mínima' }), { target: { value: '0.9' } });
    await press('Probar en histórico');
    const [last] = tested.mock.lastCall ?? [];
    expect(last).toMatchObject({ id: null, setup: { patterns: { minEfficiency: 0.9 } } });
  });

  it('adds a filter, shows its measured value, and removes it again', async () => {
    openNew();
    await press(/Filtros/);
    const add = await button('Agregar filtro');
    fireEvent.keyDown(add, { key: 'Enter' });
    fireEvent.click(await screen.findByRole('menuitem', { name: 'RSI' }));
    expect(await screen.findByRole('slider', { name: 'CALL hasta' })).toBeDefined();
    await press('Quitar el filtro RSI');
    expect(screen.queryByRole('slider', { name: 'CALL hasta' })).toBeNull();
  });

  it('reports a setup that no longer exists', async () => {
    mount({ kind: 'setup', id: 'gone' });
    expect(await screen.findByText(/No encontramos ese setup/)).toBeDefined();
  });
});
