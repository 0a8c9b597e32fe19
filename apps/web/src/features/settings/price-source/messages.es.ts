import type { FEED_STATES } from '@vigia/contract';

export const priceSourceMessages = {
  title: 'Fuente de precios',
  hint: 'De quién son los precios del gráfico y de las operaciones del modo simulado.',
  followsAccount: (account: string, source: string) =>
    `En la cuenta ${account} ves los precios de ${source}. Lo que elijas aquí vale para la cuenta simulada.`,
  states: {
    live: 'Llegan en vivo',
    starting: 'Esperando los primeros precios',
    stale: 'Ahora no se mueven',
    down: 'Ahora no llegan',
  } satisfies Record<(typeof FEED_STATES)[number], string>,
  /** The parts of a sentence with a link in it. The part `link` leads to the connections page. */
  connect: (name: string) => ({ before: `Conéctate a ${name} en `, link: 'Conexiones' }),
  saved: (name: string) => `Ves los precios de: ${name}`,
  savedForLater: (name: string) => `En el modo simulado verás los precios de: ${name}`,
  failed: 'No se cambió la fuente de precios',
} as const;
