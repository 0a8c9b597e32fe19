/** Texts about the results of the same signals on paper and on a demo account. */
export const paperGapMessages = {
  less: (broker: string, size: string) =>
    `En demo de ${broker}, las mismas señales obtienen ${size} menos por unidad apostada que en Simulado`,
  more: (broker: string, size: string) =>
    `En demo de ${broker}, las mismas señales obtienen ${size} más por unidad apostada que en Simulado`,
  same: (broker: string) => `En demo de ${broker}, las mismas señales obtienen lo mismo que en Simulado`,
  range: (low: string, high: string, pairs: string) =>
    `(demo menos simulado: entre ${low} y ${high}, ${pairs} señales de todas tus automatizaciones)`,
  unsure: 'Aún no se distingue de cero.',
} as const;
