/** Markets that need no broker: the simulated one and recordings. */
export { ticksOfCandles } from './candle-ticks.ts';
export { type Recording, ReplayFeed, type ReplayOptions } from './replay-feed.ts';
export { SimulatedFeed } from './simulated-feed.ts';
