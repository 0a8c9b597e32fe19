import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import type { AccountRef, PriceSource } from '@vigia/core/vocabulary';
import { afterEach, expect, it } from 'vitest';
import { PAPER_ACCOUNT } from '#shared/lib/account-name.ts';
import { choiceOf } from '#shared/test/choice.ts';
import { FakeApi, ok } from '#shared/test/mount-panel.tsx';
import { testQueries } from '#shared/test/test-services.ts';
import { PaperFillNote } from './paper-fill-note.tsx';

const PATH = '/api/v1/trading/paper-execution';
const ASSUMED = {
  source: 'iqoption',
  delay_ms: 500,
  refused_share: 0,
  orders: 3,
  basis: 'assumed',
  payout_changes: { orders: 0, changed: 0, refused: 0 },
} as const;
const IQ_DEMO = { broker: 'iqoption', kind: 'demo' } as const;

afterEach(cleanup);

function mount(account: AccountRef, shown: PriceSource, answer: object): FakeApi {
  const api = new FakeApi().on(`GET ${PATH}`, ok(answer));
  api.services.priceFeed.set({ source: shown, state: 'live' });
  const queries = testQueries(api.services);
  queries.setQueryData(['trading', 'mode'], choiceOf(account));
  render(
    <QueryClientProvider client={queries}>
      <PaperFillNote />
    </QueryClientProvider>,
  );
  return api;
}

it('the note on paper fills calls an assumed delay optimistic', async () => {
  mount(PAPER_ACCOUNT, 'iqoption', ASSUMED);
  expect(await screen.findByText(/tras 0\.5 s, sin rechazos: es optimista/)).toBeDefined();
});

it('the note on paper fills shows the measured delay and the share of refused orders', async () => {
  mount(PAPER_ACCOUNT, 'iqoption', { ...ASSUMED, delay_ms: 640, refused_share: 0.02, orders: 100, basis: 'measured' });
  expect(await screen.findByText(/tras 0\.6 s y rechaza el 2\.0 %, como tus últimas 100 órdenes/)).toBeDefined();
});

it('the note on paper fills counts the payouts that changed, once there are orders', async () => {
  mount(PAPER_ACCOUNT, 'iqoption', { ...ASSUMED, payout_changes: { orders: 40, changed: 3, refused: 1 } });
  expect(
    await screen.findByText(/en tus últimas 40 órdenes simuladas cambió en 3 y se rechazaron 1 porque bajó/),
  ).toBeDefined();
  cleanup();
  mount(PAPER_ACCOUNT, 'iqoption', ASSUMED);
  expect(await screen.findByText(/es optimista/)).toBeDefined();
  expect(screen.queryByText(/órdenes simuladas/)).toBeNull();
});

it.each([
  ['on a broker account', IQ_DEMO, 'iqoption'],
  ['on simulated prices', PAPER_ACCOUNT, 'simulated'],
] as const)('the note on paper fills sends no request %s', (_, account, shown) => {
  const api = mount(account, shown, ASSUMED);
  expect(screen.queryByText(/Simulado entra/)).toBeNull();
  expect(api.calls.filter(({ path }) => path === PATH)).toEqual([]);
});
