/** A trade's life, how it is decided and where its money goes. */
export * from './ledger.ts';
export * from './money.ts';
export * from './settlement.ts';
export * from './trade.ts';
export * from './transition.ts';
