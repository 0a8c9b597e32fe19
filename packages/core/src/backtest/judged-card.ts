import {
  type Chances,
  type GroupFigures,
  MIN_DECIDED_TRADES,
  type RatePrecision,
  TRY_LEVEL,
  type WinRateCard,
} from '#statistics/index.ts';
import type { Verdict } from '#vocabulary/index.ts';
import { decidedCountOf, figuresOf, type Tally } from './tally.ts';

/**
 * Returns the verdict of a test of the return per unit staked against zero, at 2.5 % on each side. It holds for payouts
 * that vary and for trades that overlap.
 */
function verdictOf(decided: number, chances: Chances | null): Verdict {
  if (decided < MIN_DECIDED_TRADES || chances === null) return 'short_sample';
  if (chances.above <= TRY_LEVEL) return 'above';
  return chances.below <= TRY_LEVEL ? 'below' : 'indistinguishable';
}

/** Returns a card with another verdict. A card without a break-even rate has none. */
const withVerdict = (card: WinRateCard, verdict: Verdict): WinRateCard =>
  card.kind === 'measured' ? { ...card, verdict } : card;

/**
 * Returns the figures of a group of trades with the verdict of its chances.
 * @param chances null if the trades or their blocks are too few
 * @param precision precision of the rate of trades that overlap; undefined for independent trades
 */
export function judgedFigures(
  tally: Tally,
  precision: RatePrecision | undefined,
  chances: Chances | null,
): GroupFigures {
  const figures = figuresOf(tally, precision);
  const verdict = verdictOf(decidedCountOf(tally), chances);
  return { ...figures, card: withVerdict(figures.card, verdict) };
}
