import {
  decisiveAmong,
  EVIDENCE_LEVEL,
  evidenceAfterEach,
  evidenceOf,
  meanSequence,
  verdictOfEvidence,
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

/** Returns the evidence of each card after each of its settlements, each card judged alone. */
export const looksOf = (trades: readonly JudgedTrade[]): LookFigures[] =>
  [...cardsOf(trades)].flatMap(([card, own]) =>
    evidenceAfterEach(own).map((evidence, index) => ({
      card,
      settled: index + 1,
      evidence,
      verdict: verdictOfEvidence(evidence),
    })),
  );

/** Judges each card; verdicts of several cards are corrected for all of them (e-BH). */
export function judge(trades: readonly JudgedTrade[]): CardFigures[] {
  const cards = [...cardsOf(trades)].map(([card, own]) => ({ card, own, evidence: evidenceOf(own) }));
  const above = decisiveAmong(
    cards.map(({ evidence }) => evidence.above),
    EVIDENCE_LEVEL,
  );
  const below = decisiveAmong(
    cards.map(({ evidence }) => evidence.below),
    EVIDENCE_LEVEL,
  );
  return cards.map(({ card, own, evidence }, index): CardFigures => {
    const returns = own.flatMap(({ returnRatio }) => (returnRatio === null ? [] : [returnRatio]));
    const won = own.filter(({ outcome }) => outcome === 'won').length;
    return {
      card,
      trades: own.length,
      open: own.length - returns.length,
      won,
      decided: won + own.filter(({ outcome }) => outcome === 'lost').length,
      meanReturn: returns.length === 0 ? null : returns.reduce((sum, each) => sum + each, 0) / returns.length,
      sequence: meanSequence(own),
      evidence,
      verdict: above[index] ? 'above' : below[index] ? 'below' : 'open',
    };
  });
}
