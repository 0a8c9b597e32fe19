/** Units, results, readers of untrusted objects, and the ports for time, randomness and ids. */
export * from './assert.ts';
export * from './brand.ts';
export type * from './input-error.ts';
export * from './jump-detector.ts';
export * from './object-reader.ts';
export * from './outcome.ts';
export * from './ports.ts';
export * from './result.ts';
export * from './seeded-rng.ts';
export * from './units.ts';
