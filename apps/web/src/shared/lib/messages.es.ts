import type { PriceSource } from '@vigia/core/vocabulary';
import { brokerName } from './broker-name.ts';

const OWN_PRICES: Readonly<Record<PriceSource, string>> = {
  simulated: 'del mercado simulado',
  replay: 'de la grabación',
};

export const libMessages = {
  sessionExpired: 'Sesión expirada. Por favor inicia sesión nuevamente.',
  noSession: 'No hay sesión activa. Por favor inicia sesión.',
  timeout: 'El servidor no respondió en 30 segundos. Intenta de nuevo.',
  unreachable: 'No pudimos comunicarnos con el servidor. Revisa tu conexión e intenta de nuevo.',
  cutOff: 'La descarga se cortó antes de terminar. Intenta de nuevo.',
  preparing: 'Preparando el archivo…',
  received: (size: string) => `Descargando: ${size}`,
  malformed: 'El servidor respondió algo que no entendemos. Intenta de nuevo en unos segundos.',
  unexpected: 'Algo falló de nuestro lado. Intenta de nuevo en unos segundos.',
  /** Returns the words that follow «precios» in a sentence about a price source. */
  pricesOf: (source: PriceSource): string => OWN_PRICES[source] ?? `de ${brokerName(source)}`,
  day: {
    today: 'hoy',
    tomorrow: 'mañana',
    on: (day: string) => `el ${day}`,
    /** Returns the time of day in words. One o'clock is singular in Spanish: 'a la 01:00'. */
    at: (time: string) => `a ${time.startsWith('01') ? 'la' : 'las'} ${time}`,
  },
} as const;
