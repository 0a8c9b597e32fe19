import { err, ok, type Result } from '#kernel/index.ts';
import type { GuardedOrder, RiskFacts, RiskLimits } from './order.ts';
import type { RiskRefused } from './refusal.ts';
import { RISK_RULES } from './rules.ts';

const approved = Symbol('approved by the risk guard');

/** An order that passed every rule. Only {@link evaluate} creates one. */
export type RiskApproved<Order extends GuardedOrder> = { readonly order: Order; readonly [approved]: true };

/** Returns an approval of the order, or the first refusal. Every order, manual or automatic, needs this approval. */
export function evaluate<Order extends GuardedOrder>(
  order: Order,
  facts: RiskFacts,
  limits: RiskLimits,
): Result<RiskApproved<Order>, RiskRefused> {
  for (const rule of RISK_RULES) {
    const refusal = rule(order, facts, limits);
    if (refusal !== null) return err(refusal);
  }
  return ok({ order, [approved]: true });
}
