import type { Currency } from '@vigia/core/vocabulary';
import { beforeEach, expect, it } from 'vitest';
import { lastStake, purseText, rememberStake } from './last-stake.ts';
import { type StartingStakeInput, startingStake } from './starting-stake.ts';
import { useTicketStore } from './ticket-store.ts';

const start = useTicketStore.getState();
beforeEach(() => {
  localStorage.clear();
  useTicketStore.setState(start, true);
});

const facts = (currency: Currency, change: Partial<StartingStakeInput> = {}): StartingStakeInput => ({
  currency,
  usual: 10,
  last: null,
  limits: { minimum: 1, maximum: 5_000 },
  balance: 10_000,
  ...change,
});
const PESOS = { limits: { minimum: 1_000, maximum: 5_000_000 }, balance: 1_000_000 };
const BITCOIN = { limits: { minimum: 0.0001, maximum: 100 }, balance: 50 };

it.each<[string, number, StartingStakeInput]>([
  ['the default stake of the profile in dollars', 10_00, facts('USD')],
  ['the number of the default stake in another currency that allows it', 10_00, facts('EUR')],
  ['the number of the default stake while no limits are known', 10, facts('CLP', { limits: null, balance: 1_000_000 })],
  ['the smallest stake if the default stake is smaller', 1_000, facts('CLP', PESOS)],
  [
    'the smallest stake, not the largest, if the default stake is larger than the largest',
    1_00,
    facts('EUR', { usual: 9_000 }),
  ],
  [
    'the smallest stake, not the whole balance, if the default stake exceeds the balance',
    1_00,
    facts('EUR', { balance: 9 }),
  ],
  ['the smallest stake in bitcoins, although a stake of 10 would be allowed', 10_000, facts('BTC', BITCOIN)],
  ['a satoshi in bitcoins without known limits', 1, facts('BTC', { ...BITCOIN, limits: null })],
  ['the last stake of this account kind and currency', 15_000, facts('CLP', { ...PESOS, last: 15_000 })],
  ['the last stake in bitcoins', 50_000, facts('BTC', { ...BITCOIN, last: 0.0005 })],
  ['the smallest stake if the last stake exceeds the balance', 1_000, facts('CLP', { ...PESOS, last: 2_000_000 })],
  ['the default stake without decimals that the currency does not have', 12, facts('JPY', { usual: 12.5 })],
  ['every cent of the default stake', 29, facts('USD', { usual: 0.29, limits: { minimum: 0.01, maximum: 100 } })],
])('the order form starts with %s', (_what, stakeMinor, given) => {
  expect(startingStake(given)).toBe(stakeMinor);
});

it('the last stake is stored per account kind and currency', () => {
  rememberStake(purseText({ kind: 'demo', currency: 'CLP' }), 15_000);
  expect(lastStake('demo-CLP')).toBe(15_000);
  expect(lastStake('real-CLP')).toBeNull();
  expect(lastStake('demo-EUR')).toBeNull();
});

it('a typed amount stays while the account stays the same, and is dropped when another one is chosen', () => {
  const { suggestAmount, setAmount } = useTicketStore.getState();
  suggestAmount('pesos', '1000', '10');
  setAmount('5000');
  suggestAmount('pesos', '1000', '10');
  expect(useTicketStore.getState().amount).toBe('5000');
  suggestAmount('dollars', '10', '10');
  expect(useTicketStore.getState().amount).toBe('10');
});

it('a typed amount is dropped when the user changes the default stake of the profile', () => {
  const { suggestAmount, setAmount } = useTicketStore.getState();
  suggestAmount('dollars', '10', '10');
  setAmount('5000');
  suggestAmount('dollars', '25', '25');
  expect(useTicketStore.getState().amount).toBe('25');
});
