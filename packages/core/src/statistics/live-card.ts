import type { Verdict } from '#vocabulary/index.ts';
import type { EvidenceFold } from './evidence/evidence-fold.ts';
import type { MeanSequence } from './evidence/mean-sequence.ts';
import {
  type EvidenceLimits,
  type EvidenceVerdict,
  SINGLE_CARD_LIMITS,
  verdictOfEvidence,
} from './evidence/verdict.ts';
import type { RateInterval } from './wilson.ts';
import { MIN_DECIDED_TRADES, type WinRateCard, winRateCard } from './win-rate-card.ts';

/**
 * Converts means of the return to win rates: a rate p at the payout b returns `p × (1 + b) − 1`. The interval is
 * extended to the rate itself if necessary, because the rate also counts trades without a bet.
 */
function toRates({ low, high }: MeanSequence, rate: number, averagePayoutRatio: number): RateInterval {
  const rateOf = (mean: number): number => Math.min(Math.max((1 + mean) / (1 + averagePayoutRatio), 0), 1);
  return { low: Math.min(rateOf(low), rate), high: Math.max(rateOf(high), rate) };
}

/** A verdict is given only if the rate of all trades lies on the same side as the evidence of the bets. */
function verdictOf(decided: number, rate: number, breakEven: number, evidence: EvidenceVerdict): Verdict {
  if (evidence === 'above' && rate > breakEven) return 'above';
  if (evidence === 'below' && rate < breakEven) return 'below';
  return decided < MIN_DECIDED_TRADES ? 'short_sample' : 'indistinguishable';
}

/**
 * Returns the win-rate card of live trades. Its verdict and its interval stay valid if they are read after every trade
 * (docs/spec/statistics.md §8); those of {@link winRateCard} are valid for one reading only.
 * @param limits e-values from which the card is decided, if it is seen together with others
 * @param payoutIfNone average payout as a fraction if no payout of a decided trade is known; null if there is none
 */
export function liveCard(
  fold: EvidenceFold,
  limits: EvidenceLimits = SINGLE_CARD_LIMITS,
  payoutIfNone: number | null = null,
): WinRateCard {
  const averagePayoutRatio = fold.record.averagePayoutRatio ?? payoutIfNone;
  const card = winRateCard({ ...fold.record, averagePayoutRatio });
  if (card.kind !== 'measured' || averagePayoutRatio === null) return card;
  const { decided, rate, breakEven } = card;
  return {
    ...card,
    interval: toRates(fold.sequence(limits), rate, averagePayoutRatio),
    verdict: verdictOf(decided, rate, breakEven, verdictOfEvidence(fold.evidence(), limits)),
  };
}
