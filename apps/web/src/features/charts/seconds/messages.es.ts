import type { SecondTimeframe } from '@vigia/core/vocabulary';

const NAMES: Readonly<Record<SecondTimeframe, string>> = { '5s': '5 s', '15s': '15 s', '30s': '30 s' };

export const secondsMessages = {
  title: 'Segundos',
  names: NAMES,
  off: 'Seg',
  open: (shown: string | null) => (shown === null ? 'Velas de segundos' : `Velas de segundos: ${shown}`),
  about: 'Salen de los ticks guardados de los últimos días. Donde no hubo precio, no hay vela.',
  chartOnly: 'Solo para mirar: setups, estrategias y pruebas siguen en minutos.',
  none: (symbol: string) => `No hay ticks guardados de ${symbol} en esta fuente, y sin ticks no hay velas de segundos.`,
} as const;
