import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import type { MarketQuote, PublicConfig } from '@vigia/contract';
import { afterEach, expect, it } from 'vitest';
import { testQueries } from '#shared/test/test-services.ts';
import { LivePrice } from './live-price.tsx';
import { publicConfigQuery, quoteQuery } from './queries.ts';

const SYMBOL = 'EURUSD';
const CONFIG: PublicConfig = {
  supabaseUrl: '',
  supabaseAnonKey: 'k',
  version: '1',
  feedFallback: null,
  brokerNames: {},
  brokerRules: {},
};

const QUOTE: MarketQuote = {
  symbol: SYMBOL,
  price: 1.1,
  change: 0,
  change_pct: 0,
  high: 1.2,
  low: 1,
  payout: 0.85,
  market_open: true,
  stale: false,
  source: 'simulated',
  updated_at: null,
};

afterEach(cleanup);

function show(source: MarketQuote['source'], feedFallback: PublicConfig['feedFallback']) {
  const queries = testQueries(undefined, { staleTime: Number.POSITIVE_INFINITY });
  queries.setQueryData(publicConfigQuery.queryKey, { ...CONFIG, feedFallback });
  queries.setQueryData(quoteQuery(SYMBOL).queryKey, [{ ...QUOTE, source }]);
  render(
    <QueryClientProvider client={queries}>
      <LivePrice symbol={SYMBOL} asset={undefined} />
    </QueryClientProvider>,
  );
}

it('LivePrice names the source of the prices', () => {
  show('deriv', null);
  expect(screen.getByText('Deriv')).toBeTruthy();
  cleanup();
  show('simulated', null);
  expect(screen.getByText('Simulado')).toBeTruthy();
});

it('LivePrice names the broker whose prices the simulated market replaces', () => {
  show('simulated', 'deriv');
  expect(screen.getByText('Simulado: Deriv no respondió').title).toContain('no hubo respuesta');
});
