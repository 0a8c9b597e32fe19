import type { Evidence } from './bets.ts';

/** Probability with which a verdict may ever be wrong, on each side. */
export const EVIDENCE_LEVEL = 0.025;
/** E-value from which a side is decided. */
export const DECISIVE_EVIDENCE = 1 / EVIDENCE_LEVEL;

/** Verdict of the evidence. `open`: neither side is decided yet. */
export type EvidenceVerdict = 'above' | 'below' | 'open';

/** E-values from which a card is decided on each side. A card that is the only one needs {@link DECISIVE_EVIDENCE}. */
export type EvidenceLimits = { readonly above: number; readonly below: number };
export const SINGLE_CARD_LIMITS: EvidenceLimits = { above: DECISIVE_EVIDENCE, below: DECISIVE_EVIDENCE };

/**
 * Returns the verdict against break-even. It may be read after every trade: a strategy without an edge is ever called
 * `above` with a probability of at most 2.5 %.
 */
export function verdictOfEvidence(
  { above, below }: Evidence,
  limits: EvidenceLimits = SINGLE_CARD_LIMITS,
): EvidenceVerdict {
  if (above >= limits.above) return 'above';
  return below >= limits.below ? 'below' : 'open';
}
