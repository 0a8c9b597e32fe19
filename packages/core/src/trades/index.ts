/** The states of a trade, its duration, its settlement and its ledger transfers. */
export * from '#lengths/index.ts';
export * from './ledger.ts';
export * from './settlement.ts';
export * from './settlement-check.ts';
export * from './trade.ts';
export * from './transition.ts';
