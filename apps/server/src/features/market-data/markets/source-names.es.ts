import type { PriceSource } from '@vigia/core/vocabulary';

const NAMES: Readonly<Record<PriceSource, string>> = {
  simulated: 'Mercado simulado',
  replay: 'Grabación',
  deriv: 'Deriv (precios públicos)',
};

/** Where prices come from without a broker's session, as the screen says it; a source nobody offers by its word. */
export const sourceNameEs = (source: PriceSource): string => NAMES[source] ?? source;
