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
import { epochMs, err, type MinorUnits, minorUnits, ok, type Result } from '@vigia/core/kernel';
import { type Currency, formatMinor, MAX_AMOUNT_MINOR, PAPER_CURRENCY } from '@vigia/core/money';
import { breakEvenRate } from '@vigia/core/statistics';
import { minutesLong } from '@vigia/core/trades';
import type { BrokerId } from '@vigia/core/vocabulary';
import type { z } from 'zod';
import type { Sql } from '#platform/persistence/database.ts';
import { durationUnavailable, marketOf, unknownAsset } from '../../market-data/index.ts';
import type { PcrDeps, PcrMarket } from '../deps.ts';
import type { SetupRefusal } from '../editing/read-setup.ts';
import type { SetupWrite } from '../editing/setup.repository.ts';

const BASIS_POINTS = 10_000;
const LADDERS_SHOWN = 100;
const NO_LIMITS = { dailyLossMinor: null, weeklyLossMinor: null } as const;
const UNBOUNDED = minorUnits(MAX_AMOUNT_MINOR * LADDERS_SHOWN);
/**
 * Stake limits that allow any stake. The first step of each ladder is compared with a broker's own limits, because only
 * the broker's session knows them.
 */
const ANY_STAKE = { minStakeMinor: minorUnits(1), maxStakeMinor: UNBOUNDED } as const;

/** The user of a setup, and the broker on whose demo account it trades; null for the paper account. */
export type SetupOwner = { readonly userId: string; readonly broker: BrokerId | null };

/**
 * Computes the cost of losing a whole martingale ladder on a contract, the likelihood of this loss, and the reason why
 * the ladder is refused, if any.
 */
export async function readLadder(
  deps: PcrDeps,
  userId: string,
  { fixed_amount: fixedAmount, multiplier, steps, asset, expiry, broker: named }: z.infer<typeof PcrLadderQuery>,
): Promise<Result<LadderView, SetupRefusal>> {
  const { sql } = deps.db;
  const market = await marketOf(deps.markets, userId);
  if (market.asset(asset) === undefined) return err(unknownAsset(market, asset));
  const payoutBp = market.payoutBp(asset, minutesLong(expiry), deps.clock.now());
  if (payoutBp === null) return err(durationUnavailable(asset, minutesLong(expiry)));
  const broker = named === undefined ? await deps.firstBroker(sql, userId) : named === 'mock' ? null : named;
  const account = await accountFor(deps, sql, { userId, broker });
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
    ruin_in_100: chanceWithin(LADDERS_SHOWN, ruin),
    refusal: await ladderFault(deps, sql, userId, { account, market, stakesMinor, asset, own: NO_LIMITS }),
  });
}

/** Refuses a setup whose account cannot afford to lose its martingale ladder. Accepts any other setup. */
export async function refuseMartingale(
  deps: PcrDeps,
  sql: Sql,
  owner: SetupOwner,
  market: PcrMarket,
  { asset, definition: { moneyManagement, riskControl } }: SetupWrite,
): Promise<SetupRefusal | null> {
  if (moneyManagement.betType !== 'martingale') return null;
  const account = await accountFor(deps, sql, owner);
  const plan = stakePlanOf(moneyManagement, account.currency);
  const own = setupLimitsOf(riskControl, account.currency);
  if (!plan.ok || !own.ok || plan.value.kind !== 'martingale') return null;
  const { stakesMinor } = plan.value;
  const why = await ladderFault(deps, sql, owner.userId, { account, market, stakesMinor, asset, own: own.value });
  return why === null ? null : { code: 'martingale_refused', values: { why } };
}

/** The account of a ladder; it is a paper or a practice account. */
type LadderAccount = {
  readonly currency: Currency;
  /** Balance of the account; null if the broker has not reported it, so that nothing is compared with it. */
  readonly cashMinor: MinorUnits | null;
  readonly isPaper: boolean;
};

async function accountFor({ accounts }: PcrDeps, sql: Sql, { userId, broker }: SetupOwner): Promise<LadderAccount> {
  const money = await accounts.automationMoney(sql, userId, broker);
  return { currency: money?.currency ?? PAPER_CURRENCY, cashMinor: money?.cashMinor ?? null, isPaper: broker === null };
}

type Ladder = {
  readonly account: LadderAccount;
  readonly market: PcrMarket;
  readonly stakesMinor: readonly MinorUnits[];
  readonly asset: string;
  readonly own: LadderFacts['own'];
};

/**
 * Checks the ladder against its account and the limits of that account's book. Returns the fault; null if there is
 * none.
 */
async function ladderFault(
  { accounts, clock }: PcrDeps,
  sql: Sql,
  userId: string,
  { account: { currency, cashMinor, isPaper }, market, stakesMinor, asset: symbol, own }: Ladder,
): Promise<string | null> {
  const asset = market.asset(symbol);
  if (asset === undefined) return null;
  const limits = await accounts.riskLimits(sql, userId, { scope: 'practice', currency }, epochMs(clock.now()));
  const refused = refuseLadder(stakesMinor, {
    cashMinor: cashMinor ?? UNBOUNDED,
    limits,
    own,
    isRealMoney: false,
    asset: isPaper ? { minStakeMinor: asset.minTradeAmountMinor, maxStakeMinor: asset.maxTradeAmountMinor } : ANY_STAKE,
  });
  if (refused === null) return null;
  const text = (minor: MinorUnits) => moneyText(formatMinor(minor, currency), currency);
  return fillMessage(LADDER_FAULTS_ES[refused.fault], {
    amount: text(refused.amountMinor),
    limit: text(refused.limitMinor),
  });
}
