import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { Option } from '@vigia/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { assetsQuery } from '#shared/lib/assets.ts';
import { choiceOf } from '#shared/test/choice.ts';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { type TestServices, testQueries, testServices } from '#shared/test/test-services.ts';
import { useTradeDetail } from '../detail/detail-store.ts';
import { activeTradesQuery, historyQuery } from '../queries.ts';
import { tradeOf, wonTrade } from '../trades/testing.ts';
import { TradeStrip } from './trade-strip.tsx';

const at = (clock: string): number => Date.parse(`2026-11-21T${clock}Z`);

let queries: QueryClient;
let services: TestServices;

beforeEach(() => {
  drawNothing();
  vi.useFakeTimers({ now: at('14:02:00') });
  services = testServices();
  services.priceFeed.set({ source: 'simulated', state: 'live' });
  queries = testQueries(services, { staleTime: Number.POSITIVE_INFINITY });
  queries.setQueryData(assetsQuery.queryKey, []);
  queries.setQueryData(['trading', 'mode'], choiceOf());
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  useTradeDetail.getState().close();
});

function show(active: readonly Option[], history: readonly Option[]) {
  queries.setQueryData(activeTradesQuery.queryKey, [...active]);
  queries.setQueryData(historyQuery.queryKey, [...history]);
  render(
    <QueryClientProvider client={queries}>
      <TradeStrip />
    </QueryClientProvider>,
  );
}

describe('the strip with open trades above the order buttons', () => {
  it('shows an open trade with its countdown and its result at the current price, and opens it', () => {
    const trade = tradeOf({ asset_symbol: 'RUN' });
    show([trade], []);
    act(() => services.ticks.add([['RUN', at('14:02:00'), 1.086]]));
    const chip = screen.getByRole('button', { name: 'RUN CALL, quedan 03:00, ganando +$8.50: ver detalle' });
    expect(chip.textContent).toMatch(/RUN▲03:00\+\$8\.50/);
    act(() => services.ticks.add([['RUN', at('14:02:00'), 1.084]]));
    expect(screen.getByRole('button', { name: /perdiendo −\$10\.00/ })).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: /^RUN CALL/ }));
    expect(useTradeDetail.getState().trade).toEqual(trade);
  });

  it('shows a large result without decimals, and reads it aloud with them', () => {
    show([tradeOf({ asset_symbol: 'BIG', amount: 1_450 })], []);
    act(() => services.ticks.add([['BIG', at('14:02:00'), 1.086]]));
    const chip = screen.getByRole('button', { name: 'BIG CALL, quedan 03:00, ganando +$1,232.50: ver detalle' });
    expect(chip.textContent).toMatch(/BIG▲03:00\+\$1,233$/);
  });

  it('lists the trade that ends next first', () => {
    const later = tradeOf({ id: 'b', asset_symbol: 'LATER', expiry_time: '2026-11-21T14:20:00.000Z' });
    show([later, tradeOf({ asset_symbol: 'SOON' })], []);
    expect(screen.getAllByRole('listitem').map((item) => item.textContent?.slice(0, 4))).toEqual(['SOON', 'LATE']);
  });

  it('states the last results in one sentence, and repeats the last trade', () => {
    const lost = wonTrade({ id: 'a', status: 'lost', asset_symbol: 'LOST', entry_time: '2026-11-21T13:00:00.000Z' });
    show([], [wonTrade({ asset_symbol: 'LAST' }), lost, wonTrade({ id: 'c', entry_time: '2026-11-21T12:00:00.000Z' })]);
    expect(
      screen.getByRole('img', {
        name: 'Tus últimos 3 resultados: 2 ganadas, 1 perdida, 0 empates. El más reciente: ganada.',
      }),
    ).toBeDefined();
    expect(screen.getByRole('button', { name: /^Repetir LAST CALL de \$10\.00 a 5 min/ })).toBeDefined();
  });

  it('explains itself on a wide screen before the first trade', () => {
    show([], []);
    expect(screen.getByText('Aquí verás lo que tienes abierto y tus últimos diez resultados.')).toBeDefined();
    expect(screen.queryByRole('button')).toBeNull();
  });
});
