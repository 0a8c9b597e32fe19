/** The guard every order passes: one rule a reason, in the order the user is told of them; and who may use real money. */
export * from './evaluate.ts';
export * from './order.ts';
export * from './real-money.ts';
export * from './refusal.ts';
export * from './retail-bans.ts';
export { pauseEndsAtMs } from './rules/cool-down.ts';
export * from './stretch.ts';
export * from './user-limits.ts';
