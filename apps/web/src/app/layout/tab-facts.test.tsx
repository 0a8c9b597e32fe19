import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, waitFor } from '@testing-library/react';
import type { Option } from '@vigia/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { activeTradesQuery } from '#features/trading/queries.ts';
import { storeChangedTrade } from '#features/trading/trades/live-trades.ts';
import { AuthContext } from '#shared/auth/auth-context.ts';
import { usePageTitle } from '#shared/lib/use-page-title.ts';
import { choiceOf } from '#shared/test/choice.ts';
import { SIGNED_OUT } from '#shared/test/signed-out.ts';
import { testQueries } from '#shared/test/test-services.ts';
import { TabStatusUpdater } from './tab-status-updater.tsx';

const ENTRY = '2026-03-02T14:30:00.000Z';
const EXPIRY = '2026-03-02T14:35:00.000Z';

const trade = (id: string, status: Option['status'] = 'active'): Option => ({
  id,
  asset_symbol: 'EURUSD',
  option_type: 'CALL',
  amount: 10,
  payout: 0.85,
  duration: 5,
  duration_seconds: null,
  duration_ticks: null,
  ticks_passed: null,
  entry_price: 1.08545,
  entry_time: ENTRY,
  entry_tick_time: ENTRY,
  expiry_time: EXPIRY,
  status,
  execution: 'confirmed',
  broker: 'mock',
  account: 'demo',
  currency: 'USD',
  mode: 'mock',
  origin: 'manual',
  source: 'simulated',
  profit: null,
  settlement: null,
});

let queries: QueryClient;

beforeEach(() => {
  queries = testQueries(undefined, { staleTime: Number.POSITIVE_INFINITY });
  queries.setQueryData(['trading', 'mode'], choiceOf());
  queries.setQueryData(activeTradesQuery.queryKey, [trade('1'), trade('2')]);
});
afterEach(cleanup);

function Page({ title }: { readonly title: string }) {
  usePageTitle(title);
  return null;
}

/** Renders a page. `frame` adds the part that the main layout renders. */
const mount = ({ frame = true, title = 'Inicio' } = {}) =>
  render(
    <QueryClientProvider client={queries}>
      <AuthContext value={SIGNED_OUT}>
        {frame && <TabStatusUpdater />}
        <Page title={title} />
      </AuthContext>
    </QueryClientProvider>,
  );

it('the title of the browser tab always shows the current page, account and number of active trades', async () => {
  const titleIs = (title: string) => waitFor(() => expect(document.title).toBe(title));
  mount();
  await titleIs('(2) Inicio · Simulado · Vigía');
  act(() => storeChangedTrade(queries, trade('3')));
  await titleIs('(3) Inicio · Simulado · Vigía');
  for (const id of ['1', '2', '3']) act(() => storeChangedTrade(queries, trade(id, 'won')));
  await titleIs('Inicio · Simulado · Vigía');
});

it('the browser tab shows no account on pages outside of the main layout', () => {
  mount().unmount();
  mount({ frame: false, title: 'Entrar' });
  expect(document.title).toBe('Entrar · Vigía');
});

it('the icon of the browser tab shows the account kind and the number of open trades', async () => {
  document.head.innerHTML = '<link rel="icon" href="/favicon.svg">';
  const icon = () => decodeURIComponent(document.querySelector('link[rel="icon"]')?.getAttribute('href') ?? '');
  const page = mount();
  expect(icon()).toContain('stroke-dasharray');
  expect(icon()).toMatch(/>2<\/text>/);
  act(() => {
    for (const id of ['1', '2']) storeChangedTrade(queries, trade(id, 'won'));
    queries.setQueryData(['trading', 'mode'], choiceOf({ broker: 'deriv', kind: 'real' }));
  });
  await waitFor(() => expect(icon()).not.toContain('stroke-dasharray'));
  await waitFor(() => expect(icon()).not.toContain('<text'));
  page.unmount();
  expect(icon()).toBe('/favicon.svg');
});

it('the browser tab shows a title that contains the product name without a change', () => {
  mount({ title: 'Vigía: señales que puedes comprobar' });
  expect(document.title).toBe('Vigía: señales que puedes comprobar');
});
