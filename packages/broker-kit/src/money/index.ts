/** Money in brokers' notation. */
export { centsOf, hasCents } from './cents.ts';
