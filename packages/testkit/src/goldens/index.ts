/** An independent implementation of docs/spec/pcr.md, and its findings in minutes of the simulated market. */
export * from './core-findings.ts';
export * from './indicator-golden.ts';
export * from './oracle-setup.ts';
export type * from './oracle-types.ts';
export * from './pcr-golden.ts';
export * from './pcr-oracle.ts';
