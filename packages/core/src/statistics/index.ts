/** Honest numbers: a win rate with its interval, break-even and verdict, and what a row of profits says. */
export { breakEvenRate } from './break-even.ts';
export { luckPValue } from './luck.ts';
export { expectancyPerTrade, longestLosingStreak, maxDrawdown, profitFactor } from './profits.ts';
export { type RateInterval, wilsonInterval } from './wilson.ts';
export { MIN_DECIDED_TRADES, type TradeRecord, type WinRateCard, winRateCard } from './win-rate-card.ts';
