import type { Asset } from '@vigia/contract';

/** Returns an open asset of the simulated market, for tests. */
export const assetOf = (symbol: string, change: Partial<Asset> = {}): Asset => ({
  symbol,
  name: symbol,
  type: 'forex',
  current_price: 1.085,
  min_trade_amount: 1,
  max_trade_amount: 100,
  stake_currency: 'USD',
  payout: 0.85,
  market_open: true,
  decimals: 5,
  durations: null,
  durations_seconds: [],
  durations_ticks: [],
  on_equal_prices: 'tie',
  tick_size: 0.00001,
  source: 'simulated',
  ...change,
});
