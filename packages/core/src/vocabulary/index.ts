/** Literal types and fixed limits that the domain, the API and the screens share. */
export * from './access.ts';
export * from './assets.ts';
export * from './automation.ts';
export * from './broker-check.ts';
export * from './brokers.ts';
export * from './countries.ts';
export * from './currencies.ts';
export * from './limits.ts';
export * from './modes.ts';
export {
  integerRange,
  LARGEST_AMOUNT,
  type NumberRange,
  type NumbersOf,
  realRange,
  SMALLEST_AMOUNT,
} from './number-range.ts';
export * from './pcr.ts';
export * from './pcr-parameters.ts';
export * from './price-files.ts';
export * from './strategies.ts';
export * from './timeframes.ts';
export * from './trading.ts';
