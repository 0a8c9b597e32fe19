/** What must hold of trading's own records whatever has happened, read from the database and computed anew. */
export * from './candles.ts';
export * from './contracts.ts';
export * from './finding.ts';
export * from './keys.ts';
export * from './ledger.ts';
export * from './limits.ts';
export * from './lives.ts';
export * from './settlements.ts';
export * from './signals.ts';
