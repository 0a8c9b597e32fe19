/** Request budgets, and backoff of reconnects. */
export { fullJitter } from './full-jitter.ts';
export { Pauses, type PauseTerms } from './pauses.ts';
export { createRequestBudget, type RequestBudget, type RequestLimits, type Urgency } from './request-budget.ts';
