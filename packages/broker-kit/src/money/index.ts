/** Money as brokers write it. */
export { centsOf, hasCents } from './cents.ts';
