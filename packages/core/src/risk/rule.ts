import type { GuardedOrder, RiskFacts, RiskLimits } from './order.ts';
import type { RiskRefused } from './refusal.ts';

/** One reason to refuse an order: null lets it pass. */
export type RiskRule = (order: GuardedOrder, facts: RiskFacts, limits: RiskLimits) => RiskRefused | null;
