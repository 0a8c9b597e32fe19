/** Rate limits of requests and backoff of reconnects. */
export { fullJitter } from './full-jitter.ts';
export { createPacer, type Pacer, type Urgency } from './pacer.ts';
