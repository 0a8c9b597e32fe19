import type { LadderView, PcrLadderQuery } from '@vigia/contract';
import { chanceInLadders, ruinChance, stakePlanOf, totalAtRisk } from '@vigia/core/auto-trading';
import { err, ok, type Result } from '@vigia/core/kernel';
import { formatMinor } from '@vigia/core/money';
import { breakEvenRate } from '@vigia/core/statistics';
import { defaultTradeLength, expiryLengthIn } from '@vigia/core/trades';
import type { z } from 'zod';
import { practiceAccount } from '../../accounts/index.ts';
import { ladderAccount, ladderFaultText } from '../../automations/index.ts';
import { durationUnavailable, marketOf, unknownAsset } from '../../market-data/index.ts';
import type { PcrDeps } from '../deps.ts';
import type { SetupRefusal } from '../editing/read-setup.ts';

const BASIS_POINTS = 10_000;
const LADDERS_SHOWN = 100;
const NO_LIMITS = { dailyLossMinor: null, weeklyLossMinor: null } as const;
/**
 * Computes the total cost of a martingale ladder for an asset and a trade duration, and the probability of losing all
 * its stakes. Adds the reason if the ladder is refused.
 */
export async function computeLadderView(
  deps: PcrDeps,
  userId: string,
  { fixed_amount: fixedAmount, multiplier, steps, asset, broker: named, ...given }: z.infer<typeof PcrLadderQuery>,
): Promise<Result<LadderView, SetupRefusal>> {
  const { sql } = deps.db;
  const market = await marketOf(deps.markets, userId);
  if (market.asset(asset) === undefined) return err(unknownAsset(market, asset));
  const length = Object.keys(given).length === 0 ? defaultTradeLength() : expiryLengthIn(given);
  const payoutBp = market.payoutBp(asset, length, deps.clock.now());
  if (payoutBp === null) return err(durationUnavailable(asset, length));
  const broker = named === undefined ? await deps.firstBroker(sql, userId) : named === 'mock' ? null : named;
  const account = await ladderAccount(deps, sql, { userId, account: practiceAccount(broker) });
  const plan = stakePlanOf({ betType: 'martingale', fixedAmount, multiplier, steps }, account.currency);
  if (!plan.ok || plan.value.kind !== 'martingale') return err({ code: 'amount_invalid' });
  const { stakesMinor } = plan.value;
  const ruin = ruinChance(steps, breakEvenRate(payoutBp / BASIS_POINTS));
  return ok({
    currency: account.currency,
    stakes: stakesMinor.map((stake) => formatMinor(stake, account.currency)),
    total_at_risk: formatMinor(totalAtRisk(stakesMinor), account.currency),
    ruin_at_break_even: ruin,
    ruin_at_half: ruinChance(steps, 0.5),
    ruin_in_100: chanceInLadders(LADDERS_SHOWN, ruin),
    refusal: await ladderFaultText(deps, sql, userId, { account, market, stakesMinor, asset, own: NO_LIMITS }),
  });
}
