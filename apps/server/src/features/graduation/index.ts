/** The gate between rules and real money: whether a setup or strategy may trade by itself with real money. */
export { gapText } from './gap-text.ts';
export { createRealMoneyGate, payoutNotCoveredRefusal, type RealMoneyGate } from './graduation.ts';
