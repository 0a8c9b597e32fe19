import { expect, it } from 'vitest';
import { recallForAccount, rememberForAccount } from './account-memory.ts';

it('a choice is remembered for its account only', () => {
  rememberForAccount('demo', 'symbol', 'GBPUSD', 'EURUSD');
  expect(recallForAccount('demo', 'symbol', 'EURUSD')).toBe('GBPUSD');
  expect(recallForAccount('real', 'symbol', 'EURUSD')).toBeNull();
  expect(recallForAccount('demo', 'timeframe', 'EURUSD')).toBeNull();
});

it('a choice is forgotten when the user has changed the default since then', () => {
  rememberForAccount('demo', 'amount', '25', '10');
  expect(recallForAccount('demo', 'amount', '20')).toBeNull();
});

it('a stored text of another format is ignored', () => {
  localStorage.setItem('vigia-account-demo-length', 'minutes 5');
  expect(recallForAccount('demo', 'length')).toBeNull();
});
