/** Texts of the playback of candles. */
export const replayMessages = {
  failed: 'No pudimos cargar las velas de esa hora',
  none: 'Las velas de esa hora ya no están a mano.',
  play: 'Verla pasar',
  stop: 'Ver todo',
  entry: (price: string) => `Entrada ${price}`,
  exit: (price: string) => `Salida ${price}`,
} as const;
