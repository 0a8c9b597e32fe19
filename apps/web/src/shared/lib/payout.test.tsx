import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { PAYOUT_PATH, usePayout } from './assets.ts';
import { takeShownPrices } from './shown-prices.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Shown() {
  const { ratio, failure } = usePayout('EURUSD', 5);
  return <output>{`${ratio} ${failure?.message ?? 'bien'}`}</output>;
}

/** What is shown once the server says this after it had said 84 %. */
async function shownAfter(status: number, code: string): Promise<string> {
  const told = {
    status: 200,
    body: { success: true, data: { symbol: 'EURUSD', duration: 5, payout: 0.84 } } as unknown,
  };
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(told.body), { status: told.status }));
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={queries}>
      <Shown />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('0.84 bien'));
  told.status = status;
  told.body = { error: { code, message: 'No.' }, detail: 'No.' };
  await queries.invalidateQueries({ queryKey: [PAYOUT_PATH] });
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('No.'));
  return screen.getByRole('status').textContent ?? '';
}

it('is not known any more once the connection to the broker is gone, whatever was known before', async () => {
  expect(await shownAfter(409, 'broker_not_connected')).toBe('null No.');
});

it('stays what it was while only our own server does not answer', async () => {
  expect(await shownAfter(429, 'rate_limited')).toContain('0.84');
});

it('is asked for only once the market of the shown prices is open', async () => {
  let asked = 0;
  vi.stubGlobal('fetch', async () => {
    asked += 1;
    return new Response(JSON.stringify({ success: true, data: { symbol: 'EURUSD', duration: 5, payout: 0.84 } }));
  });
  act(() => takeShownPrices({ source: 'iqoption', state: 'starting' }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Shown />
    </QueryClientProvider>,
  );
  expect(screen.getByRole('status').textContent).toBe('null bien');
  expect(asked).toBe(0);
  act(() => takeShownPrices({ source: 'iqoption', state: 'live' }));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('0.84 bien'));
});
