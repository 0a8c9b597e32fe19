/**
 * An independent implementation of docs/spec/pcr.md (the oracle), and its stored results on 1-minute candles of the
 * simulated market.
 */
export * from './core-findings.ts';
export * from './indicator-golden.ts';
export * from './oracle-setup.ts';
export type * from './oracle-types.ts';
export * from './pcr-golden.ts';
export * from './pcr-oracle.ts';
