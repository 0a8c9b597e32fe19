/**
 * Rules of automatic trading: the next stake, the limits of a setup, and the latency of a venue (a broker or the paper
 * account).
 */
export * from './arming.ts';
export * from './entry-plan.ts';
export * from './graduation.ts';
export * from './ladder.ts';
export * from './lateness.ts';
export * from './next-stake.ts';
export * from './refuse-ladder.ts';
export * from './setup-limits.ts';
export * from './stake-plan.ts';
