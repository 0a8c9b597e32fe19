import type { WinRateCardView } from '@vigia/contract';
import type { WinRateCard } from '@vigia/core/statistics';

type Counts = { readonly won: number; readonly lost: number; readonly tied: number };

/** Converts a win-rate card to the shape of the API; its values are null without a settled signal. */
export function toCardView({ won, lost, tied }: Counts, card: WinRateCard): WinRateCardView {
  const counts = { won, lost, tied, decided: won + lost };
  if (card.kind === 'undecided') return { ...counts, rate: null, interval: null, break_even: null, verdict: null };
  const { low, high } = card.interval;
  return { ...counts, rate: card.rate, interval: { low, high }, break_even: card.breakEven, verdict: card.verdict };
}
