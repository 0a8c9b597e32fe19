import {
  EVIDENCE_LEVEL,
  evidenceAfterEach,
  evidenceLimitsAmong,
  verdictOfEvidence,
  weighTrades,
} from '@vigia/core/statistics';
import type { CardFigures, LookFigures } from './messages.es.ts';
import type { JudgedTrade } from './read-trades.ts';

function cardsOf(trades: readonly JudgedTrade[]): ReadonlyMap<string | null, readonly JudgedTrade[]> {
  const cards = new Map<string | null, JudgedTrade[]>();
  for (const trade of trades) {
    const own = cards.get(trade.card);
    if (own === undefined) cards.set(trade.card, [trade]);
    else own.push(trade);
  }
  return cards;
}

/** Returns the evidence of each card after each of its settlements, as if the card were the only one. */
export const evidenceAfterEachSettlement = (trades: readonly JudgedTrade[]): LookFigures[] =>
  [...cardsOf(trades)].flatMap(([card, own]) =>
    evidenceAfterEach(own).map((evidence, index) => ({
      card,
      settled: index + 1,
      evidence,
      verdict: verdictOfEvidence(evidence),
    })),
  );

/** Judges each card; verdicts of several cards are corrected for all of them (e-BH). */
export function judgeCards(trades: readonly JudgedTrade[]): CardFigures[] {
  const cards = [...cardsOf(trades)].map(([card, own]) => {
    const fold = weighTrades(own);
    return { card, own, fold, evidence: fold.evidence() };
  });
  const limitsOf = (side: 'above' | 'below') =>
    evidenceLimitsAmong(
      cards.map(({ evidence }) => evidence[side]),
      EVIDENCE_LEVEL,
    );
  const [above, below] = [limitsOf('above'), limitsOf('below')];
  return cards.map(({ card, own, fold, evidence }, index): CardFigures => {
    const limits = { above: above[index] ?? Infinity, below: below[index] ?? Infinity };
    const returns = own.flatMap(({ returnRatio }) => (returnRatio === null ? [] : [returnRatio]));
    const won = own.filter(({ outcome }) => outcome === 'won').length;
    return {
      card,
      trades: own.length,
      open: own.length - returns.length,
      won,
      decided: won + own.filter(({ outcome }) => outcome === 'lost').length,
      meanReturn: returns.length === 0 ? null : returns.reduce((sum, each) => sum + each, 0) / returns.length,
      weighed: fold.settledBets,
      sequence: fold.sequence(limits),
      evidence,
      verdict: verdictOfEvidence(evidence, limits),
    };
  });
}
