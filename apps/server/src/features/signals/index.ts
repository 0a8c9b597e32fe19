/** What setups and strategies signalled: sealed, chained, stored once, and what was done about it. */
export { type SealedSignal, SIGNAL_SEALED } from './topics.ts';
