import type { LiveCardView, TradingPerformance, WinRateCardView } from '@vigia/contract';

/** A win-rate card with 84 wins in 160 decided trades and a break-even rate of 54.1 %. */
const CARD: WinRateCardView = {
  won: 84,
  lost: 76,
  tied: 2,
  decided: 160,
  rate: 0.525,
  interval: { low: 0.448, high: 0.601 },
  break_even: 0.541,
  verdict: 'indistinguishable',
};

/** A win-rate card with two ties and no decided trade. */
export const UNDECIDED_CARD: LiveCardView = {
  won: 0,
  lost: 0,
  tied: 2,
  decided: 0,
  rate: null,
  interval: null,
  break_even: null,
  verdict: null,
  evidence: null,
};

/** The card of all trades, with their evidence. */
const LIVE_CARD: LiveCardView = {
  ...CARD,
  evidence: { bets: 160, above: 0.11, below: 0.87, decided_from: { above: 40, below: 40 }, cards: 1 },
};

export const performanceOf = (given: Partial<TradingPerformance> = {}): TradingPerformance => ({
  purse: { kind: 'mock', currency: 'USD' },
  purses: [{ kind: 'mock', currency: 'USD' }],
  trades: 163,
  voided: 1,
  card: LIVE_CARD,
  profit: -46,
  staked: 1_630,
  expectancy: -0.28,
  profit_factor: 0.94,
  longest_winning_streak: 6,
  longest_losing_streak: 5,
  current_streak: { result: 'won', trades: 2 },
  max_drawdown: 71.5,
  equity: [
    { at: '2026-11-20T10:00:00.000Z', total: 8.5 },
    { at: '2026-11-20T11:00:00.000Z', total: -46 },
  ],
  by_asset: [{ key: 'EURUSD', trades: 163, profit: -46, card: CARD }],
  by_hour: [{ key: '9', trades: 2, profit: 0, card: UNDECIDED_CARD }],
  by_weekday: [{ key: '5', trades: 163, profit: -46, card: CARD }],
  ...given,
});
