import { beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => {
  vi.resetModules();
  localStorage.clear();
  sessionStorage.clear();
});

/** Creates the store as a newly loaded page does. */
const visit = async () => {
  vi.resetModules();
  return (await import('./ui-store.ts')).useUi;
};
const DEFAULTS = { symbol: 'BTCUSD', timeframe: '1h', refreshIntervalS: 30 } as const;

it('the UI store starts with the default asset and timeframe', async () => {
  expect((await visit()).getState()).toMatchObject({ symbol: 'EURUSD', timeframe: '5m', refreshIntervalS: 5 });
});

it('the UI store starts a new visit with the default asset and timeframe of the user', async () => {
  (await visit()).getState().setDefaults(DEFAULTS);
  expect((await visit()).getState()).toMatchObject(DEFAULTS);
});

it('the UI store keeps the choices of this tab after a reload until they are cleared', async () => {
  const before = await visit();
  before.getState().setSymbol('XAUUSD');
  before.getState().setDefaults(DEFAULTS);
  expect(before.getState()).toMatchObject({ ...DEFAULTS, symbol: 'XAUUSD' });
  const after = await visit();
  expect(after.getState()).toMatchObject({ ...DEFAULTS, symbol: 'XAUUSD' });
  after.getState().forgetChosen();
  expect(after.getState()).toMatchObject(DEFAULTS);
});

it('the UI store ignores a stored timeframe or interval that is invalid', async () => {
  localStorage.setItem('chart_timeframe', '7m');
  localStorage.setItem('refresh_interval', 'soon');
  expect((await visit()).getState()).toMatchObject({ timeframe: '5m', refreshIntervalS: 5 });
});
