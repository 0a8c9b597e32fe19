/** The risk guard, which checks every order with one rule for each refusal, and the conditions for real money. */

export { pauseEndsAtMs } from './cool-down.ts';
export * from './declaration.ts';
export * from './evaluate.ts';
export * from './limit-book.ts';
export * from './order.ts';
export * from './real-money.ts';
export * from './refusal.ts';
export * from './retail-bans.ts';
export * from './security-wait.ts';
export * from './trading-period.ts';
export * from './user-limits.ts';
