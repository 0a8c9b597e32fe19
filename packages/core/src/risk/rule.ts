import type { GuardedOrder, RiskFacts, RiskLimits } from './order.ts';
import type { RiskRefused } from './refusal.ts';

/** Checks one reason to refuse an order. Returns the refusal, or null if the rule allows the order. */
export type RiskRule = (order: GuardedOrder, facts: RiskFacts, limits: RiskLimits) => RiskRefused | null;
