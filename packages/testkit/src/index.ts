/** What tests share: a clock and randomness under control, and the reference data beside the project. */
export * from './driven-time.ts';
export * from './manual-clock.ts';
export * from './seeded-rng.ts';
export * from './shared-data.ts';
