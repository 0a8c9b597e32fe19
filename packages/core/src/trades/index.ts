/** The states of a trade, its settlement and its ledger transfers. */
export * from './ledger.ts';
export * from './length.ts';
export * from './settlement.ts';
export * from './trade.ts';
export * from './transition.ts';
