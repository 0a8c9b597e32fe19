/**
 * Shared test tools: a manual clock, seeded randomness, and access to the reference data in the folder `shared` beside
 * the project.
 */
export * from './driven-time.ts';
export * from './manual-clock.ts';
export * from './price-file-text.ts';
export * from './property-runs.ts';
export * from './seeded-rng.ts';
export * from './shared-data.ts';
export * from './tally.ts';
