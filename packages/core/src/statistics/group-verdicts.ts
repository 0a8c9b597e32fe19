import { holmCorrected } from './holm.ts';
import { luckPValue } from './luck.ts';
import { MIN_DECIDED_TRADES, type WinRateCard } from './win-rate-card.ts';

/** Largest corrected p-value of a verdict, on each side. */
const LEVEL = 0.025;

type Measured = Extract<WinRateCard, { readonly kind: 'measured' }>;

const isJudged = (card: WinRateCard): card is Measured =>
  card.kind === 'measured' && card.decided >= MIN_DECIDED_TRADES;

/** Returns the chance of so many wins, or so many losses, if each trade is won with the break-even rate. */
const chancesOf = ({ won, decided, breakEven }: Measured) => ({
  above: luckPValue(won, decided, 1 / breakEven - 1),
  below: luckPValue(decided - won, decided, breakEven / (1 - breakEven)),
});

/**
 * Returns the cards of the rows of a table with verdicts that are corrected for the number of rows (Holm 1979): a
 * reader looks for the best row. The probability that any row is wrongly 'above' is at most 2.5 %.
 */
export function groupVerdicts(cards: readonly WinRateCard[]): readonly WinRateCard[] {
  const chances = cards.map((card) => (isJudged(card) ? chancesOf(card) : null));
  const above = holmCorrected(chances.map((each) => each && each.above));
  const below = holmCorrected(chances.map((each) => each && each.below));
  return cards.map((card, row) => {
    if (!isJudged(card)) return card;
    if ((above[row] ?? 1) <= LEVEL) return { ...card, verdict: 'above' };
    return { ...card, verdict: (below[row] ?? 1) <= LEVEL ? 'below' : 'indistinguishable' };
  });
}
