import { beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => {
  vi.resetModules();
  localStorage.clear();
  sessionStorage.clear();
});

/** The store as a fresh page makes it. */
const visit = async () => {
  vi.resetModules();
  return (await import('./ui-store.ts')).useUi;
};
const DEFAULTS = { symbol: 'BTCUSD', timeframe: '1h', refreshIntervalS: 30 } as const;

it('begins with what the product says', async () => {
  expect((await visit()).getState()).toMatchObject({ symbol: 'EURUSD', timeframe: '5m', refreshIntervalS: 5 });
});

it('begins the next visit with the defaults of the person', async () => {
  (await visit()).getState().setDefaults(DEFAULTS);
  expect((await visit()).getState()).toMatchObject(DEFAULTS);
});

it('keeps what was chosen in this tab over a reload and over the defaults, until it is forgotten', async () => {
  const before = await visit();
  before.getState().setSymbol('XAUUSD');
  before.getState().setDefaults(DEFAULTS);
  expect(before.getState()).toMatchObject({ ...DEFAULTS, symbol: 'XAUUSD' });
  const after = await visit();
  expect(after.getState()).toMatchObject({ ...DEFAULTS, symbol: 'XAUUSD' });
  after.getState().forgetChosen();
  expect(after.getState()).toMatchObject(DEFAULTS);
});

it('takes nothing that is no timeframe and no interval', async () => {
  localStorage.setItem('chart_timeframe', '7m');
  localStorage.setItem('refresh_interval', 'soon');
  expect((await visit()).getState()).toMatchObject({ timeframe: '5m', refreshIntervalS: 5 });
});
