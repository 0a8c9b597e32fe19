import { fillMessage, LADDER_FAULTS_ES, moneyText } from '@vigia/contract';
import {
  type LadderFacts,
  ladderFault,
  type SetupRiskRules,
  setupLimitsOf,
  stakePlanOf,
} from '@vigia/core/auto-trading';
import { type Clock, epochMs, type MinorUnits, minorUnits } from '@vigia/core/kernel';
import { type Currency, formatMinor, MAX_AMOUNT_MINOR, PAPER_CURRENCY } from '@vigia/core/money';
import type { MoneyManagement } from '@vigia/core/vocabulary';
import type { Sql } from '#platform/persistence/database.ts';
import type { Accounts, BrokerVenue } from '../accounts/index.ts';
import type { MarketData } from '../market-data/index.ts';

/** An amount above the balance of any account. */
const UNBOUNDED = minorUnits(MAX_AMOUNT_MINOR * 100);
/**
 * Stake limits that allow any stake. The first step of each ladder is compared later with the broker's limits, which
 * only the process with the broker session can read.
 */
const ANY_STAKE = { minStakeMinor: minorUnits(1), maxStakeMinor: UNBOUNDED } as const;

/** The user of an automation, and the account on which it trades; null for the paper account. */
export type AutomationOwner = { readonly userId: string; readonly account: BrokerVenue | null };

type LadderDeps = {
  readonly accounts: Pick<Accounts, 'automationMoney' | 'riskLimits'>;
  readonly clock: Pick<Clock, 'now'>;
};
type LadderMarket = Pick<MarketData, 'asset'>;

/**
 * Checks whether the account of an automation can afford to lose all stakes of its martingale ladder. If it cannot,
 * returns the values of `martingale_refused`. Returns null if it can, and for stakes without a ladder.
 */
export async function martingaleRefusal(
  deps: LadderDeps,
  sql: Sql,
  owner: AutomationOwner,
  market: LadderMarket,
  {
    asset,
    money,
    limits,
  }: { readonly asset: string; readonly money: MoneyManagement; readonly limits: SetupRiskRules },
): Promise<{ readonly why: string } | null> {
  if (money.betType !== 'martingale') return null;
  const account = await ladderAccount(deps, sql, owner);
  const plan = stakePlanOf(money, account.currency);
  const own = setupLimitsOf(limits, account.currency);
  if (!plan.ok || !own.ok || plan.value.kind !== 'martingale') return null;
  const { stakesMinor } = plan.value;
  const why = await ladderFaultText(deps, sql, owner.userId, { account, market, stakesMinor, asset, own: own.value });
  return why === null ? null : { why };
}

/** The account of a ladder. A ladder on a real account is always refused. */
export type LadderAccount = {
  readonly currency: Currency;
  /** Balance of the account; null if the broker has not reported it, so nothing is compared with it. */
  readonly cashMinor: MinorUnits | null;
  readonly isPaper: boolean;
  readonly isRealMoney: boolean;
};

/**
 * Returns the account of a ladder. Until the broker has reported the account, it has the currency of the paper account.
 */
export async function ladderAccount(
  { accounts }: Pick<LadderDeps, 'accounts'>,
  sql: Sql,
  { userId, account }: AutomationOwner,
): Promise<LadderAccount> {
  const money = await accounts.automationMoney(sql, userId, account);
  return {
    currency: money?.currency ?? PAPER_CURRENCY,
    cashMinor: money?.cashMinor ?? null,
    isPaper: account === null,
    isRealMoney: account?.kind === 'real',
  };
}

type Ladder = {
  readonly account: LadderAccount;
  readonly market: LadderMarket;
  readonly stakesMinor: readonly MinorUnits[];
  readonly asset: string;
  readonly own: LadderFacts['own'];
};

/**
 * Checks the ladder against its account and the limits of that account's book. Returns the fault; null if there is
 * none.
 */
export async function ladderFaultText(
  { accounts, clock }: LadderDeps,
  sql: Sql,
  userId: string,
  { account: { currency, cashMinor, isPaper, isRealMoney }, market, stakesMinor, asset: symbol, own }: Ladder,
): Promise<string | null> {
  const asset = market.asset(symbol);
  if (asset === undefined) return null;
  const limits = await accounts.riskLimits(sql, userId, { scope: 'practice', currency }, epochMs(clock.now()));
  const refused = ladderFault(stakesMinor, {
    cashMinor: cashMinor ?? UNBOUNDED,
    limits,
    own,
    isRealMoney,
    asset: isPaper ? { minStakeMinor: asset.minTradeAmountMinor, maxStakeMinor: asset.maxTradeAmountMinor } : ANY_STAKE,
  });
  if (refused === null) return null;
  const text = (minor: MinorUnits) => moneyText(formatMinor(minor, currency), currency);
  return fillMessage(LADDER_FAULTS_ES[refused.fault], {
    amount: text(refused.amountMinor),
    limit: text(refused.limitMinor),
  });
}
