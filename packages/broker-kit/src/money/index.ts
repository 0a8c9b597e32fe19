/** Amounts of money in brokers' messages. */
export { knownCurrency } from './known-currency.ts';
export { minorOf } from './minor.ts';
export { stakeLimitsIn } from './stake-limits.ts';
