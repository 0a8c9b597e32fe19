import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { CreateOption, Option } from '@vigia/contract';
import { lengthFields, minutesLong } from '@vigia/core/trades';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AuthContext } from '#shared/auth/auth-context.ts';
import { assetsQuery, PAYOUT_PATH, payoutQuery } from '#shared/lib/assets.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { SIGNED_OUT } from '#shared/test/signed-out.ts';
import { testQueries, testServices } from '#shared/test/test-services.ts';
import { ordersOf } from '../orders/order-store.ts';
import { activeTradesQuery, statsQuery, TRADING_PATH } from '../queries.ts';
import { tradeOf } from '../trades/testing.ts';
import { useTicketStore } from './ticket-store.ts';
import { TradeFormDialog } from './trade-form-dialog.tsx';

type Answer = { readonly status: number; readonly body: unknown };

const WELL: Answer = { status: 201, body: { success: true, data: tradeOf({ asset_symbol: 'EURUSD' }) } };
const refused = (code: string, message: string): Answer => ({
  status: 409,
  body: { error: { code, message }, detail: 'Failed to create option' },
});

let queries: QueryClient;
let answer: Answer;
let payout: number;
let sent: { readonly path: string; readonly order: CreateOption | null }[];
let leave: () => void;
/** Clicks in this file are a second apart, because faster clicks would count as a double click. */
const readClock = performance.now.bind(performance);
let laterMs = 0;

beforeEach(() => {
  drawNothing();
  laterMs += 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => readClock() + laterMs);
  answer = WELL;
  payout = 0.87;
  sent = [];
  const services = testServices(async (input: unknown, init: RequestInit = {}) => {
    const path = String(input).split('?')[0] ?? '';
    sent.push({ path, order: typeof init.body === 'string' ? JSON.parse(init.body) : null });
    const { status, body } = answerTo(path);
    return new Response(JSON.stringify(body), { status });
  });
  queries = testQueries(services, { staleTime: Number.POSITIVE_INFINITY });
  queries.setQueryData(assetsQuery.queryKey, []);
  queries.setQueryData(activeTradesQuery.queryKey, []);
  queries.setQueryData(payoutQuery('EURUSD', minutesLong(5)).queryKey, {
    symbol: 'EURUSD',
    ...lengthFields(minutesLong(5)),
    payout: 0.87,
  });
  leave = ordersOf(services).submitter.watchUser('ana');
  useUi.setState({ modal: 'tradeForm', symbol: 'EURUSD' });
  services.ticks.add([['EURUSD', Date.now(), 1.085]]);
});
afterEach(() => {
  cleanup();
  leave();
  useUi.setState({ modal: null });
  vi.restoreAllMocks();
});

function answerTo(path: string): Answer {
  if (path === TRADING_PATH.createOption) return answer;
  if (path === PAYOUT_PATH) {
    return { status: 200, body: { success: true, data: { symbol: 'EURUSD', duration: 5, payout } } };
  }
  return { status: 200, body: { success: true, data: [] } };
}

function open() {
  render(
    <AuthContext value={SIGNED_OUT}>
      <QueryClientProvider client={queries}>
        <TradeFormDialog />
      </QueryClientProvider>
    </AuthContext>,
  );
}

const call = () => screen.getByRole('button', { name: /^CALL/ });
const orders = () => sent.filter(({ path }) => path === TRADING_PATH.createOption).map(({ order }) => order);

it('the order form closes when its order is accepted, and refetches open trades and statistics', async () => {
  open();
  const asked = vi.spyOn(queries, 'invalidateQueries');
  fireEvent.click(call());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const again = asked.mock.calls.map(([filters]) => filters?.queryKey);
  expect(again).toContainEqual(activeTradesQuery.queryKey);
  expect(again).toContainEqual(statsQuery.queryKey);
  expect(queries.getQueryData<Option[]>(activeTradesQuery.queryKey)).toHaveLength(1);
});

it('the order form adds an accepted trade to the open trades only if the trade is still open', async () => {
  answer = { status: 201, body: { success: true, data: tradeOf({ status: 'cancelled', profit: 0 }) } };
  open();
  fireEvent.click(call());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(queries.getQueryData<Option[]>(activeTradesQuery.queryKey)).toEqual([]);
});

it('the order form stays open and shows why the server refused the order', async () => {
  answer = refused('balance_too_low', 'Saldo insuficiente: tienes $3.00 y la operación cuesta $10.00.');
  open();
  fireEvent.click(call());
  expect((await screen.findByRole('alert')).textContent).toContain('Saldo insuficiente: tienes $3.00');
  expect(screen.getByRole('dialog')).toBeDefined();
});

it('the order form offers the current payout after the payout fell, and then orders at the accepted payout only', async () => {
  answer = refused('payout_changed', 'El pago cambió de 87 % a 70 %');
  payout = 0.7;
  open();
  fireEvent.click(call());
  expect((await screen.findByRole('alert')).textContent).toContain('El pago cambió de 87 % a 70 %');
  const accept = await screen.findByRole('button', { name: 'CALL con 70 %' });
  expect(screen.getByText('Pago 70 %')).toBeDefined();
  answer = WELL;
  laterMs += 1_000;
  fireEvent.click(accept);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(orders().map((order) => order?.shown_payout)).toEqual([0.87, 0.7]);
});

it('the order form sends nothing while the duration is invalid', () => {
  open();
  act(() => useTicketStore.getState().setLength(null));
  fireEvent.click(call());
  expect(call()).toMatchObject({ disabled: true });
  expect(orders()).toEqual([]);
  act(() => useTicketStore.getState().setLength(minutesLong(5)));
});

it('the order form hides the message about a refused order when the user changes the values of the order', async () => {
  answer = refused('balance_too_low', 'Saldo insuficiente.');
  open();
  fireEvent.click(call());
  await screen.findByRole('alert');
  act(() => useTicketStore.getState().setAmount('20'));
  expect(screen.queryByRole('alert')).toBeNull();
  act(() => useTicketStore.getState().setAmount('10'));
});
