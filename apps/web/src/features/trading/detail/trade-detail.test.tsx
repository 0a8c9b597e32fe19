import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Option } from '@vigia/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { formatClock, formatMoment, formatTickTime } from '#shared/lib/format.ts';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeApi, mountPanel, ok, refused } from '#shared/test/mount-panel.tsx';
import { tradeOf, wonTrade } from '../trades/testing.ts';
import { useTradeDetail } from './detail-store.ts';
import { TradeDetail } from './trade-detail.tsx';
import { TradeOpener } from './trade-opener.tsx';

const WON = wonTrade();
const ONE = `GET /api/v1/trading/option/${WON.id}`;
const EVENTS = `${ONE}/events`;

let api: FakeApi;
beforeEach(() => {
  drawNothing();
  api = new FakeApi()
    .on('GET /api/v1/trading/assets', ok([]))
    .on('GET /api/v1/trading/candles', ok([]))
    .on('GET /api/v1/trading/tags', ok([]))
    .on(`${ONE}/note`, ok({ text: '', tags: [], updated_at: null }));
});
afterEach(() => {
  cleanup();
  useTradeDetail.setState({ trade: null });
});

async function open(trade: Option) {
  api.on(ONE, ok(trade));
  mountPanel(
    <>
      <TradeOpener trade={trade} />
      <TradeDetail />
    </>,
    { api },
  );
  const opener = await screen.findByRole('button', { name: /ver detalle$/ });
  opener.focus();
  fireEvent.click(opener);
  return within(await screen.findByRole('dialog', { name: 'EURUSD CALL' }));
}

/** Returns the value next to a label. */
const factOf = (dialog: ReturnType<typeof within>, name: string): string =>
  dialog.getByText(name).nextElementSibling?.textContent ?? '';

it('the trade detail shows every fact that decided a trade', async () => {
  api.on(EVENTS, ok([{ seq: 1, at: WON.entry_time, kind: 'open', currency: 'USD', detail: { entry_price: 1.085 } }]));
  const dialog = await open(WON);
  const facts = {
    Monto: '$10.00',
    'Pago fijado al aceptarla': '85 %',
    'Volvió a tu saldo': '$18.50',
    Resultado: '+$8.50',
    Entrada: '1.08500',
    'Tick de entrada': formatTickTime('2026-11-21T13:59:59.750Z'),
    Cierre: '1.08530',
    'Tick de cierre': formatTickTime('2026-11-21T14:04:59.875Z'),
    Fuente: 'Simulado',
    Aceptada: formatMoment('2026-11-21T14:00:00.000Z'),
    Expiración: formatMoment('2026-11-21T14:05:00.000Z'),
    Liquidada: formatMoment('2026-11-21T14:05:00.120Z'),
  };
  for (const [name, value] of Object.entries(facts)) expect(factOf(dialog, name), name).toBe(value);
  expect(factOf(dialog, 'Identificador')).toContain(WON.id);
  expect(dialog.getByRole('button', { name: 'Copiar el identificador' })).toBeDefined();
  expect(await dialog.findByText('Precio de entrada 1.08500.')).toBeDefined();
});

const untold = { entry_price: null, entry_tick_time: null, payout: null } as const;

it('the trade detail marks each value that the broker never reports', async () => {
  api.on(EVENTS, ok([]));
  const settlement = WON.settlement && { ...WON.settlement, price: null, tick_time: null };
  const dialog = await open({ ...WON, broker: 'olymptrade', account: 'demo', ...untold, settlement });
  for (const name of ['Entrada', 'Hora de la entrada', 'Cierre', 'Hora del cierre', 'Pago'])
    expect(factOf(dialog, name), name).toBe('El bróker no lo dijo');
});

it('the trade detail marks each value of an open trade that the broker has not reported yet', async () => {
  api.on(EVENTS, ok([]));
  const dialog = await open({ ...tradeOf({ broker: 'deriv', account: 'demo', execution: 'pending' }), ...untold });
  expect(factOf(dialog, 'Entrada')).toBe('El bróker aún no lo dijo');
  expect(factOf(dialog, 'Tick de entrada')).toBe('El bróker aún no lo dijo');
  expect(factOf(dialog, 'Pago')).toBe('Lo fija el bróker al aceptar');
  expect(factOf(dialog, 'Recibes si aciertas')).toBe('—');
});

it('the trade detail shows no prices for a refused order', async () => {
  api.on(EVENTS, ok([]));
  const settlement = WON.settlement && { ...WON.settlement, price: null, tick_time: null, reason: 'refused' };
  const refusedOrder = {
    ...WON,
    status: 'cancelled',
    execution: 'rejected',
    broker: 'deriv',
    account: 'demo',
  } as const;
  const dialog = await open({ ...refusedOrder, profit: 0, ...untold, settlement });
  expect(factOf(dialog, 'Entrada')).toBe('—');
  expect(factOf(dialog, 'Cierre')).toBe('—');
});

it.each([
  ['deriv', 'Tick de cierre', 'Si el precio termina igual que al entrar, se pierde el monto.'],
  ['olymptrade', 'Hora del cierre', 'Si el precio termina igual que al entrar, vuelve el monto.'],
  ['andes', 'Hora del cierre', 'No se sabe qué pasa en Andes si el precio termina igual que al entrar.'],
])(
  'the trade detail shows the tie rule of %s and labels its closing time as a tick time or a clock time',
  async (broker, label, tie) => {
    api.on(EVENTS, ok([]));
    const dialog = await open({ ...WON, broker, account: 'demo' });
    expect(factOf(dialog, label)).toBe(formatTickTime('2026-11-21T14:04:59.875Z'));
    expect(dialog.getByText(/^Decide el precio de/)).toBeDefined();
    expect(dialog.getByText(tie)).toBeDefined();
  },
);

