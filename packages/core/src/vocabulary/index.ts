/** The words that the domain, the wire and the screen share: literal unions and the limits the product fixes. */
export * from './access.ts';
export * from './assets.ts';
export * from './automation.ts';
export * from './brokers.ts';
export * from './countries.ts';
export * from './limits.ts';
export type { NumberRange, NumbersOf } from './number-range.ts';
export * from './pcr.ts';
export * from './pcr-parameters.ts';
export * from './strategies.ts';
export * from './timeframes.ts';
export * from './trading.ts';
