import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { CreateOption } from '@vigia/contract';
import { lengthFields, minutesLong } from '@vigia/core/trades';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AuthContext } from '#shared/auth/auth-context.ts';
import { assetsQuery, payoutQuery } from '#shared/lib/assets.ts';
import { useSignalAgeLimit } from '#shared/lib/signal-age.ts';
import { openSignalOrder, useSignalOrder } from '#shared/lib/signal-order.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { choiceOf } from '#shared/test/choice.ts';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { SIGNED_OUT } from '#shared/test/signed-out.ts';
import { type TestServices, testQueries, testServices } from '#shared/test/test-services.ts';
import { ordersOf } from '../orders/order-store.ts';
import { TRADING_PATH } from '../queries.ts';
import { useTicketStore } from '../ticket/ticket-store.ts';
import { tradeOf } from '../trades/testing.ts';
import { SignalOrderDialog } from './signal-order-dialog.tsx';

const start = useTicketStore.getState();
let queries: QueryClient;
let services: TestServices;
let orders: CreateOption[];
let leave: () => void;
let nowMs: number;

beforeEach(() => {
  drawNothing();
  orders = [];
  nowMs = Date.now();
  services = testServices(async (input: unknown, init: RequestInit = {}) => {
    const isOrder = String(input).split('?')[0] === TRADING_PATH.createOption;
    if (isOrder) orders.push(JSON.parse(String(init.body)));
    return new Response(JSON.stringify({ success: true, data: isOrder ? tradeOf() : [] }), { status: 200 });
  });
  vi.spyOn(services.stream, 'serverNow').mockImplementation(() => nowMs);
  queries = testQueries(services, { staleTime: Number.POSITIVE_INFINITY });
  queries.setQueryData(assetsQuery.queryKey, []);
  queries.setQueryData(['trading', 'mode'], choiceOf());
  queries.setQueryData(payoutQuery('GBPUSD', minutesLong(3)).queryKey, {
    symbol: 'GBPUSD',
    ...lengthFields(minutesLong(3)),
    payout: 0.8,
  });
  services.ticks.add([['GBPUSD', nowMs, 1.3]]);
  leave = ordersOf(services).submitter.watchUser('ana');
  useSignalAgeLimit.getState().choose(30);
});
afterEach(() => {
  cleanup();
  leave();
  useSignalOrder.setState({ signal: null });
  useTicketStore.setState(start, true);
  vi.restoreAllMocks();
});

function open() {
  act(() =>
    openSignalOrder({
      id: 'signal-1',
      name: 'Agotamiento',
      asset: 'GBPUSD',
      direction: 'PUT',
      length: minutesLong(3),
      entryMs: nowMs - 4_000,
    }),
  );
  render(
    <AuthContext value={SIGNED_OUT}>
      <QueryClientProvider client={queries}>
        <SignalOrderDialog />
      </QueryClientProvider>
    </AuthContext>,
  );
}
const send = () => screen.queryByRole('button', { name: /^PUT/ });

describe('the order on a signal', () => {
  it('has the asset, direction and length of the signal, and is sent only by a tap', async () => {
    open();
    expect(screen.getByRole('dialog').textContent).toMatch(/Agotamiento · a 3 min.*GBPUSD.*Señal de hace 4 s/);
    expect(screen.queryByRole('button', { name: /^CALL/ })).toBeNull();
    expect(orders).toEqual([]);
    const button = send();
    if (button) fireEvent.click(button);
    await waitFor(() => expect(orders).toHaveLength(1));
    expect(orders[0]).toMatchObject({
      asset_symbol: 'GBPUSD',
      option_type: 'PUT',
      amount: 10,
      duration: 3,
      shown_payout: 0.8,
    });
    await waitFor(() => expect(useUi.getState().modal).toBeNull());
    expect(useTicketStore.getState().length).toEqual(minutesLong(5));
  });

  it('is not sent if the signal became late at the moment of the tap', () => {
    open();
    const button = send();
    // The clock on the screen has not been read again yet.
    nowMs += 27_000;
    if (button) fireEvent.click(button);
    expect(ordersOf(services).state.getState()).toEqual({ kind: 'idle' });
  });

  it('states that it is late, and offers no button', async () => {
    open();
    nowMs += 60_000;
    expect(await screen.findByText(/La señal es de hace 64 s y tu límite son 30 s/)).toBeDefined();
    expect(send()).toBeNull();
  });
});
