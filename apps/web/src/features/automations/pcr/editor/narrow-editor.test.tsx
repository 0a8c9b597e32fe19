import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeApi, mountPanel, ok } from '#shared/test/mount-panel.tsx';
import { TooltipProvider } from '#shared/ui/tooltip.tsx';
import { newDraft } from '../model/draft.ts';
import { setupOf, wavyCandles } from '../testing.ts';
import type { EditedSetup } from './editor.ts';
import { SetupEditor, type SetupEditorProps } from './setup-editor.tsx';

const CREATE = 'POST /api/pcr/setup';

// jsdom renders the whole editor, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

const tested = vi.fn<SetupEditorProps['onTest']>();
let api: FakeApi;

beforeEach(() => {
  drawNothing({ phone: true });
  tested.mockReset();
  api = new FakeApi()
    .on('GET /api/pcr/setups', ok([]))
    .on('GET /api/v1/trading/payout', ok({ symbol: 'EURUSD', duration: 5, payout: 0.85 }))
    .on('GET /api/v1/trading/candles', ok(wavyCandles(500).map((candle) => ({ ...candle, closed: true }))));
  api.services.priceFeed.set({ source: 'simulated', state: 'live' });
});
afterEach(() => {
  cleanup();
});

const lookText = (rules: EditedSetup | null, hasButton: boolean) =>
  rules === null ? 'invalid' : `efficiency ${rules.setup.patterns.minEfficiency}, button ${hasButton}`;

const mount = (given: Partial<SetupEditorProps> = {}) =>
  mountPanel(
    <TooltipProvider>
      <SetupEditor
        setup={null}
        start={newDraft('Nuevo', 'EURUSD')}
        assets={[]}
        chips={null}
        onOpen={() => {}}
        onTest={tested}
        renderLook={(rules, onReport) => <p data-testid="look">{lookText(rules, onReport !== undefined)}</p>}
        {...given}
      />
    </TooltipProvider>,
    { api },
  );
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const steps = async () => within(await screen.findByRole('navigation', { name: 'Pasos' }));
const currentStep = async () => (await steps()).getByRole('button', { current: 'step' }).textContent;
const jump = async (name: string) => fireEvent.click((await steps()).getByRole('button', { name }));

