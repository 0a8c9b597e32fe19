import type { AccountView, Asset } from '@vigia/contract';
import { expect, it } from 'vitest';
import { wonTrade } from '../trades/testing.ts';
import { type RepeatConditions, repeatFault, repeatFaultText } from './repeat-fault.ts';

const PAPER: AccountView = {
  id: '00000000-0000-4000-8000-0000000000aa',
  broker: 'mock',
  kind: 'mock',
  currency: 'USD',
  balance: 100,
  held: 0,
};
const OPEN = { market_open: true, durations: [5], durations_seconds: [], durations_ticks: [] } as unknown as Asset;
const FINE: RepeatConditions = { account: PAPER, asset: OPEN, isOnline: true };
const TRADE = wonTrade();

const sentence = (change: Partial<RepeatConditions>): string | null => {
  const fault = repeatFault(TRADE, { ...FINE, ...change });
  return fault && repeatFaultText(fault, TRADE);
};

it('a trade of the account in use can be repeated', () => {
  expect(sentence({})).toBeNull();
  expect(sentence({ asset: undefined })).toBeNull();
});

it.each<[string, Partial<RepeatConditions>, RegExp]>([
  ['while no account is known', { account: undefined }, /Todavía no sabemos qué cuenta usas/],
  ['on a real account', { account: { ...PAPER, broker: 'deriv', kind: 'real' } }, /fue en Simulado y ahora operas en/],
  ['on another broker', { account: { ...PAPER, broker: 'deriv', kind: 'demo' } }, /Cambia de cuenta para repetirla/],
  ['in another currency', { account: { ...PAPER, currency: 'CLP' } }, /fue en USD y tu cuenta es ahora en CLP/],
  ['without internet', { isOnline: false }, /No tienes conexión: no se envió nada/],
  ['while its market is closed', { asset: { ...OPEN, market_open: false } }, /El mercado de EURUSD está cerrado/],
  ['if its length is no longer offered', { asset: { ...OPEN, durations: [1] } }, /EURUSD ya no se ofrece a 5 min/],
])('a trade is not repeated %s', (_when, change, text) => {
  expect(sentence(change)).toMatch(text);
});
