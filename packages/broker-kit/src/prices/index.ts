/** Prices of watched symbols, without gaps across reconnects. */
export { type Quote, type TickSource, TickWatches } from './tick-watches.ts';
