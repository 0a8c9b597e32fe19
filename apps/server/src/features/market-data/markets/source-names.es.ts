import type { PriceSource } from '@vigia/core/vocabulary';

const NAMES: Readonly<Record<PriceSource, string>> = {
  simulated: 'Mercado simulado',
  replay: 'Grabación',
  deriv: 'Deriv (precios públicos)',
};

/** Returns the display name of a price source without a broker session; an unknown source is shown by its id. */
export const sourceNameEs = (source: PriceSource): string => NAMES[source] ?? source;
