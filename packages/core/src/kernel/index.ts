/** Units, results, reading of what was handed in, and the interfaces through which time, chance and identity enter the domain. */
export * from './assert.ts';
export * from './brand.ts';
export type * from './input-error.ts';
export * from './object-reader.ts';
export * from './ports.ts';
export * from './result.ts';
export * from './seeded-rng.ts';
export * from './units.ts';
