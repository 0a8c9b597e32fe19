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

/** An order that passed every rule. Only {@link evaluate} can make one. */
export type RiskApproved<Order extends GuardedOrder> = { readonly order: Order; readonly [approved]: true };

/** Rules in the order of docs/spec/trading.md §5. The user sees the refusal of the first rule that objects. */
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

/** Returns an approval of the order or the first refusal. Called before every order, manual or automatic. */
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
