/** Consequences of a win rate and a payout: expected return, stake sizes, streaks, plans, and simulated sessions. */
export * from './compound-plan.ts';
export * from './expectation.ts';
export * from './growth.ts';
export * from './loss-run.ts';
export * from './session-chances.ts';
export * from './sessions.ts';
