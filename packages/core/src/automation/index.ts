/** What a setup or strategy may do by itself: how much it stakes, when it has to stop, and when it comes too late. */
export * from './ladder.ts';
export * from './lateness.ts';
export * from './next-stake.ts';
export * from './refuse-ladder.ts';
export * from './setup-limits.ts';
export * from './stake-plan.ts';
