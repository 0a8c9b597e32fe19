import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { minutesLong } from '@vigia/core/trades';
import { afterEach, expect, it } from 'vitest';
import { testQueries, testServices } from '#shared/test/test-services.ts';
import { PAYOUT_PATH, usePayout } from './assets.ts';

afterEach(cleanup);

function Shown({ minutes = 5 }: { readonly minutes?: number }) {
  const { ratio, failure } = usePayout('EURUSD', minutesLong(minutes));
  return <output>{`${ratio} ${failure?.message ?? 'bien'}`}</output>;
}

/** Returns the payout on the screen after this response. The previous response contained 84 %. */
async function shownAfter(status: number, code: string): Promise<string> {
  const answer = {
    status: 200,
    body: { success: true, data: { symbol: 'EURUSD', duration: 5, payout: 0.84 } } as unknown,
  };
  const queries = testQueries(
    testServices(async () => new Response(JSON.stringify(answer.body), { status: answer.status })),
  );
  render(
    <QueryClientProvider client={queries}>
      <Shown />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('0.84 bien'));
  answer.status = status;
  answer.body = { error: { code, message: 'No.' }, detail: 'No.' };
  await queries.invalidateQueries({ queryKey: [PAYOUT_PATH] });
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('No.'));
  return screen.getByRole('status').textContent ?? '';
}

it('usePayout returns an unknown payout if the connection to the broker is lost', async () => {
  expect(await shownAfter(409, 'broker_not_connected')).toBe('null No.');
});

it('usePayout returns the last payout while the server of the app does not respond', async () => {
  expect(await shownAfter(429, 'rate_limited')).toContain('0.84');
});

it('usePayout requests the payout only after the market of the current source has opened', async () => {
  let asked = 0;
  const services = testServices(async () => {
    asked += 1;
    return new Response(JSON.stringify({ success: true, data: { symbol: 'EURUSD', duration: 5, payout: 0.84 } }));
  });
  act(() => services.priceFeed.set({ source: 'iqoption', state: 'starting' }));
  render(
    <QueryClientProvider client={testQueries(services)}>
      <Shown />
    </QueryClientProvider>,
  );
  expect(screen.getByRole('status').textContent).toBe('null bien');
  expect(asked).toBe(0);
  act(() => services.priceFeed.set({ source: 'iqoption', state: 'live' }));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('0.84 bien'));
});

it('usePayout returns an unknown payout until that of a newly chosen duration arrives', async () => {
  let isAnswered = true;
  const queries = testQueries(
    testServices(async () => {
      if (!isAnswered) await new Promise<void>(() => undefined);
      return new Response(JSON.stringify({ success: true, data: { symbol: 'EURUSD', duration: 5, payout: 0.84 } }));
    }),
  );
  const screenOf = (minutes: number) => (
    <QueryClientProvider client={queries}>
      <Shown minutes={minutes} />
    </QueryClientProvider>
  );
  const { rerender } = render(screenOf(5));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('0.84 bien'));
  isAnswered = false;
  rerender(screenOf(15));
  expect(screen.getByRole('status').textContent).toBe('null bien');
});
