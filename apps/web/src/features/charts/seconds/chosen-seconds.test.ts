import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.resetModules();
});
afterEach(cleanup);

/** Loads the modules as a page does, with what the storages have. */
async function openPage(accountId: string | null = 'demo') {
  vi.resetModules();
  const { useUi } = await import('#shared/lib/ui-store.ts');
  const { chooseSeconds, useChosenSeconds } = await import('./chosen-seconds.ts');
  if (accountId !== null) useUi.getState().changeAccount(accountId);
  const { result } = renderHook(() => useChosenSeconds());
  return { ui: useUi.getState, choose: (seconds: '5s' | null) => act(() => chooseSeconds(seconds)), result };
}

it('the chosen second timeframe survives a reload, and is stored apart from the timeframe of the chart', async () => {
  const { choose, result } = await openPage();
  expect(result.current).toBeNull();
  choose('5s');
  expect(result.current).toBe('5s');
  expect(sessionStorage.getItem('chart_timeframe')).toBeNull();
  expect((await openPage(null)).result.current).toBe('5s');
  expect((await openPage('demo')).result.current).toBe('5s');
});

it('the chosen second timeframe returns with its account in a later visit, and not on another account', async () => {
  (await openPage('demo')).choose('5s');
  sessionStorage.clear();
  expect((await openPage('real')).result.current).toBeNull();
  sessionStorage.clear();
  const { ui, result } = await openPage('demo');
  expect(result.current).toBe('5s');
  act(() => ui().changeAccount('real'));
  expect(result.current).toBeNull();
});

it('the chosen second timeframe is dropped when another timeframe of the chart is set anywhere', async () => {
  const { ui, choose, result } = await openPage();
  choose('5s');
  act(() => ui().setDefaults({ symbol: 'EURUSD', timeframe: '15m', refreshIntervalS: 5 }));
  expect(result.current).toBeNull();
  choose('5s');
  choose(null);
  expect(result.current).toBeNull();
  sessionStorage.clear();
  expect((await openPage()).result.current).toBeNull();
});

it('a stored value that is no second timeframe is ignored', async () => {
  sessionStorage.setItem('vigia-chart-seconds', 'demo\n5m\n7s');
  expect((await openPage()).result.current).toBeNull();
  sessionStorage.setItem('vigia-chart-seconds', 'x');
  expect((await openPage()).result.current).toBeNull();
});
