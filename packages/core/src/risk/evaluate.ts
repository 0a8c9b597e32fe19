import { err, ok, type Result } from '#kernel/index.ts';
import type { GuardedOrder, RiskFacts, RiskLimits } from './order.ts';
import type { RiskRefused } from './refusal.ts';
import type { RiskRule } from './rule.ts';
import { assetLimits } from './rules/asset-limits.ts';
import { balance } from './rules/balance.ts';
import { concurrentTrades } from './rules/concurrent-trades.ts';
import { coolDown } from './rules/cool-down.ts';
import { dailyCount } from './rules/daily-count.ts';
import { killSwitch } from './rules/kill-switch.ts';
import { dailyLoss, weeklyLoss } from './rules/loss-limits.ts';
import { marketLive } from './rules/market-live.ts';
import { maxStake } from './rules/max-stake.ts';
import { realityCheck } from './rules/reality-check.ts';

const approved = Symbol('approved by the risk guard');

/** An order that passed every rule. Only {@link evaluate} can make one: whoever asks for it cannot be handed less. */
export type RiskApproved<Order extends GuardedOrder> = { readonly order: Order; readonly [approved]: true };

/** The order of refusals of decisions §4: the first rule that objects is the one the user is told of. */
const RULES: readonly RiskRule[] = [
  assetLimits,
  marketLive,
  concurrentTrades,
  balance,
  maxStake,
  dailyLoss,
  weeklyLoss,
  dailyCount,
  coolDown,
  killSwitch,
  realityCheck,
];

/** Asked before every order, manual or automatic, after its shape has been checked. */
export function evaluate<Order extends GuardedOrder>(
  order: Order,
  facts: RiskFacts,
  limits: RiskLimits,
): Result<RiskApproved<Order>, RiskRefused> {
  for (const rule of RULES) {
    const refusal = rule(order, facts, limits);
    if (refusal !== null) return err(refusal);
  }
  return ok({ order, [approved]: true });
}
