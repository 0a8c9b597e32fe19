import type { Direction } from '@vigia/core/vocabulary';

/** Titles and sentences of the messages. No message contains a balance or a stake. */
export const PUSH_WORDS = {
  won: (symbol: string, direction: Direction) => `Ganada: ${symbol} ${direction}`,
  lost: (symbol: string, direction: Direction) => `Perdida: ${symbol} ${direction}`,
  expired: (symbol: string, direction: Direction) => `Empate: ${symbol} ${direction}`,
  cancelled: (symbol: string, direction: Direction) => `Anulada: ${symbol} ${direction}`,
  sold: (symbol: string, direction: Direction) => `Vendida: ${symbol} ${direction}`,
  result: (profit: string) => `Resultado ${profit}`,
  refunded: 'El monto volvió a tu cuenta.',
  signal: (symbol: string, direction: Direction) => `Señal: ${symbol} ${direction}`,
  signalBy: (name: string) => `De ${name}.`,
  test: 'Avisos activados',
  testText: 'Así te llegarán tus operaciones cerradas y tus señales.',
} as const;
