import type { WinRateCardView } from '@vigia/contract';
import { assertNever } from '@vigia/core/kernel';
import type { WinRateCard } from '@vigia/core/statistics';

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
