/** Amounts of money, their currencies and decimals. */
export { type Currency, isCurrency, PAPER_CURRENCY } from '#vocabulary/index.ts';
export * from './amount.ts';
export * from './currency.ts';
export * from './money.ts';
