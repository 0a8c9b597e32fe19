import { type MinorUnits, minorUnits, type Ratio, type Rng, ratio } from '#kernel/index.ts';
import { maxDrawdown } from '#statistics/index.ts';
import { profitOfWin } from '#trades/index.ts';
import { MONEY_RANGES } from '#vocabulary/index.ts';
import type { Odds } from './expectation.ts';

/** Rule for the next stake: a fixed amount, or a fraction of the balance. */
export type Staking =
  | { readonly kind: 'fixed'; readonly stakeMinor: MinorUnits }
  | { readonly kind: 'fraction'; readonly fraction: number };

export type SessionsAsked = {
  readonly odds: Odds;
  readonly staking: Staking;
  readonly capitalMinor: MinorUnits;
  /** Number of trades in one session, at least 1. */
  readonly trades: number;
  /** Number of sessions simulated, at least 1. */
  readonly sessions: number;
};

/**
 * Quantiles of the balances of all sessions, in cents. Each has `trades` + 1 numbers: the start, and one after each
 * trade.
 */
export type BalanceQuantiles = {
  readonly p5: readonly number[];
  readonly p25: readonly number[];
  readonly p50: readonly number[];
  readonly p75: readonly number[];
  readonly p95: readonly number[];
};

export type SimulatedSessions = {
  readonly spread: BalanceQuantiles;
  /** Balances of each session, in cents, the start first. */
  readonly paths: readonly (readonly number[])[];
  /** Number of sessions that end with more than they began with. */
  readonly inProfit: number;
  /** Number of sessions whose balance falls below the next stake. */
  readonly exhausted: number;
  /** Median over the sessions of the maximum drawdown. */
  readonly medianDrawdownMinor: number;
};

/** Smallest stake that a venue accepts, in cents. */
const LEAST_STAKE_MINOR = 100;
/** Largest stake of the product. A stake that is a fraction of the balance does not exceed it. */
const MOST_STAKE_MINOR = MONEY_RANGES.fixedAmount.max * 100;

/**
 * Simulates sessions (Monte Carlo). The win rate is the chance of a win in each independent trade, at the same payout.
 * Profits are rounded like those of real trades. One random number is drawn for every trade of every session, even
 * without a stake. Results with the same seed but another rate, stake or length can therefore be compared.
 */
export function simulateSessions(asked: SessionsAsked, rng: Rng): SimulatedSessions {
  const { odds, staking, capitalMinor, trades, sessions } = asked;
  const profitOf = profitAt(ratio(odds.payoutRatio));
  const paths = Array.from({ length: sessions }, () => [Number(capitalMinor)]);
  const stopped = new Set<number>();
  for (let trade = 0; trade < trades; trade += 1) {
    for (const [session, path] of paths.entries()) {
      const isWon = rng.next() < odds.winRate;
      const balance = path[trade] ?? 0;
      const stake = stakeFrom(staking, balance);
      if (stake === null) stopped.add(session);
      const change = stake === null ? 0 : isWon ? profitOf(stake) : -stake;
      path.push(balance + change);
    }
  }
  return {
    spread: spreadOf(paths, trades),
    paths,
    inProfit: paths.filter((path) => (path.at(-1) ?? 0) > capitalMinor).length,
    exhausted: stopped.size,
    medianDrawdownMinor: atRank(Float64Array.from(paths, drawdownOf).sort(), 0.5),
  };
}

/**
 * Returns a function from a stake to the profit of a win at this payout. The function caches the last result, because
 * most stakes repeat.
 */
function profitAt(payout: Ratio): (stake: number) => number {
  let known = { stake: 0, profit: 0 };
  return (stake) => {
    if (stake !== known.stake) known = { stake, profit: profitOfWin(minorUnits(stake), payout) };
    return known.profit;
  };
}

/** Returns the next stake, in cents; null if the balance is below it or if it is below the smallest accepted stake. */
export function stakeFrom(staking: Staking, balance: number): number | null {
  const wished = staking.kind === 'fixed' ? staking.stakeMinor : Math.floor(balance * staking.fraction);
  const stake = Math.min(wished, MOST_STAKE_MINOR);
  return stake > balance || stake < LEAST_STAKE_MINOR ? null : stake;
}

/** Fractions of the quantiles in the result. */
const FRACTIONS = [0.05, 0.25, 0.5, 0.75, 0.95] as const;

/** Returns the quantile of sorted values by the nearest rank. */
const atRank = (sorted: Float64Array, fraction: number): number =>
  sorted[Math.max(0, Math.ceil(fraction * sorted.length) - 1)] ?? 0;

const drawdownOf = (path: readonly number[]): number =>
  maxDrawdown(path.slice(1).map((balance, index) => balance - (path[index] ?? 0)));

function spreadOf(paths: readonly (readonly number[])[], trades: number): BalanceQuantiles {
  const bands: readonly number[][] = FRACTIONS.map(() => []);
  // One typed array serves all trades, because it sorts numerically without a comparator.
  const balances = new Float64Array(paths.length);
  for (let trade = 0; trade <= trades; trade += 1) {
    for (let session = 0; session < paths.length; session += 1) balances[session] = paths[session]?.[trade] ?? 0;
    balances.sort();
    for (const [place, fraction] of FRACTIONS.entries()) bands[place]?.push(atRank(balances, fraction));
  }
  const [p5 = [], p25 = [], p50 = [], p75 = [], p95 = []] = bands;
  return { p5, p25, p50, p75, p95 };
}
