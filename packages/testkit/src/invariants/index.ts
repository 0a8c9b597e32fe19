/** Invariants of trading's records, computed again from the database. */
export * from './candles.ts';
export * from './contracts.ts';
export * from './finding.ts';
export * from './keys.ts';
export * from './ledger.ts';
export * from './limits.ts';
export * from './lives.ts';
export * from './settlements.ts';
export * from './signals.ts';
