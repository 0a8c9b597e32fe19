/** Deriv as a broker, and its public prices as a market. */
export { derivBroker } from './broker.ts';
export { openDerivFeed } from './feed.ts';