describe('the editor on a narrow screen', () => {
  it('shows one step at a time, with a way to the step before, the step after and any step', async () => {
    mount();
    expect(await currentStep()).toContain('Secuencia');
    expect(screen.queryByRole('button', { name: 'Anterior' })).toBeNull();
    expect(screen.queryByRole('slider', { name: 'La zona vive' })).toBeNull();
    await press('Siguiente: Zona');
    expect(await currentStep()).toContain('Zona');
    expect(screen.getByRole('slider', { name: 'La zona vive' })).toBeDefined();
    expect(screen.queryByRole('slider', { name: 'Eficiencia mínima' })).toBeNull();
    await jump('Dinero y riesgo');
    expect(screen.getByRole('switch', { name: 'Operar solo' })).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Siguiente/ })).toBeNull();
    await press('Anterior');
    expect(await currentStep()).toContain('Entrada');
  });

  it('keeps open parts of a step while another step is shown', async () => {
    mount();
    await press('Avanzado');
    await jump('Zona');
    await jump('Secuencia');
    expect(screen.getByRole('slider', { name: 'Vela fuerte: cuerpo mínimo' })).toBeDefined();
  });

  it('goes to the first step with a refused value, and marks it', async () => {
    const details = [{ path: 'patterns.zone.optimoRatio', message: 'Debe estar entre 0 y 1.' }];
    api.on(CREATE, {
      status: 422,
      body: { error: { code: 'setup_invalid', message: 'No es válido.', details }, detail: 'Error al crear setup' },
    });
    mount();
    await press('Crear');
    // The refused value is among the folded ones, so they unfold.
    expect(await screen.findByText('Debe estar entre 0 y 1.')).toBeDefined();
    expect(await currentStep()).toContain('Zona, por corregir');
  });

  it('creates the setup and opens its report from the bar at the bottom', async () => {
    const made = setupOf({ name: 'Tarde' });
    const onOpen = vi.fn<(id: string) => void>();
    api.on(CREATE, ok(made));
    mount({ onOpen });
    const bar = within(await screen.findByRole('region', { name: 'Probar y guardar' }));
    fireEvent.click(bar.getByRole('button', { name: 'Probar' }));
    expect(tested).toHaveBeenLastCalledWith(expect.objectContaining({ id: null }), 'look');
    fireEvent.click(bar.getByRole('button', { name: 'Crear' }));
    await waitFor(() => expect(onOpen).toHaveBeenCalledWith(made.id));
    expect(api.bodies(CREATE)).toHaveLength(1);
  });

  it('chooses the timeframe in one field, which leaves space for the step', async () => {
    mount();
    const field = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Temporalidad' });
    fireEvent.change(field, { target: { value: '15m' } });
    expect(field.value).toBe('15m');
    expect(screen.getByRole('figure', { name: 'Lo que este setup encuentra en EURUSD, velas de 15m' })).toBeDefined();
  });

  it('has nothing to save until a saved setup is changed', async () => {
    mount({ setup: setupOf() });
    const save = await screen.findByRole<HTMLButtonElement>('button', { name: /^Guardar/ });
    expect(save.disabled).toBe(true);
    await press(/^Estricto/);
    expect(save.disabled).toBe(false);
  });

  it('shows an automatic backtest of valid rules in the bar, and reports invalid values there', async () => {
    mount();
    const look = await screen.findByTestId('look');
    expect(look.textContent).toBe('efficiency 0.5, button false');
    await screen.findByText(/\d+ secuencias · /);
    fireEvent.change(screen.getByRole('textbox', { name: 'Longitud máxima' }), { target: { value: '2' } });
    await waitFor(() => expect(look.textContent).toBe('invalid'));
  });
});

describe('the starting points (presets of the criteria)', () => {
  it('fill the criteria with the values that they state, and change nothing else', async () => {
    mount();
    const strict = await screen.findByRole('button', { name: /^Estricto/ });
    expect(screen.getByRole('button', { name: /^Normal/, pressed: true })).toBeDefined();
    expect(strict.textContent).toContain(
      '4 a 9 velas, 3 fuertes, 2 ATR, eficiencia 0.6, ruptura 60 % y los 5 criterios',
    );
    fireEvent.click(strict);
    const typed = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name }).value;
    expect(['Longitud mínima', 'Velas fuertes, mínimo', 'Recorrido mínimo', 'Eficiencia mínima'].map(typed)).toEqual([
      '4',
      '3',
      '2',
      '0.6',
    ]);
    expect(typed('Ruptura mínima del cuerpo')).toBe('60');
    expect(strict.getAttribute('aria-pressed')).toBe('true');
    await press(/^Amplio/);
    expect(screen.getByRole('button', { name: '4', pressed: true })).toBeDefined();
    fireEvent.change(screen.getByRole('textbox', { name: 'Eficiencia mínima' }), { target: { value: '0.45' } });
    expect(screen.getByText('Tus criterios no son los de ningún punto de partida.')).toBeDefined();
  });
});

it('the editor of a wide screen offers the starting points and the report beside its open steps', async () => {
  drawNothing();
  mount();
  expect((await screen.findByTestId('look')).textContent).toBe('efficiency 0.5, button true');
  await press(/^Zona/);
  expect(screen.getByRole('slider', { name: 'Eficiencia mínima' })).toBeDefined();
  expect(screen.getByRole('slider', { name: 'La zona vive' })).toBeDefined();
  await press(/^Estricto/);
  await waitFor(() => expect(screen.getByTestId('look').textContent).toContain('efficiency 0.6'));
});
