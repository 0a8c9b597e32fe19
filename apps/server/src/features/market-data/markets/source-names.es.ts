import type { PriceSource } from '@vigia/core/vocabulary';

/** Where prices come from, as the screen says it. */
export const SOURCE_NAMES_ES: Readonly<Record<PriceSource, string>> = {
  simulated: 'Mercado simulado',
  replay: 'Grabación',
  deriv: 'Deriv (precios públicos)',
  iqoption: 'IQ Option',
  quotex: 'Quotex',
  olymptrade: 'Olymp Trade',
};
