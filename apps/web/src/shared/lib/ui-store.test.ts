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

it('the UI store restores the asset and timeframe of an account when the account is chosen again', async () => {
  const { getState } = await visit();
  getState().changeAccount('paper');
  getState().setSymbol('XAUUSD');
  getState().setTimeframe('1m');
  getState().changeAccount('demo');
  expect(getState()).toMatchObject({ symbol: 'XAUUSD', timeframe: '1m' });
  getState().setSymbol('BTCUSD');
  getState().changeAccount('paper');
  expect(getState()).toMatchObject({ symbol: 'XAUUSD', timeframe: '1m' });
  getState().changeAccount('demo');
  expect(getState().symbol).toBe('BTCUSD');
});

it('the UI store restores the choices of the account in a new tab, and keeps those of the tab after a reload', async () => {
  const { getState } = await visit();
  getState().changeAccount('paper');
  getState().setSymbol('XAUUSD');
  sessionStorage.clear();
  const newTab = (await visit()).getState;
  newTab().changeAccount('paper');
  expect(newTab().symbol).toBe('XAUUSD');
  localStorage.setItem('vigia-account-paper-symbol', 'EURUSD\nGBPUSD');
  const reloaded = (await visit()).getState;
  reloaded().changeAccount('paper');
  expect(reloaded().symbol).toBe('XAUUSD');
});

it('the UI store prefers a default that the user has set after the last choice on the account', async () => {
  const { getState } = await visit();
  getState().changeAccount('paper');
  getState().setSymbol('XAUUSD');
  sessionStorage.clear();
  const later = (await visit()).getState;
  later().setDefaults(DEFAULTS);
  later().changeAccount('paper');
  expect(later().symbol).toBe('BTCUSD');
});
