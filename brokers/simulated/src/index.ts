/** Price feeds that need no broker (the simulated market and recordings), and a broker for practice. */
export { ticksOfCandles } from './candle-ticks.ts';
export { practiceBroker } from './practice/practice-broker.ts';
export { type Recording, ReplayFeed, type ReplayOptions } from './replay-feed.ts';
export { SimulatedFeed } from './simulated-feed.ts';
export type { TickWalker } from './tick-walker.ts';
