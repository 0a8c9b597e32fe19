/** Statistics of trades: a win rate with its interval, break-even rate and verdict, and figures over profits. */
export { breakEvenRate } from './break-even.ts';
export { EquityFold, type EquityPoint } from './equity-fold.ts';
export {
  DECISIVE,
  EVIDENCE_LEVEL,
  type Evidence,
  type EvidenceTrade,
  type EvidenceVerdict,
  evidenceAfterEach,
  evidenceOf,
  verdictOfEvidence,
} from './evidence/evidence.ts';
export { type MeanSequence, meanSequence } from './evidence/mean-sequence.ts';
export { decisiveAmong } from './evidence/several-cards.ts';
export { luckPValue } from './luck.ts';
export { type EndedTrade, type GroupFigures, PerformanceFold } from './performance-fold.ts';
export { expectancyPerTrade, longestLosingStreak, maxDrawdown, profitFactor } from './profits.ts';
export type { TradeResult } from './record-fold.ts';
export { type Streak, StreakFold } from './streak-fold.ts';
export { type RateInterval, wilsonInterval } from './wilson.ts';
export { MIN_DECIDED_TRADES, type TradeRecord, type WinRateCard, winRateCard } from './win-rate-card.ts';
