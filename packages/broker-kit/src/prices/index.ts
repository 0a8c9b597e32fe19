/** Prices of watched symbols, whole across reconnects. */
export { type Quote, type TickSource, TickWatches } from './tick-watches.ts';
