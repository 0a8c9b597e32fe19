import type { AccountView, Option } from '@vigia/contract';
import { expect, it } from 'vitest';
import { tradeOf, wonTrade } from '../trades/testing.ts';
import { lastManualTrade, lastResults } from './last-trades.ts';

const PAPER: AccountView = { id: 'paper', broker: 'mock', kind: 'mock', currency: 'USD', balance: 100, held: 0 };
const DEMO = { broker: 'deriv', account: 'demo' } as const;

const numbered = (number: number, given: Partial<Option> = {}): Option =>
  wonTrade({ id: `trade-${number}`, entry_time: `2026-11-21T14:${String(number).padStart(2, '0')}:00.000Z`, ...given });

it('the last results are those of the ten newest trades of the account, oldest first', () => {
  const history = Array.from({ length: 12 }, (_, index) => numbered(59 - index));
  const lostFirst = [numbered(60, { status: 'lost' }), ...history];
  expect(lastResults(lostFirst, PAPER)).toEqual([...Array.from({ length: 9 }, () => 'won'), 'lost']);
});

it('the last results leave out other accounts, other currencies, and trades without a result', () => {
  const history = [
    numbered(5, DEMO),
    numbered(4, { currency: 'CLP' }),
    numbered(3, { status: 'cancelled' }),
    numbered(2, { status: 'expired' }),
    numbered(1, { status: 'lost' }),
  ];
  expect(lastResults(history, PAPER)).toEqual(['lost', 'expired']);
  expect(lastResults(history, undefined)).toEqual([]);
});

it('the last placed trade is the newest one that the user opened on the account by hand, ended or not', () => {
  const running = tradeOf({ id: 'running', entry_time: '2026-11-21T14:30:00.000Z' });
  const others = [
    numbered(40, { origin: 'strategy' }),
    numbered(41, { execution: 'rejected', status: 'cancelled' }),
    numbered(42, DEMO),
  ];
  expect(lastManualTrade([numbered(1), running, ...others], PAPER)?.id).toBe('running');
  expect(lastManualTrade(others, PAPER)).toBeNull();
  expect(lastManualTrade([running], undefined)).toBeNull();
});
