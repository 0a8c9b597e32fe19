import { expect, it } from 'vitest';
import { CARD_ABOVE_BREAK_EVEN, strategyOf, TRADED_PERFORMANCE } from '../testing.ts';
import { rulesInWords } from './describe.ts';
import { performanceSummaryOf } from './performance-summary.ts';

it('performanceSummaryOf returns "untried" for a strategy without signals and trades', () => {
  expect(performanceSummaryOf(strategyOf())).toEqual({ kind: 'untried' });
});

it('performanceSummaryOf summarises the trades of a strategy if it has trades', () => {
  expect(performanceSummaryOf(strategyOf(TRADED_PERFORMANCE))).toMatchObject({ kind: 'traded', profit: 413.5 });
});

it('performanceSummaryOf computes the result of one stake per signal if the strategy has no trades', () => {
  const signals = { total: 386, today: 2, card: CARD_ABOVE_BREAK_EVEN, last_signal_at: null };
  const standing = performanceSummaryOf(strategyOf({ signals }));
  // The expected result comes from 231 wins at 85 % (break-even 54.05 %) and 155 losses of $10.
  expect(standing).toMatchObject({ kind: 'signalled', supposed: 413.82 });
});

it.each([
  ['rsi', { rsi_period: 14, oversold: 30, overbought: 70 }, 'RSI 14 · 30/70'],
  ['macd', { fast: 12, slow: 26, signal: 9 }, 'MACD 12/26/9'],
  ['bollinger', { period: 20, std_dev: 2.5 }, 'Bollinger 20 · 2.5'],
  ['moving_average', { fast: 10, slow: 30, ma_type: 'ema' }, 'EMA 10/30'],
] as const)('rulesInWords describes the rules of a %s', (type, parameters, words) => {
  expect(rulesInWords(type, parameters)).toBe(words);
});
