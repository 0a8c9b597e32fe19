import { formatCount } from '#shared/lib/format.ts';

/**
 * Texts of the evidence of a card, and of tables of groups. They are apart, because the first screen does not need
 * them.
 */
export const evidenceMessages = {
  held: (above: string, below: string) => `$1 a favor → ${above} · en contra → ${below}`,
  moreThan: (amount: string) => `más de ${amount}`,
  lessThan: (amount: string) => `menos de ${amount}`,
  decidesAt: (limit: string) => `decide con ${limit}`,
  decidesAmong: (limit: string, cards: number) => `decide con ${limit}, por ${formatCount(cards)} tarjetas`,
  why: 'Qué es',
  smallSamples: 'Con pocas operaciones por grupo, casi todo es azar: mira el intervalo antes que el acierto.',
} as const;
