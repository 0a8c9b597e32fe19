import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type TestServices, testQueries, testServices } from '#shared/test/test-services.ts';
import { type OrderState, ordersOf } from '../orders/order-store.ts';
import { useLiveTrades } from './live-trades.ts';
import { tradeOf, wonTrade } from './testing.ts';

const refusal = (code: string): OrderState => ({
  kind: 'refused',
  code,
  message: 'Ya tienes el máximo de 3 operaciones activas.',
  order: { asset_symbol: 'EURUSD', option_type: 'CALL', amount: 10, duration: 5 },
});

let services: TestServices;
beforeEach(() => {
  services = testServices();
  const queries = testQueries(services);
  renderHook(() => useLiveTrades(), {
    wrapper: ({ children }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>,
  });
});
afterEach(cleanup);

const state = () => ordersOf(services).state.getState().kind;

it('a refusal because of too many open trades disappears when one of them ends', () => {
  ordersOf(services).setState(refusal('too_many_active'));
  act(() => services.stream.publish({ type: 'trade', trade: tradeOf({}) }));
  expect(state()).toBe('refused');
  act(() => services.stream.publish({ type: 'trade', trade: wonTrade({}) }));
  expect(state()).toBe('idle');
});

it('a refusal for another reason stays when a trade ends', () => {
  ordersOf(services).setState(refusal('balance_too_low'));
  act(() => services.stream.publish({ type: 'trade', trade: wonTrade({}) }));
  expect(state()).toBe('refused');
});
