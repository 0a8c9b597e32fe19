import { fillMessage, LADDER_FAULTS_ES, type LadderView, moneyText, type PcrLadderQuery } from '@vigia/contract';
import {
  chanceWithin,
  type LadderFacts,
  refuseLadder,
  ruinChance,
  setupLimitsOf,
  stakePlanOf,
  totalAtRisk,
} from '@vigia/core/automation';
import { epochMs, err, type MinorUnits, ok, type Result } from '@vigia/core/kernel';
import { formatMinor, PAPER_CURRENCY } from '@vigia/core/money';
import { PAPER_BOOK } from '@vigia/core/risk';
import { breakEvenRate } from '@vigia/core/statistics';
import type { z } from 'zod';
import type { Sql } from '#platform/persistence/database.ts';
import { marketOf, unknownAsset } from '../../market-data/index.ts';
import type { PcrDeps, PcrMarket } from '../deps.ts';
import type { SetupRefusal } from '../editing/read-setup.ts';
import type { SetupWrite } from '../editing/setup.repository.ts';

const BASIS_POINTS = 10_000;
const LADDERS_SHOWN = 100;
const NO_LIMITS = { dailyLossMinor: null, weeklyLossMinor: null } as const;

/**
 * Computes the cost of losing a whole martingale ladder on a contract, the likelihood of that, and the reason why the
 * ladder is refused, if any.
 */
export async function readLadder(
  deps: PcrDeps,
  userId: string,
  { fixed_amount: fixedAmount, multiplier, steps, asset, expiry }: z.infer<typeof PcrLadderQuery>,
): Promise<Result<LadderView, SetupRefusal>> {
  const market = await marketOf(deps.markets, userId);
  if (market.asset(asset) === undefined) return err(unknownAsset(market, asset));
  const payoutBp = market.payoutBp(asset, expiry, deps.clock.now());
  if (payoutBp === null) return err({ code: 'duration_unavailable', values: { symbol: asset, minutes: expiry } });
  const plan = stakePlanOf({ betType: 'martingale', fixedAmount, multiplier, steps }, PAPER_CURRENCY);
  if (!plan.ok || plan.value.kind !== 'martingale') return err({ code: 'amount_invalid' });
  const { stakesMinor } = plan.value;
  const ruin = ruinChance(steps, breakEvenRate(payoutBp / BASIS_POINTS));
  return ok({
    stakes: stakesMinor.map((stake) => formatMinor(stake, PAPER_CURRENCY)),
    total_at_risk: formatMinor(totalAtRisk(stakesMinor), PAPER_CURRENCY),
    ruin_at_break_even: ruin,
    ruin_at_half: ruinChance(steps, 0.5),
    ruin_in_100: chanceWithin(LADDERS_SHOWN, ruin),
    refusal: await ladderFault(deps, deps.db.sql, userId, { market, stakesMinor, asset, own: NO_LIMITS }),
  });
}

/** Refuses a setup whose martingale ladder the user cannot afford to lose; accepts any other setup. */
export async function refuseMartingale(
  deps: PcrDeps,
  sql: Sql,
  userId: string,
  market: PcrMarket,
  { asset, definition: { moneyManagement, riskControl } }: SetupWrite,
): Promise<SetupRefusal | null> {
  const plan = stakePlanOf(moneyManagement, PAPER_CURRENCY);
  const own = setupLimitsOf(riskControl, PAPER_CURRENCY);
  if (!plan.ok || !own.ok || plan.value.kind !== 'martingale') return null;
  const why = await ladderFault(deps, sql, userId, {
    market,
    stakesMinor: plan.value.stakesMinor,
    asset,
    own: own.value,
  });
  return why === null ? null : { code: 'martingale_refused', values: { why } };
}

type Ladder = {
  readonly market: PcrMarket;
  readonly stakesMinor: readonly MinorUnits[];
  readonly asset: string;
  readonly own: LadderFacts['own'];
};

/** Checks the ladder against the paper account, the only account a martingale may run on. */
async function ladderFault(
  { accounts, clock }: PcrDeps,
  sql: Sql,
  userId: string,
  { market, stakesMinor, asset: symbol, own }: Ladder,
): Promise<string | null> {
  const asset = market.asset(symbol);
  if (asset === undefined) return null;
  const [{ cashMinor, currency }, limits] = await Promise.all([
    accounts.mockAccount(sql, userId),
    accounts.riskLimits(sql, userId, PAPER_BOOK, epochMs(clock.now())),
  ]);
  const { minTradeAmountMinor: minStakeMinor, maxTradeAmountMinor: maxStakeMinor } = asset;
  const refused = refuseLadder(stakesMinor, {
    cashMinor,
    limits,
    own,
    isRealMoney: false,
    asset: { minStakeMinor, maxStakeMinor },
  });
  if (refused === null) return null;
  const text = (minor: MinorUnits) => moneyText(formatMinor(minor, currency), currency);
  return fillMessage(LADDER_FAULTS_ES[refused.fault], {
    amount: text(refused.amountMinor),
    limit: text(refused.limitMinor),
  });
}
