import type { LiveCardView, PerformanceGroup, Purse, TradeFilter, TradingPerformance } from '@vigia/contract';
import { assertNever, minorUnits } from '@vigia/core/kernel';
import { type Currency, formatMinor } from '@vigia/core/money';
import { type GroupFigures, groupVerdicts, PerformanceFold, type TradeResult } from '@vigia/core/statistics';
import { toCardView, toLiveCardView } from '#platform/http/card-view.ts';
import type { TradingDeps } from '../deps.ts';
import { choosePurse } from '../purse.ts';
import { type PerformanceRow, performanceRows } from './performance.repository.ts';

/** Largest number of points in the equity curve; a screen cannot show more. */
const EQUITY_POINTS = 300;

/**
 * Returns the statistics of the ended trades that match a filter, in one kind of money and currency. Computes them in
 * one pass over the trades, in the order of their end.
 */
export async function readPerformance(
  { db, accounts, evidence }: Pick<TradingDeps, 'db' | 'accounts' | 'evidence'>,
  userId: string,
  filter: TradeFilter,
): Promise<TradingPerformance> {
  const purse = await choosePurse({ db, accounts }, userId, filter);
  const fold = new PerformanceFold(EQUITY_POINTS);
  let voided = 0;
  await db.transaction(async (tx) => {
    for await (const rows of performanceRows(tx, userId, {
      ...filter,
      account: purse.kind,
      currency: purse.currency,
    })) {
      for (const row of rows) {
        const result = resultOf(row);
        if (result === 'voided') voided += 1;
        else fold.add(toEndedTrade(row, result));
      }
    }
  });
  const card = await cardOf(evidence, userId, purse, isSelection(filter) ? fold : null);
  return { purse, purses: await accounts.purses(db.sql, userId), ...toView(fold, voided, purse.currency), card };
}

/** Returns true if the filter selects some trades of a purse, not all. */
const isSelection = ({ account: _account, currency: _currency, ...selection }: TradeFilter): boolean =>
  Object.values(selection).some((value) => value !== undefined);

/**
 * Returns the win rate of all trades of a purse with its evidence. Trades that the user selected after they saw them
 * prove nothing: their win rate has no verdict.
 */
async function cardOf(
  evidence: TradingDeps['evidence'],
  userId: string,
  purse: Purse,
  selection: PerformanceFold | null,
): Promise<LiveCardView> {
  if (selection === null) return toLiveCardView(await evidence.ofPurse(userId, purse));
  const { counts, card } = selection.whole;
  return { ...toCardView(counts, card), verdict: null, evidence: null };
}

/**
 * Returns how the statistics count a trade. A cancelled trade that moved money was sold back before its expiry; it
 * counts as a win, a loss or a tie by its profit, so that the groups add up to the totals.
 */
function resultOf({ status, profit_minor }: PerformanceRow): TradeResult | 'voided' {
  switch (status) {
    case 'won':
    case 'lost':
      return status;
    case 'expired':
      return 'tied';
    case 'cancelled':
      return profit_minor === 0 ? 'voided' : 'sold';
    default:
      return assertNever(status);
  }
}

const toEndedTrade = ({ symbol, hour, weekday, ...row }: PerformanceRow, result: TradeResult) => ({
  result,
  stakeMinor: row.stake_minor,
  profitMinor: row.profit_minor,
  payoutBp: row.payout_bp,
  settledAtMs: row.settled_at.getTime(),
  groups: { symbol, hour, weekday },
});

function toView(
  fold: PerformanceFold,
  voided: number,
  currency: Currency,
): Omit<TradingPerformance, 'purse' | 'purses' | 'card'> {
  const decimal = (minor: number): number => toDecimal(minor, currency);
  const groupsOf = (by: 'symbol' | 'hour' | 'weekday'): PerformanceGroup[] =>
    withGroupVerdicts(fold.groupsBy(by)).map(([key, figures]) => toGroup(String(key), figures, currency));
  const { whole, streaks, expectancyMinor } = fold;
  return {
    trades: whole.trades,
    voided,
    profit: decimal(whole.profitMinor),
    staked: decimal(fold.stakedMinor),
    expectancy: expectancyMinor === null ? null : decimal(Math.round(expectancyMinor)),
    profit_factor: fold.profitFactor,
    longest_winning_streak: streaks.longestWinning,
    longest_losing_streak: streaks.longestLosing,
    current_streak: streaks.current,
    max_drawdown: decimal(fold.maxDrawdownMinor),
    equity: fold.equity.map(({ atMs, total }) => ({ at: new Date(atMs).toISOString(), total: decimal(total) })),
    by_asset: groupsOf('symbol').toSorted((a, b) => b.trades - a.trades || (a.key < b.key ? -1 : 1)),
    by_hour: groupsOf('hour').toSorted(byNumber),
    by_weekday: groupsOf('weekday').toSorted(byNumber),
  };
}

/** Corrects the verdicts of the groups for their number, because a reader looks for the best one. */
function withGroupVerdicts(
  groups: ReadonlyMap<string | number, GroupFigures>,
): (readonly [string | number, GroupFigures])[] {
  const cards = groupVerdicts([...groups.values()].map(({ card }) => card));
  return [...groups].map(([key, figures], row) => [key, { ...figures, card: cards[row] ?? figures.card }]);
}

const byNumber = (a: PerformanceGroup, b: PerformanceGroup): number => Number(a.key) - Number(b.key);

const toGroup = (
  key: string,
  { trades, profitMinor, counts, card }: GroupFigures,
  currency: Currency,
): PerformanceGroup => ({ key, trades, profit: toDecimal(profitMinor, currency), card: toCardView(counts, card) });

/** Converts minor units to a decimal amount. The addition of zero turns a rounded -0 into 0. */
const toDecimal = (minor: number, currency: Currency): number => formatMinor(minorUnits(minor + 0), currency);
