/** Price feeds without a broker (the simulated market and recordings), and the practice broker. */
export { ticksOfCandles } from './candle-ticks.ts';
export { practiceBroker } from './practice/practice-broker.ts';
export { type Recording, ReplayFeed, type ReplayOptions } from './replay-feed.ts';
export { SimulatedFeed } from './simulated-feed.ts';
export type { TickWalker } from './tick-walker.ts';
