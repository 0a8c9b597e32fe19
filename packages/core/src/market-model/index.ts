/** The simulated market: prices, times and payouts as a pure function of (seed, symbol, time). */
export * from './assets.ts';
export * from './payout.ts';
export * from './ticks.ts';
