import type { EvidenceView, LiveCardView, WinRateCardView } from '@vigia/contract';
import { assertNever } from '@vigia/core/kernel';
import { type EvidenceFold, type EvidenceLimits, liveCard, type WinRateCard } from '@vigia/core/statistics';

type Counts = { readonly won: number; readonly lost: number; readonly tied: number };

/**
 * Converts a win-rate card to the shape of the API. The values are null if no signal is settled yet. The break-even
 * rate and the verdict are null if the payout is unknown.
 */
export function toCardView({ won, lost, tied }: Counts, card: WinRateCard): WinRateCardView {
  const counts = { won, lost, tied, decided: won + lost };
  switch (card.kind) {
    case 'undecided':
      return { ...counts, rate: null, interval: null, break_even: null, verdict: null };
    case 'unpriced':
      return { ...counts, ...rateOf(card), break_even: null, verdict: null };
    case 'measured':
      return { ...counts, ...rateOf(card), break_even: card.breakEven, verdict: card.verdict };
    default:
      return assertNever(card);
  }
}

const rateOf = ({ rate, interval: { low, high } }: Exclude<WinRateCard, { readonly kind: 'undecided' }>) => ({
  rate,
  interval: { low, high },
});

/** The evidence of a card that its user watches, with the limits for all `cards` that they see side by side. */
export type WatchedCard = { readonly fold: EvidenceFold; readonly limits: EvidenceLimits; readonly cards: number };

/**
 * Converts the evidence of a card to the shape of the API.
 * @param payoutIfNone the payout as a fraction if no payout of a decided trade is known; null if there is none
 */
export function toLiveCardView({ fold, limits, cards }: WatchedCard, payoutIfNone: number | null = null): LiveCardView {
  const evidence: EvidenceView = { bets: fold.settledBets, ...fold.evidence(), decided_from: { ...limits }, cards };
  return { ...toCardView(fold.record, liveCard(fold, limits, payoutIfNone)), evidence };
}
