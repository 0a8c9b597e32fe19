/** How fast one may ask, and how soon to come back. */
export { fullJitter } from './full-jitter.ts';
export { createPacer, type Pacer, type Urgency } from './pacer.ts';
