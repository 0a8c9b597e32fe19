import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { CreateOption, Option } from '@vigia/contract';
import { lengthFields, minutesLong } from '@vigia/core/trades';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { assetsQuery, PAYOUT_PATH, payoutQuery } from '#shared/lib/assets.ts';
import { choiceOf } from '#shared/test/choice.ts';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { testQueries, testServices } from '#shared/test/test-services.ts';
import { ordersOf } from '../orders/order-store.ts';
import { TRADING_PATH } from '../queries.ts';
import { tradeOf, wonTrade } from '../trades/testing.ts';
import { RepeatButton, RepeatWithPayout } from './repeat-button.tsx';
import { RepeatDialog } from './repeat-dialog.tsx';
import { useRepeatProblem } from './repeat-problem.ts';

type Answer = { readonly status: number; readonly body: unknown };
type Sent = { readonly order: CreateOption; readonly key: string | null };

const WELL: Answer = { status: 201, body: { success: true, data: tradeOf() } };
const REFUSED: Answer = {
  status: 409,
  body: { error: { code: 'payout_changed', message: 'El pago cambió de 85 % a 70 %' }, detail: '' },
};

let queries: QueryClient;
let answer: Answer;
let payout: number;
let sent: Sent[];
let leave: () => void;
const readClock = performance.now.bind(performance);
/** Clicks in this file are a second apart, because faster clicks would count as a double click. */
let laterMs = 0;

beforeEach(() => {
  drawNothing();
  laterMs += 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => readClock() + laterMs);
  [answer, payout, sent] = [WELL, 0.85, []];
  const services = testServices(async (input: unknown, init: RequestInit = {}) => {
    const path = String(input).split('?')[0];
    if (path === TRADING_PATH.createOption) {
      sent.push({ order: JSON.parse(String(init.body)), key: new Headers(init.headers).get('idempotency-key') });
      return new Response(JSON.stringify(answer.body), { status: answer.status });
    }
    const data = path === PAYOUT_PATH ? { symbol: 'EURUSD', ...lengthFields(minutesLong(5)), payout } : [];
    return new Response(JSON.stringify({ success: true, data }), { status: 200 });
  });
  queries = testQueries(services, { staleTime: Number.POSITIVE_INFINITY });
  queries.setQueryData(assetsQuery.queryKey, []);
  queries.setQueryData(['trading', 'mode'], choiceOf({ broker: 'mock', kind: 'mock' }));
  const { submitter } = ordersOf(services);
  submitter.setAccount({ broker: 'mock', kind: 'mock' });
  leave = submitter.watchUser('ana');
});
afterEach(() => {
  cleanup();
  leave();
  act(() => useRepeatProblem.getState().close());
  vi.restoreAllMocks();
});

function Screen({ trade, isFull }: { readonly trade: Option; readonly isFull: boolean }) {
  const hasProblem = useRepeatProblem(({ problem }) => problem !== null);
  return (
    <>
      {isFull ? <RepeatWithPayout trade={trade} /> : <RepeatButton trade={trade} />}
      {hasProblem && <RepeatDialog />}
    </>
  );
}

const show = (trade: Option, isFull = false) =>
  render(
    <QueryClientProvider client={queries}>
      <Screen trade={trade} isFull={isFull} />
    </QueryClientProvider>,
  );
const button = () => screen.getByRole('button', { name: /^Repetir EURUSD CALL de \$10\.00 a 5 min/ });

describe('the button that repeats a trade', () => {
  it('places the same asset, direction, amount and length, at the payout of the trade, with a key of its own', async () => {
    show(wonTrade({ payout: 0.85 }));
    fireEvent.click(button());
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.order).toMatchObject({
      asset_symbol: 'EURUSD',
      option_type: 'CALL',
      amount: 10,
      duration: 5,
      shown_payout: 0.85,
      mode: 'mock',
    });
    laterMs += 1_000;
    await waitFor(() => expect(button()).toMatchObject({ disabled: false }));
    fireEvent.click(button());
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
  });

  it('places only one trade on a double click', async () => {
    show(wonTrade());
    fireEvent.click(button());
    fireEvent.click(button());
    await waitFor(() => expect(sent).toHaveLength(1));
    await waitFor(() => expect(button()).toMatchObject({ disabled: false }));
    expect(sent).toHaveLength(1);
  });

  it('sends nothing, and states the reason, if another account is in use', async () => {
    show(wonTrade({ broker: 'iqoption', account: 'demo' }));
    fireEvent.click(button());
    expect((await screen.findByRole('dialog', { name: 'No se repitió' })).textContent).toMatch(
      /fue en IQ demo y ahora operas en Simulado/,
    );
    expect(screen.getByRole('button', { name: 'Cambiar de cuenta' })).toBeDefined();
    expect(sent).toEqual([]);
  });

  it('states that the payout fell, and repeats at the current payout only after the user accepts it', async () => {
    [answer, payout] = [REFUSED, 0.7];
    show(wonTrade({ payout: 0.85 }));
    fireEvent.click(button());
    expect((await screen.findByRole('dialog')).textContent).toContain('El pago cambió de 85 % a 70 %');
    answer = WELL;
    laterMs += 1_000;
    fireEvent.click(await screen.findByRole('button', { name: 'CALL con 70 %' }));
    await waitFor(() => expect(sent.map(({ order }) => order.shown_payout)).toEqual([0.85, 0.7]));
  });

  it('asks for the current payout first if the broker never stated the payout of the trade', async () => {
    payout = 0.7;
    show(wonTrade({ payout: null }));
    fireEvent.click(button());
    expect((await screen.findByRole('dialog')).textContent).toContain('El bróker nunca dijo el pago');
    expect(sent).toEqual([]);
    fireEvent.click(await screen.findByRole('button', { name: 'CALL con 70 %' }));
    await waitFor(() => expect(sent.map(({ order }) => order.shown_payout)).toEqual([0.7]));
  });

  it('shows the current payout, and a higher earlier payout, and orders at the current payout', async () => {
    queries.setQueryData(payoutQuery('EURUSD', minutesLong(5)).queryKey, {
      symbol: 'EURUSD',
      ...lengthFields(minutesLong(5)),
      payout: 0.7,
    });
    show(wonTrade({ payout: 0.85 }), true);
    expect(button().textContent).toMatch(/^Repetir · 70 % \(antes 85 %\)EURUSD ▲ \$10\.00$/);
    fireEvent.click(button());
    await waitFor(() => expect(sent.map(({ order }) => order.shown_payout)).toEqual([0.7]));
  });
});
