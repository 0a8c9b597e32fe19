/** What the application asks of whoever provides a market, or takes orders. */
export * from './broker.ts';
export type * from './credentials.ts';
export * from './faults.ts';
export * from './price-feed.ts';
