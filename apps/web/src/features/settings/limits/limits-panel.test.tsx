import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { RiskLimitsView, RiskUse } from '@vigia/contract';
import { PAPER_BOOK } from '@vigia/core/risk';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { limitBookText } from '#shared/lib/limit-books.ts';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { limitsOf } from '#shared/test/limits.ts';
import { FakeApi, mountPanel, ok, refused } from '#shared/test/mount-panel.tsx';
import { LimitsPanel } from './limits-panel.tsx';

const LIMITS = 'GET /api/v1/account/limits';
const SAVE = 'PUT /api/v1/account/limits';
const USE = 'GET /api/v1/trading/risk';

const HOUR_MS = 60 * 60_000;
/** Returns the time 24 hours from now. */
const tomorrow = () => new Date(Date.now() + 24 * HOUR_MS).toISOString();
const midnight = () => new Date(Math.ceil(Date.now() / (24 * HOUR_MS)) * 24 * HOUR_MS).toISOString();
const use = (change: Partial<RiskUse> = {}): RiskUse => ({
  purse: { kind: 'mock', currency: 'USD' },
  day: { trades: 3, profit: -12, resets_at: midnight() },
  week: { profit: 18, resets_at: midnight() },
  at_stake: 0,
  losing_streak: 0,
  cool_down_until: null,
  ...change,
});
const withLimits = (limits: Partial<RiskLimitsView['limits']>, waiting?: Partial<RiskLimitsView['waiting']>) => {
  const view = limitsOf(waiting);
  return { ...view, limits: { ...view.limits, ...limits } };
};

let api: FakeApi;
beforeEach(() => {
  drawNothing();
  api = new FakeApi().on(LIMITS, ok(limitsOf())).on(USE, ok(use()));
});
afterEach(() => {
  cleanup();
});

const mount = () => mountPanel(<LimitsPanel />, { api });
const turnOn = async (limit: string) =>
  fireEvent.click(await screen.findByRole('switch', { name: `Limitar: ${limit}` }));
