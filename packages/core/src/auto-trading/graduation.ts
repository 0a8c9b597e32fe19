import { assertNever, type EpochMs } from '#kernel/index.ts';
import { type RealMoneyConditions, realMoneyObstacles } from '#risk/index.ts';
import {
  betsUntilDecided,
  DECISIVE_EVIDENCE,
  type EvidenceFold,
  type EvidenceLimits,
  liveCard,
  MIN_DECIDED_TRADES,
  verdictOfEvidence,
  winRateCard,
} from '#statistics/index.ts';
import type { RealMoneyObstacle } from '#vocabulary/index.ts';

/** Days that must pass between the first demo trade of the rules and real money. */
const GRADUATION_DAYS = 7;
const DAY_MS = 86_400_000;

/** Facts that decide whether rules may trade alone with real money at one broker. */
export type GraduationFacts = {
  readonly nowMs: EpochMs;
  /** Whether the broker forbids bots. */
  readonly forbidsBots: boolean;
  /** Whether the broker states the payout before it accepts an order. */
  readonly statesPayouts: boolean;
  /** Whether the stakes are those of a martingale. */
  readonly isMartingale: boolean;
  /** Trades of this version of the rules at the broker on demo, at the payouts that were paid. */
  readonly demo: EvidenceFold;
  /** The same with the trades on real money, in the order of their entries. */
  readonly demoAndReal: EvidenceFold;
  /** Entry of the first of the demo trades; null without one. */
  readonly firstDemoMs: EpochMs | null;
  /** Ordinal of these rules among those that the user tried on demo, from 1. See {@link graduationLimit}. */
  readonly attempt: number;
  readonly conditions: RealMoneyConditions;
};

/** A condition that is missing, with its numbers. */
export type GraduationGap =
  | { readonly reason: 'bots_forbidden' | 'payout_unstated' | 'martingale' }
  | {
      readonly reason: 'verdict';
      readonly money: 'demo' | 'demo_and_real';
      readonly bets: number;
      /** Share of won trades; null while no trade is decided. */
      readonly rate: number | null;
      /** Break-even rate at the payouts that were paid; null while no payout is known. */
      readonly breakEven: number | null;
      readonly evidence: number;
      readonly limit: number;
      /** Whether only an open bet, which counts as lost, keeps the evidence below the limit. */
      readonly waitsForResult: boolean;
    }
  | { readonly reason: 'days'; readonly passedDays: number; readonly neededDays: number }
  | { readonly reason: 'real_money'; readonly obstacle: RealMoneyObstacle };

type VerdictGap = Extract<GraduationGap, { readonly reason: 'verdict' }>;

/**
 * Whether rules may trade alone with real money. `missing` has at least one entry. The evidence holds for payouts above
 * `leastPayoutRatio`: at this payout, the lowest win rate that it allows only breaks even.
 */
export type Graduation =
  | { readonly open: true; readonly leastPayoutRatio: number }
  | { readonly open: false; readonly missing: readonly [GraduationGap, ...GraduationGap[]] };

/**
 * Returns the e-value from which an attempt is 'above'. The j-th version of rules that a user tries on demo may spend
 * 2.5 % / (j × (j + 1)), and these parts sum to 2.5 %: without an edge, at most one user in forty ever passes, however
 * often they change their rules.
 * @param attempt ordinal of the attempt, from 1
 */
export const graduationLimit = (attempt: number): number => DECISIVE_EVIDENCE * attempt * (attempt + 1);

const limitsOf = (attempt: number): EvidenceLimits => ({ above: graduationLimit(attempt), below: DECISIVE_EVIDENCE });

/**
 * Returns whether rules may trade alone with real money, or everything that is missing (docs/spec/trading.md §10). The
 * evidence on demo and that on demo and real money together must both be 'above', so a bad record with real money
 * closes what the demo record opened.
 */
