/** Statistics of trades: a win rate with its interval, break-even rate and verdict, and figures over profits. */
export { breakEvenRate } from './break-even.ts';
export { EquityFold, type EquityPoint } from './equity-fold.ts';
export type { Evidence } from './evidence/bets.ts';
export { betsUntilDecided, MOST_BETS } from './evidence/bets-until-decided.ts';
export { type EvidenceTrade, evidenceAfterEach, weighTrades } from './evidence/evidence.ts';
export { EvidenceFold, type TradeEnd } from './evidence/evidence-fold.ts';
export type { MeanSequence } from './evidence/mean-sequence.ts';
export { type PairedGap, pairedGap, type TradedPair } from './evidence/paired-gap.ts';
export { evidenceLimitsAmong } from './evidence/several-cards.ts';
export {
  DECISIVE_EVIDENCE,
  EVIDENCE_LEVEL,
  type EvidenceLimits,
  type EvidenceVerdict,
  verdictOfEvidence,
} from './evidence/verdict.ts';
export { exactInterval } from './exact-interval.ts';
export { groupVerdicts } from './group-verdicts.ts';
export { holmCorrected } from './holm.ts';
export { liveCard } from './live-card.ts';
export { luckPValue } from './luck.ts';
export { type EndedTrade, type GroupFigures, PerformanceFold } from './performance-fold.ts';
export { expectancyPerTrade, longestLosingStreak, maxDrawdown, profitFactor } from './profits.ts';
export type { TradeResult } from './record-fold.ts';
export { type Streak, StreakFold } from './streak-fold.ts';
export { tradesForVerdict } from './trades-needed.ts';
export { addToBlock, BLOCK_FIELDS, type BlockGrid, blockGrid, type ReturnBlocks } from './tries/blocks.ts';
export { pooledPrecision, type RatePrecision, ratePrecision } from './tries/clustered-rate.ts';
export { lookAtFamilies } from './tries/look.ts';
export { type Chances, chancesOf, type ScoredRule, scoreOf } from './tries/null-worlds.ts';
export {
  combinedTry,
  joinedTries,
  noTries,
  spendOnFamilies,
  spendTry,
  TRIES_LEVEL,
  TRY_LEVEL,
  type TriesSpent,
  type TryScores,
  type TryVerdict,
  tryScoresOfRules,
} from './tries/spend-try.ts';
export { type RateInterval, wilsonInterval } from './wilson.ts';
export { MIN_DECIDED_TRADES, type TradeRecord, type WinRateCard, winRateCard } from './win-rate-card.ts';