const write = (limit: string, value: string) => fireEvent.change(screen.getByLabelText(limit), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Guardar límites' }));

it('the limits panel shows all seven limits and marks the limits that are switched off', async () => {
  mount();
  expect(await screen.findByLabelText('Operaciones activas a la vez')).toHaveProperty('value', '3');
  expect(screen.getAllByText('Sin límite')).toHaveLength(5);
  expect(screen.getByText('Sin pausa')).toBeDefined();
  expect(screen.queryByLabelText('Duración de la pausa')).toBeNull();
  await turnOn('Pausa tras pérdidas seguidas');
  expect(screen.getByLabelText('Duración de la pausa')).toHaveProperty('value', '30');
});

it('the limits panel shows the limits of the chosen account kind and currency, and saves changes for that choice', async () => {
  const real = { scope: 'real', currency: 'USD' } as const;
  const books = {
    [limitBookText(PAPER_BOOK)]: limitsOf(),
    [limitBookText(real)]: { ...withLimits({ max_stake: 20 }), book: real },
  };
  const asked = ({ query }: { readonly query: string }) => {
    const [scope, currency] = ['scope', 'currency'].map((name) => new URLSearchParams(query).get(name));
    return ok(scope ? books[`${scope}-${currency}`] : limitsOf());
  };
  api.on(LIMITS, asked).on(SAVE, ok({ ...withLimits({ max_stake: 5 }), book: real }));
  mount();
  const choice = await screen.findByLabelText('Límites de');
  expect(
    within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Práctica · USD', 'Dinero real · USD']);
  expect(await screen.findByText('Hoy:')).toBeDefined();
  fireEvent.change(choice, { target: { value: limitBookText(real) } });
  await waitFor(() => expect(screen.getByLabelText('Monto máximo por operación')).toHaveProperty('value', '20'));
  expect(screen.queryByText('Hoy:')).toBeNull();
  write('Monto máximo por operación', '5');
  save();
  expect(await screen.findByText('Ya rige: Monto máximo por operación, $5.00.')).toBeDefined();
  expect(api.bodies(SAVE)).toEqual([{ book: real, max_stake: 5 }]);
});

it('the limits panel sends a stricter limit at once and confirms that it applies', async () => {
  api.on(SAVE, ok(withLimits({ daily_loss_limit: 50 })));
  mount();
  await turnOn('Pérdida máxima por día');
  write('Pérdida máxima por día', '50');
  save();
  expect(await screen.findByText('Ya rige: Pérdida máxima por día, $50.00.')).toBeDefined();
  expect(api.bodies(SAVE)).toEqual([{ book: PAPER_BOOK, daily_loss_limit: 50 }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('the limits panel asks for confirmation before it loosens a limit, and shows when the change applies', async () => {
  const before = { daily_loss_limit: 50, daily_trade_limit: 20 };
  api.on(LIMITS, ok(withLimits(before)));
  const from = tomorrow();
  api.on(SAVE, ok(withLimits({ ...before, daily_trade_limit: 10 }, { daily_loss_limit: { value: null, from } })));
  mount();
  await turnOn('Pérdida máxima por día');
  write('Operaciones por día', '10');
  save();
  const asked = within(await screen.findByRole('dialog', { name: '¿Aflojar tus límites?' }));
  expect(asked.getByText('$50.00 → Sin límite')).toBeDefined();
  expect(asked.queryByText('Operaciones por día')).toBeNull();
  expect(api.bodies(SAVE)).toEqual([]);
  fireEvent.click(asked.getByRole('button', { name: 'Aflojar en 24 horas' }));
  const time = from.slice(11, 16);
  const at = time.startsWith('01') ? `a la ${time}` : `a las ${time}`;
  expect(await screen.findByText(`Desde mañana ${at}: Pérdida máxima por día, Sin límite.`)).toBeDefined();
  expect(screen.getByText('Ya rige: Operaciones por día, 10 por día.')).toBeDefined();
  expect(screen.getByText(`Sin límite desde mañana ${at}.`, { exact: false })).toBeDefined();
  expect(screen.getByLabelText('Pérdida máxima por día')).toHaveProperty('value', '50');
  expect(api.bodies(SAVE)).toEqual([{ book: PAPER_BOOK, daily_loss_limit: null, daily_trade_limit: 10 }]);
});

it('the limits panel sends nothing if the confirmation is declined', async () => {
  api.on(LIMITS, ok(withLimits({ max_stake: 20 })));
  mount();
  await screen.findByLabelText('Monto máximo por operación');
  write('Monto máximo por operación', '40');
  save();
  const asked = within(await screen.findByRole('dialog'));
  fireEvent.click(asked.getByRole('button', { name: 'Cancelar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.bodies(SAVE)).toEqual([]);
});

it('the limits panel cancels a pending change by a request with the current value', async () => {
  const waiting = { max_stake: { value: 40, from: tomorrow() } };
  api.on(LIMITS, ok(withLimits({ max_stake: 20 }, waiting))).on(SAVE, ok(withLimits({ max_stake: 20 })));
  mount();
  fireEvent.click(await screen.findByRole('button', { name: 'Cancelar cambio: Monto máximo por operación' }));
  await waitFor(() => expect(screen.queryByText(/^\$40\.00 desde/)).toBeNull());
  expect(api.bodies(SAVE)).toEqual([{ book: PAPER_BOOK, max_stake: 20 }]);
});

it('the limits panel shows client and server errors at their fields', async () => {
  mount();
  await turnOn('Monto máximo por operación');
  save();
  const field = screen.getByLabelText('Monto máximo por operación');
  expect(await screen.findByText('Escribe un valor o quita el límite.')).toBeDefined();
  expect(document.activeElement).toBe(field);
  expect(api.bodies(SAVE)).toEqual([]);
  api.on(SAVE, {
    status: 422,
    body: {
      error: {
        code: 'validation_failed',
        message: 'Revisa los datos enviados.',
        details: [{ path: 'max_stake', message: 'Debe ser menor.' }],
      },
      detail: 'Revisa los datos enviados.',
    },
  });
  write('Monto máximo por operación', '900');
  save();
  expect(await screen.findByText('Debe ser menor.')).toBeDefined();
  expect(field.getAttribute('aria-invalid')).toBe('true');
});

it('the limits panel shows the reason if saving fails and no field has an error', async () => {
  api.on(SAVE, refused(503, 'service_unavailable', 'No disponible.'));
  mount();
  await turnOn('Monto máximo por operación');
  write('Monto máximo por operación', '20');
  save();
  expect(await screen.findByText('No disponible.')).toBeDefined();
});

it('the limits panel shows how much of the daily and weekly limits is used, and when they reset', async () => {
  api.on(LIMITS, ok(withLimits({ daily_loss_limit: 50, daily_trade_limit: 20, weekly_loss_limit: 150 })));
  api.on(USE, ok(use({ at_stake: 45 })));
  mount();
  const lineOf = async (name: string) => (await screen.findByText(name)).parentElement?.textContent;
  expect(await lineOf('Hoy:')).toBe('Hoy: 3 de 20 operaciones · pérdida $12.00 de $50.00 · se reinicia a las 00:00');
  expect(await lineOf('Esta semana:')).toBe(
    'Esta semana: resultado +$18.00 · pérdida $0.00 de $150.00 · se reinicia mañana a las 00:00',
  );
  expect(screen.getByText('En juego en operaciones abiertas: $45.00.')).toBeDefined();
});

it('the limits panel shows the cool-down after losses until it ends', async () => {
  const until = new Date(Date.now() + 60_000).toISOString();
  api.on(USE, ok(use({ losing_streak: 4, cool_down_until: until })));
  mount();
  expect(await screen.findByText(/^En pausa hasta .*: 4 pérdidas seguidas\./)).toBeDefined();
});
