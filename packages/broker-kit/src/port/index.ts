/** Ports that a market source and a broker implement. */
export * from './broker.ts';
export type * from './contract.ts';
export type * from './credentials.ts';
export * from './faults.ts';
export { inOurTime } from './our-time.ts';
export * from './price-feed.ts';
export type * from './sale.ts';
