import { assertNever } from '@vigia/core/kernel';
import type { RefusalReason } from './signal-refusals.ts';

const percent = (fraction: number): number => Math.round(fraction * 1_000) / 10;
const DAYS: Readonly<Record<number, string>> = {
  1: 'lunes',
  2: 'martes',
  3: 'miércoles',
  4: 'jueves',
  5: 'viernes',
  6: 'sábado',
  7: 'domingo',
};

const passedWords = (candles: number): string =>
  candles === 0 ? 'No pasó ninguna vela' : candles === 1 ? 'Pasó 1 vela' : `Pasaron ${candles} velas`;

/** Returns the sentence for a gate that refused a signal. */
export function gateRefusalSentence(refusal: Extract<RefusalReason, { stage: 'gate' }>): string {
  switch (refusal.gate) {
    case 'hours':
      return `A las ${refusal.value} está fuera del horario ${refusal.limit}.`;
    case 'days':
      return `Era ${DAYS[refusal.value]}, y ese día no da señales.`;
    case 'cooldown':
      return `${passedWords(refusal.value)} desde la señal anterior y pide ${refusal.limit}.`;
    case 'payout':
      return `El activo pagaba un ${percent(refusal.value)} % y pide un ${percent(refusal.limit)} %.`;
    default:
      return assertNever(refusal);
  }
}
