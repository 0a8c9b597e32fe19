/** What a win rate and a payout come to: expectation, stake sizes, streaks, plans, and sessions as chance may play them. */
export * from './compound-plan.ts';
export * from './expectation.ts';
export * from './growth.ts';
export * from './loss-run.ts';
export * from './sessions.ts';
