import type { WinRateCardView } from '@vigia/contract';
import { rulerProps } from '#shared/ui/rate.tsx';
import type { RulerProps } from '#shared/ui/ruler.tsx';

/** Returns the values of a ruler for a card that has no verdict of its own; null without decided trades. */
export const rulerWithoutVerdict = (card: WinRateCardView): RulerProps | null =>
  rulerProps({ ...card, verdict: card.verdict ?? 'indistinguishable' });
