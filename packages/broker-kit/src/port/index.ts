/** What the application asks of whoever provides a market. */
export * from './price-feed.ts';
