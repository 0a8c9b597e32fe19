import { expect, it } from 'vitest';
import { wonTrade } from '../trades/testing.ts';
import { groupByDay } from './history-days.ts';

const endedAt = (settledAt: string, change: Partial<ReturnType<typeof wonTrade>> = {}) => {
  const trade = wonTrade({ profit: 8.5, ...change });
  if (trade.settlement === null) throw new Error('the trade has ended');
  return { ...trade, settlement: { ...trade.settlement, settled_at: settledAt } };
};

it('trades are grouped by the day of the user’s time zone, with its total', () => {
  const trades = [
    endedAt('2026-11-22T04:59:00.000Z'),
    endedAt('2026-11-21T20:00:00.000Z', { profit: -10 }),
    endedAt('2026-11-21T04:59:00.000Z'),
  ];
  expect(
    groupByDay(trades, 'America/Bogota').map(({ day, trades: ended, profits }) => [day, ended.length, profits]),
  ).toEqual([
    ['2026-11-21', 2, ['−$1.50']],
    ['2026-11-20', 1, ['+$8.50']],
  ]);
});

it('real, demo and paper money are never added up', () => {
  const trades = [
    endedAt('2026-11-21T20:00:00.000Z', { account: 'mock' }),
    endedAt('2026-11-21T20:00:00.000Z', { account: 'real', profit: -10 }),
  ];
  expect(groupByDay(trades, 'UTC')[0]?.profits).toEqual(['Simulado · USD +$8.50', 'REAL · USD −$10.00']);
});