export function graduation(facts: GraduationFacts): Graduation {
  const { demo, demoAndReal, attempt } = facts;
  const gaps: readonly (GraduationGap | null)[] = [
    facts.forbidsBots ? { reason: 'bots_forbidden' } : null,
    facts.statesPayouts ? null : { reason: 'payout_unstated' },
    facts.isMartingale ? { reason: 'martingale' } : null,
    verdictGap(demo, 'demo', attempt) ?? verdictGap(demoAndReal, 'demo_and_real', attempt),
    daysGap(facts),
    ...realMoneyObstacles(facts.conditions).map((obstacle) => ({ reason: 'real_money', obstacle }) as const),
  ];
  const [first, ...others] = gaps.filter((gap) => gap !== null);
  return first === undefined
    ? { open: true, leastPayoutRatio: leastPayout(facts) }
    : { open: false, missing: [first, ...others] };
}

function verdictGap(fold: EvidenceFold, money: VerdictGap['money'], attempt: number): VerdictGap | null {
  const limits = limitsOf(attempt);
  if (isAbove(fold, limits)) return null;
  const card = winRateCard(fold.record);
  return {
    reason: 'verdict',
    money,
    bets: fold.settledBets,
    rate: card.kind === 'undecided' ? null : card.rate,
    breakEven: card.kind === 'measured' ? card.breakEven : null,
    evidence: fold.evidence().above,
    limit: limits.above,
    waitsForResult: isAbove(settledOnly(fold), limits),
  };
}

/** Returns whether the evidence is 'above' and the rate of all trades too, as on the card (statistics.md §8). */
function isAbove(fold: EvidenceFold, limits: EvidenceLimits): boolean {
  const card = winRateCard(fold.record);
  const isRateAbove = card.kind === 'measured' && card.rate > card.breakEven;
  return isRateAbove && verdictOfEvidence(fold.evidence(), limits) === 'above';
}

/** Returns the evidence without the trades that are still open. */
function settledOnly(fold: EvidenceFold): EvidenceFold {
  const settled = fold.copy();
  for (const id of fold.openIds) settled.settle(id, { kind: 'void' });
  return settled;
}

function daysGap({ firstDemoMs, nowMs }: GraduationFacts): GraduationGap | null {
  const passedDays = firstDemoMs === null ? 0 : Math.max(0, Math.floor((nowMs - firstDemoMs) / DAY_MS));
  return passedDays >= GRADUATION_DAYS ? null : { reason: 'days', passedDays, neededDays: GRADUATION_DAYS };
}

/** Returns the payout at which the lowest win rate of the confidence sequence only breaks even: 1/low − 1. */
function leastPayout({ demoAndReal, attempt }: GraduationFacts): number {
  const card = liveCard(demoAndReal, limitsOf(attempt));
  return card.kind === 'measured' && card.interval.low > 0 ? 1 / card.interval.low - 1 : Infinity;
}

/**
 * Returns true if a gap ends real automation, so that its user must choose it again. The other gaps only refuse the
 * order: they end by themselves and say nothing about the rules.
 */
export function endsRealAutomation(gap: GraduationGap): boolean {
  switch (gap.reason) {
    case 'bots_forbidden':
    case 'payout_unstated':
    case 'martingale':
    case 'days':
      return true;
    case 'verdict':
      return !gap.waitsForResult;
    case 'real_money':
      return gap.obstacle !== 'mode_unavailable' && gap.obstacle !== 'security_wait';
    default:
      return assertNever(gap);
  }
}

/** Win rate that is assumed while too few trades are decided to measure one. */
const ASSUMED_RATE = 0.6;

/**
 * Returns about how many more bets the verdict needs if `rate` is the true win rate: in four of five cases no more than
 * this. `bets` is null if that rate is not above break-even or needs more than 10,000 bets. The rate is the measured
 * one, or 60 % while fewer than 30 bets are settled. Returns null while no payout is known.
 */
export function betsToGraduate(gap: VerdictGap): { readonly rate: number; readonly bets: number | null } | null {
  const { bets, breakEven, evidence, limit } = gap;
  if (breakEven === null) return null;
  const rate = gap.rate === null || bets < MIN_DECIDED_TRADES ? ASSUMED_RATE : gap.rate;
  return { rate, bets: betsUntilDecided(rate, 1 / breakEven - 1, limit / evidence) };
}
