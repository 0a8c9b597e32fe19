import type { Option } from '@vigia/client';
import { formatPercent, tradeText } from '../words.es.ts';

export const ORDER_WORDS = {
  title: 'Abrir una operación de práctica',
  description:
    'Abre una operación en la cuenta simulada o demo en uso, con los límites de la persona. Nunca usa dinero real. Pide siempre permiso a la persona antes de llamarla.',
  amount: 'Monto en la moneda de la cuenta en uso',
  oneLength: 'Indica la duración en un solo campo: duration_minutes o duration_seconds.',
  realMoney: 'La cuenta en uso es de dinero real: aquí solo se opera en la simulada o en una demo. No se envió nada.',
  unknownOutcome: (sentence: string): string =>
    `${sentence} No se sabe si la orden se abrió: mira las operaciones en marcha antes de repetirla.`,
  placed: (trade: Option, payout: number): string =>
    `Operación de práctica abierta: ${tradeText(trade)}. Paga ${formatPercent(payout)}: hay que acertar más del ${formatPercent(1 / (1 + payout))} para no perder.`,
} as const;
