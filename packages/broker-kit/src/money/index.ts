/** Conversion of money amounts in brokers' messages. */
export { centsOf, hasCents } from './cents.ts';
