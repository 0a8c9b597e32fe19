import type { MarketCondition } from '../../market-data/index.ts';

const seconds = (ageMs: number | null): string => (ageMs === null ? '' : ` desde hace ${Math.round(ageMs / 1_000)} s`);

/** Explains the state of a setup's price feed and the effect of that state on signals. */
export function feedMessage({ state, ageMs }: MarketCondition): string {
  switch (state) {
    case 'live':
      return 'Los precios llegan en vivo.';
    case 'ahead':
      return 'La grabación va más rápido que el reloj: las señales se publican, pero no se puede operar con ellas.';
    case 'stale':
      return `No llega ningún precio${seconds(ageMs)}: no se publica ninguna señal hasta que vuelvan.`;
    case 'frozen':
      return `El precio no se mueve${seconds(ageMs)}: no se publica ninguna señal mientras siga así.`;
    case 'skewed':
      return 'La hora de los precios no coincide con la nuestra: no se publica ninguna señal mientras siga así.';
    case 'closed':
      return 'El mercado está cerrado: no hay velas que evaluar.';
  }
}
