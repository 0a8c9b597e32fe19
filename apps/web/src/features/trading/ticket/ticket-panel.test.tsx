import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import type { CreateOption, TradingStats } from '@vigia/contract';
import { lengthFields, minutesLong } from '@vigia/core/trades';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AuthContext } from '#shared/auth/auth-context.ts';
import { assetsQuery, payoutQuery } from '#shared/lib/assets.ts';
import { assetOf } from '#shared/test/asset-of.ts';
import { choiceOf } from '#shared/test/choice.ts';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeApi, ok } from '#shared/test/mount-panel.tsx';
import { SIGNED_OUT } from '#shared/test/signed-out.ts';
import { testQueries } from '#shared/test/test-services.ts';
import { ordersOf } from '../orders/order-store.ts';
import { UNDECIDED_CARD } from '../performance/testing.ts';
import { activeTradesQuery, statsQuery, TRADING_PATH } from '../queries.ts';
import { tradeOf } from '../trades/testing.ts';
import { TicketPanel } from './ticket-panel.tsx';
import { useTicketStore } from './ticket-store.ts';

const ORDER = `POST ${TRADING_PATH.createOption}`;
const ASSET = assetOf('EURUSD', { name: 'Euro', min_trade_amount: 5 });
/** The figures of a user with as many open trades as they may have. */
const FULL: TradingStats = {
  purse: { kind: 'mock', currency: 'USD' },
  total_trades_today: 3,
  win_rate: null,
  total_profit_loss: 0,
  active_options: 3,
  max_concurrent_trades: 3,
  at_stake: 30,
  profit_today: 0,
  today: { won: 0, lost: 0, tied: 0 },
  equity_today: [],
  card: UNDECIDED_CARD,
};
const start = useTicketStore.getState();

let api: FakeApi;
let queries: QueryClient;
let leave: () => void;

beforeEach(() => {
  drawNothing();
  api = new FakeApi().on(ORDER, ok(tradeOf({ asset_symbol: 'EURUSD' })));
  api.services.priceFeed.set({ source: 'simulated', state: 'live' });
  queries = testQueries(api.services, { staleTime: Number.POSITIVE_INFINITY });
  queries.setQueryData(assetsQuery.queryKey, [ASSET]);
  queries.setQueryData(['trading', 'mode'], choiceOf());
  queries.setQueryData(activeTradesQuery.queryKey, []);
  queries.setQueryData(payoutQuery('EURUSD', minutesLong(5)).queryKey, {
    symbol: 'EURUSD',
    ...lengthFields(minutesLong(5)),
    payout: 0.85,
  });
  leave = ordersOf(api.services).submitter.watchUser('ana');
  api.services.ticks.add([['EURUSD', Date.now(), 1.085]]);
});
afterEach(() => {
  leave();
  useTicketStore.setState(start, true);
});

const mount = () =>
  render(
    <AuthContext value={SIGNED_OUT}>
      <QueryClientProvider client={queries}>
        <TicketPanel symbol="EURUSD" stats={undefined} />
      </QueryClientProvider>
    </AuthContext>,
  );
const button = (name: RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });

describe('the order form of the full screen', () => {
  it('shows asset, payout, account, amount and length', () => {
    mount();
    expect(screen.getByRole('heading').textContent).toContain('EURUSD');
    expect(screen.getByText('Pago 85 %')).toBeDefined();
    expect(button(/^Cuenta: /)).toBeDefined();
    expect(button(/^Monto: \$10\.00/)).toBeDefined();
    expect(button(/^Duración: 5 min/)).toBeDefined();
  });

  it('sends the order with the amount, the duration and the accepted payout of the form', async () => {
    mount();
    fireEvent.pointerDown(button(/^PUT/));
    await act(async () => fireEvent.click(button(/^PUT/)));
    expect(api.bodies(ORDER)).toEqual([
      expect.objectContaining({
        asset_symbol: 'EURUSD',
        option_type: 'PUT',
        amount: 10,
        duration: 5,
        shown_payout: 0.85,
      } satisfies Partial<CreateOption>),
    ]);
  });

  it('shows no hotkeys, because no key sends its orders', () => {
    mount();
    expect(button(/^CALL/).getAttribute('aria-keyshortcuts')).toBeNull();
    expect(document.querySelector('kbd')).toBeNull();
  });

  it('sends nothing outside the limits of the stake', () => {
    useTicketStore.setState({ amount: '4', touched: true });
    mount();
    expect(button(/^CALL/).disabled).toBe(true);
    expect(button(/^CALL/).textContent).toContain('Revisa el monto');
  });

  it('sends nothing at the limit of open trades', () => {
    queries.setQueryData(statsQuery.queryKey, FULL);
    mount();
    expect(button(/^CALL/).disabled).toBe(true);
    expect(button(/^PUT/).textContent).toContain('Ya tienes 3 activas');
  });

  it('shows the open trades with their countdown', () => {
    const expiry_time = new Date(Date.now() + 90_000).toISOString();
    queries.setQueryData(activeTradesQuery.queryKey, [tradeOf({ asset_symbol: 'GBPUSD', expiry_time })]);
    mount();
    expect(button(/^GBPUSD CALL, quedan 01:/)).toBeDefined();
  });

  it('opens the whole form for amount and length', async () => {
    mount();
    fireEvent.click(button(/^Monto/));
    expect(await screen.findByRole('dialog', { name: 'Nueva operación' })).toBeDefined();
  });
});
