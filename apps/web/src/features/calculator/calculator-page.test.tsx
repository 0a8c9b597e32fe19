import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeApi, mountPanel, ok } from '#shared/test/mount-panel.tsx';
import { CalculatorPage } from './calculator-page.tsx';
import type { CalculatorSearch } from './model/address.ts';

const PERFORMANCE = 'GET /api/v1/trading/performance';
const UNDECIDED = {
  won: 0,
  lost: 0,
  tied: 0,
  decided: 0,
  rate: null,
  interval: null,
  break_even: null,
  verdict: null,
  evidence: null,
};
const CARD = {
  won: 84,
  lost: 76,
  tied: 2,
  decided: 160,
  rate: 0.525,
  interval: { low: 0.448, high: 0.601 },
  break_even: 0.541,
  verdict: 'indistinguishable',
  evidence: null,
};
const performanceWith = (card: object) =>
  ok({
    purse: { kind: 'mock', currency: 'USD' },
    purses: [{ kind: 'mock', currency: 'USD' }],
    trades: 162,
    voided: 0,
    card,
    profit: 0,
    staked: 0,
    expectancy: null,
    profit_factor: null,
    longest_winning_streak: 0,
    longest_losing_streak: 0,
    current_streak: null,
    max_drawdown: 0,
    equity: [],
    by_asset: [],
    by_hour: [],
    by_weekday: [],
  });

