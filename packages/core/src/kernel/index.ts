/** Units, results and the interfaces through which time, chance and identity enter the domain. */
export * from './assert.ts';
export * from './brand.ts';
export * from './ports.ts';
export * from './result.ts';
export * from './units.ts';
