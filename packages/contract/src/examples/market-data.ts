/** Documentation examples of market data calls. */

export const ASSET = {
  symbol: 'EURUSD',
  name: 'Euro / Dólar estadounidense',
  type: 'forex',
  current_price: 1.08542,
  min_trade_amount: 1,
  max_trade_amount: 5_000,
  stake_currency: 'USD',
  payout: 0.85,
  durations: null,
  durations_seconds: [15, 30, 45],
  durations_ticks: [],
  on_equal_prices: 'tie',
  decimals: 5,
  tick_size: 0.00001,
  market_open: true,
  source: 'simulated',
};

export const QUOTE = {
  symbol: 'EURUSD',
  price: 1.08542,
  change: 0.00121,
  change_pct: 0.1116,
  high: 1.08611,
  low: 1.08377,
  payout: 0.85,
  market_open: true,
  stale: false,
  source: 'simulated',
  updated_at: '2026-11-20T14:00:00.100Z',
};

export const DAY_CURVE = { symbol: 'EURUSD', change_pct: 0.1116, closes: [1.08421, 1.08467, 1.08542] };

export const CANDLE = { time: 1_795_183_200, open: 1.0853, high: 1.08549, low: 1.08521, close: 1.08542, closed: true };

export const PAYOUT = { symbol: 'EURUSD', duration: 5, duration_seconds: null, duration_ticks: null, payout: 0.85 };

export const MARKET_SOURCE = {
  source: 'iqoption',
  follows_mode: false,
  chosen: 'iqoption',
  state: 'live',
  options: [
    { source: 'simulated', name: 'Mercado simulado', available: true },
    { source: 'deriv', name: 'Deriv (precios públicos)', available: true },
    { source: 'iqoption', name: 'IQ Option', available: true },
    { source: 'quotex', name: 'Quotex', available: false },
  ],
};
