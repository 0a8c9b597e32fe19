import type { LiveCardView, StrategyView } from '@vigia/contract';

/** A win-rate card with 231 wins in 386 decided trades, which is above a break-even of 54.1 %. */
export const CARD_ABOVE_BREAK_EVEN: LiveCardView = {
  won: 231,
  lost: 155,
  tied: 0,
  decided: 386,
  rate: 231 / 386,
  interval: { low: 0.549, high: 0.646 },
  break_even: 0.5405,
  verdict: 'above',
  evidence: { bets: 386, above: 61.4, below: 0.01, decided_from: { above: 40, below: 40 }, cards: 1 },
};

/** A win-rate card without a decided trade. */
const CARD_EMPTY: LiveCardView = {
  won: 0,
  lost: 0,
  tied: 0,
  decided: 0,
  rate: null,
  interval: null,
  break_even: null,
  verdict: null,
  evidence: { bets: 0, above: 1, below: 1, decided_from: { above: 40, below: 40 }, cards: 1 },
};

/** Returns an inactive RSI strategy without trades and signals. */
export const strategyOf = (given: Partial<StrategyView> = {}): StrategyView => ({
  id: '018f4a6e-0000-7000-8000-000000000001',
  name: 'RSI extremos',
  description: null,
  type: 'rsi',
  status: 'inactive',
  asset: 'EURUSD',
  timeframe: '5m',
  price_source: 'simulated',
  auto_trade: false,
  account_broker: 'mock',
  account_kind: 'mock',
  currency: 'USD',
  version: 1,
  parameters: { rsi_period: 14, oversold: 30, overbought: 70, trade_amount: 10, duration: 5 },
  performance: {
    total_trades: 0,
    win_rate: null,
    profit_loss: null,
    created_at: '2026-11-01T12:00:00.000Z',
    last_trade_at: null,
    card: CARD_EMPTY,
    equity: [],
  },
  signals: { total: 0, today: 0, card: CARD_EMPTY, last_signal_at: null },
  entry_delay: null,
  payout: 0.85,
  updated_at: '2026-11-01T12:00:00.000Z',
  ...given,
});

/** The performance of a strategy that has 386 trades of its own. */
export const TRADED_PERFORMANCE: Pick<StrategyView, 'performance'> = {
  performance: {
    total_trades: 386,
    win_rate: 231 / 386,
    profit_loss: 413.5,
    created_at: '2026-11-01T12:00:00.000Z',
    last_trade_at: '2026-11-20T12:00:00.000Z',
    card: CARD_ABOVE_BREAK_EVEN,
    equity: [8.5, -1.5, 7, 413.5],
  },
};