it('the trade detail shows no milliseconds of a time that the broker reports in whole seconds', async () => {
  api.on(EVENTS, ok([]));
  const entry_tick_time = '2026-11-21T14:00:01.000Z';
  const dialog = await open({ ...WON, broker: 'deriv', account: 'demo', entry_tick_time });
  expect(factOf(dialog, 'Tick de entrada')).toBe(formatClock(entry_tick_time));
});

it('the trade detail shows the deciding tick and the tie rule of the paper account', async () => {
  api.on(EVENTS, ok([]));
  const dialog = await open(WON);
  expect(dialog.getByText('Decide el último tick antes de la expiración. Precios: Simulado.')).toBeDefined();
  expect(dialog.getByText('Si el precio termina igual que al entrar, vuelve el monto.')).toBeDefined();
});

it('the trade detail shows the possible profit of an open trade, and no result', async () => {
  api.on(EVENTS, ok([]));
  const dialog = await open(tradeOf());
  expect(factOf(dialog, 'Recibes si aciertas')).toBe('$18.50');
  expect(dialog.queryByText('Cierre')).toBeNull();
  expect(dialog.queryByText('Liquidada')).toBeNull();
});

it('the trade detail shows no returned amount if the outcome is unknown', async () => {
  api.on(EVENTS, ok([{ seq: 4, at: WON.expiry_time, kind: 'give_up', currency: 'USD', detail: {} }]));
  const settlement = WON.settlement && { ...WON.settlement, price: null, tick_time: null, reason: 'undecided' };
  const dialog = await open({ ...WON, status: 'cancelled', execution: 'unknown', profit: 0, settlement });
  expect(dialog.getByText('Sin aclarar')).toBeDefined();
  expect(factOf(dialog, 'Volvió a tu saldo')).toBe('—');
  expect(factOf(dialog, 'Resultado')).toBe('—');
  expect((await dialog.findAllByText(/Nunca se supo si el bróker la aceptó/)).length).toBeGreaterThan(0);
});

it('the trade detail shows that a result was corrected, and when', async () => {
  api.on(EVENTS, ok([]));
  const corrected_at = '2026-11-21T15:00:00.000Z';
  const dialog = await open({ ...WON, settlement: WON.settlement && { ...WON.settlement, corrected_at } });
  expect(dialog.getByText(/^Su resultado se corrigió el/)).toBeDefined();
  expect(factOf(dialog, 'Corregida')).toBe(formatMoment(corrected_at));
});

it('the trade detail shows the state of the trade from the server if the list of trades is outdated', async () => {
  api.on(EVENTS, ok([]));
  api.on(ONE, ok(WON));
  mountPanel(
    <>
      <TradeOpener trade={tradeOf()} />
      <TradeDetail />
    </>,
    { api },
  );
  fireEvent.click(await screen.findByRole('button', { name: /ver detalle$/ }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('Ganada')).toBeDefined();
});

it('the trade detail requests the events again after a failed request', async () => {
  api.on(EVENTS, refused(503, 'service_unavailable', 'No disponible.'));
  const dialog = await open(WON);
  expect(await dialog.findByText('No disponible.')).toBeDefined();
  api.on(EVENTS, ok([{ seq: 1, at: WON.entry_time, kind: 'send', currency: 'USD', detail: {} }]));
  fireEvent.click(dialog.getByRole('button', { name: 'Reintentar' }));
  expect(await dialog.findByText('Enviada')).toBeDefined();
});

it('the trade detail returns the focus to the row that opened it', async () => {
  api.on(EVENTS, ok([]));
  await open(WON);
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: /ver detalle$/ })));
});

const CHECK = `${ONE}/check`;
const CHECKED = {
  verdict: 'match',
  result_changes: 'no',
  recorded_result: 'won',
  precision_ms: 2_000,
  entry: { stated: 1.085, recorded: 1.085, low: 1.0849, high: 1.0851, gap: 0 },
  settle: { stated: 1.0853, recorded: 1.0853, low: 1.0853, high: 1.0853, gap: 0 },
  checked_at: '2026-11-21T14:06:01.000Z',
} as const;

it.each([
  ['a match', CHECKED, [/^Coincide con los ticks/]],
  ['missing ticks', { ...CHECKED, verdict: 'no_data', result_changes: null, recorded_result: null }, [/^Sin datos:/]],
  [
    'another result',
    {
      ...CHECKED,
      verdict: 'differs',
      result_changes: 'yes',
      recorded_result: 'lost',
      settle: { stated: 1.0853, recorded: 1.0849, low: 1.0848, high: 1.0849, gap: 0.0004 },
    },
    [
      /^Difiere de los ticks/,
      'Cierre: dice 1.08530 y los ticks guardados 1.08480–1.08490; difiere en 0.00040.',
      'Con los ticks guardados el resultado sería otro: perdida.',
    ],
  ],
  ['a result within the precision', { ...CHECKED, result_changes: 'unsure' }, [/precisión de 2 s/]],
  ['a check that is still to come', null, [/^Aún sin comprobar/]],
] as const)('the trade detail shows the check against the recorded ticks: %s', async (_, check, texts) => {
  api.on(EVENTS, ok([])).on(CHECK, ok({ check }));
  const dialog = await open(WON);
  for (const text of texts) expect(await dialog.findByText(text)).toBeDefined();
});

it('the trade detail requests no settlement check for an open trade', async () => {
  api.on(EVENTS, ok([])).on(CHECK, ok({ check: CHECKED }));
  const dialog = await open(tradeOf());
  await dialog.findByText('Reglas');
  expect(dialog.queryByText('Comparada con los ticks guardados')).toBeNull();
});