let api: FakeApi;
let searches: CalculatorSearch[];
beforeEach(() => {
  drawNothing();
  searches = [];
  api = new FakeApi().on(PERFORMANCE, performanceWith(UNDECIDED));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Page({ first }: { readonly first: CalculatorSearch }) {
  const [search, setSearch] = useState(first);
  const onSearch = (next: CalculatorSearch) => {
    searches.push(next);
    setSearch(next);
  };
  return (
    <>
      <CalculatorPage
        search={search}
        onSearch={onSearch}
        addressOf={(next) =>
          `https://vigia.example/calculator?${new URLSearchParams(Object.entries(next).map(([key, value]) => [key, String(value)]))}`
        }
      />
      {/* This button simulates a click on a link to the calculator page. */}
      <button type="button" onClick={() => setSearch({})}>
        open link
      </button>
    </>
  );
}

async function open(first: CalculatorSearch = {}) {
  mountPanel(<Page first={first} />, { api });
  await screen.findByRole('heading', { level: 1, name: 'Calculadora' });
}
const type = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
const results = () => within(screen.getByRole('region', { name: 'Resultados' }));

it('the calculator shows that the default numbers lose money, and how much', async () => {
  await open();
  expect(screen.getByText(/cada \$10\.00 pierden \$0\.29 de media/)).toBeDefined();
  expect(results().getByText('54.1 %')).toBeDefined();
  expect(results().getByText('−$0.29')).toBeDefined();
});

it('the calculator updates its results at every keystroke', async () => {
  await open();
  type('Acierto', '60');
  expect(await results().findByText('+$1.10')).toBeDefined();
  expect(screen.getByText(/De media ganas \$1\.10/)).toBeDefined();
  type('Monto por operación', '20');
  expect(await results().findByText('+$2.20')).toBeDefined();
});

it('the calculator shows an error below an invalid field, and uses the last valid number', async () => {
  await open();
  type('Pago', '80');
  expect(await results().findByText('55.6 %')).toBeDefined();
  type('Pago', '80x');
  expect(await screen.findByText('Escribe un número. Se sigue calculando con 80 %.')).toBeDefined();
  expect(screen.getByLabelText('Pago').getAttribute('aria-invalid')).toBe('true');
  expect(results().getByText('55.6 %')).toBeDefined();
  type('Pago', '900');
  expect(await screen.findByText('Va de 1 a 300. Se sigue calculando con 80 %.')).toBeDefined();
});

it('the calculator writes only the latest numbers into the URL, after the user has stopped typing', async () => {
  await open();
  type('Acierto', '6');
  type('Acierto', '60');
  await waitFor(() => expect(searches).toEqual([{ acierto: 60 }]));
});

it('the calculator loads the numbers in its URL, also when the URL changes later', async () => {
  await open({ acierto: 60, apuesta: 'kelly', kelly: 'medio' });
  expect(screen.getByDisplayValue('60')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Medio' }).getAttribute('aria-pressed')).toBe('true');
  expect(screen.getByText(/La primera operación es de \$32\.35/)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'open link' }));
  expect(await screen.findByDisplayValue('52.5')).toBeDefined();
  expect(searches).toEqual([]);
});

it('the calculator reports invalid parameters of the URL until the user types', async () => {
  await open({ acierto: 'abc', semilla: 0, apuesta: 'doble' });
  const alert = screen.getAllByRole('alert').find(({ tagName }) => tagName === 'UL');
  expect([...(alert?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    'Acierto «abc»: Escribe un número. Usamos 52.5 %.',
    'Semilla «0»: Va de 1 a 999,999. Usamos 1.',
    'Cómo apuestas «doble» no existe. Usamos Fijo.',
  ]);
  type('Acierto', '55');
  await waitFor(() => expect(screen.queryByText(/El enlace trae datos/)).toBeNull());
});

it('the calculator copies a URL with the current numbers, including the last keystroke', async () => {
  const copied: string[] = [];
  vi.stubGlobal('navigator', {
    ...navigator,
    clipboard: { writeText: async (text: string) => void copied.push(text) },
  });
  await open();
  type('Acierto', '60');
  fireEvent.click(screen.getByRole('button', { name: 'Copiar enlace' }));
  await waitFor(() => expect(copied).toEqual(['https://vigia.example/calculator?acierto=60']));
});

it('the calculator simulates no sessions if the Kelly stake is zero, and offers a fixed stake', async () => {
  await open({ apuesta: 'kelly' });
  expect(screen.getByText(/Kelly dice que no hay nada que apostar/)).toBeDefined();
  expect(screen.getByText(/Sin apuesta no hay plan/)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Ver con monto fijo' }));
  await waitFor(() => expect(screen.queryByText(/no hay nada que apostar/)).toBeNull());
  expect(screen.getByRole('button', { name: 'Fijo' }).getAttribute('aria-pressed')).toBe('true');
});

it('the calculator reports that the capital is too small for one trade', async () => {
  await open({ capital: 5 });
  expect(screen.getByText('Tu capital no alcanza para una operación así.')).toBeDefined();
  expect(screen.getByText(/Pide \$80\.40 y tu capital es \$5\.00/)).toBeDefined();
});

it('the calculator resets to the defaults', async () => {
  await open({ acierto: 60 });
  fireEvent.click(screen.getByRole('button', { name: 'Restablecer' }));
  expect(await screen.findByDisplayValue('52.5')).toBeDefined();
  await waitFor(() => expect(searches).toEqual([{}]));
});

it('the calculator offers the win rate of the user’s own trades, with its account kind and currency, number of trades and interval', async () => {
  api.on(PERFORMANCE, performanceWith({ ...CARD, rate: 0.515 }));
  await open();
  expect(await screen.findByText(/Tu historial en Simulado · USD: 84 de 160, IC 95 % 44\.8–60\.1/)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Usar 51.5 %' }));
  expect(await screen.findByDisplayValue('51.5')).toBeDefined();
});

it("the calculator reports that the win rate of the user's own trades could not be loaded, and retries", async () => {
  api.on(PERFORMANCE, { status: 503, body: {} });
  await open();
  expect(await screen.findByText(/No pudimos leer tu historial/)).toBeDefined();
  api.on(PERFORMANCE, performanceWith(UNDECIDED));
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByText('Aún no tienes operaciones cerradas en Simulado · USD.')).toBeDefined();
});
