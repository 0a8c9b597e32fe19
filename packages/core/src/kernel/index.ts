/** Units, results, and the ports for time, randomness and ids. */
export * from './assert.ts';
export * from './brand.ts';
export * from './canonical-json.ts';
export * from './defined-or-null.ts';
export * from './jump-detector.ts';
export * from './outcome.ts';
export * from './ports.ts';
export * from './result.ts';
export * from './seeded-rng.ts';
export * from './sized-cache.ts';
export * from './time-of-day.ts';
export * from './units.ts';
export * from './zone-offset.ts';
