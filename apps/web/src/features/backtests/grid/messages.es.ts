/** Texts of a grid of backtests, which tests the same rules on several assets, timeframes and trade durations. */
export const gridMessages = {
  intro:
    'Prueba estas reglas sobre varios activos, temporalidades y duraciones a la vez. Cuantas más casillas miras, más fácil es que una salga bien por suerte: el veredicto de cada una cuenta con todas.',
  assets: 'Activos (hasta 8)',
  fileAsset: 'El archivo elegido decide el activo.',
  assetsFailed: 'No pudimos cargar los activos.',
  timeframes: 'Temporalidades',
  lengths: 'Duraciones (hasta 8)',
  count: (cells: number, maximum: number) => `${cells} de ${maximum} casillas`,
  tooMany: (cells: number, maximum: number) => `Son ${cells} casillas; el máximo es ${maximum}. Quita alguna opción.`,
  none: 'Elige al menos un activo, una temporalidad y una duración.',
  run: (cells: number) => (cells === 1 ? 'Probar 1 casilla' : `Probar ${cells} casillas`),
  report: {
    title: 'Rejilla de veredictos',
    corrected: (cells: string) =>
      `De ${cells} casillas, alguna tenía que quedar primera: una casilla solo está «por encima» si basta contando todas las demás y lo que ya probaste en estos datos.`,
    row: 'Activo',
    card: (asset: string, timeframe: string) => `${asset} · ${timeframe}`,
    luckAlone: 'Suerte, ella sola',
    luck: (share: string) => `Suerte, ella sola: ${share}`,
    refused: 'No se pudo probar',
    alone: 'Probar aparte',
    aloneOf: (cell: string) => `Probar aparte ${cell}`,
    aloneFailed: 'No empezó la prueba',
    verdicts: {
      above: (count: number) => `${count} por encima`,
      below: (count: number) => `${count} por debajo`,
      indistinguishable: (count: number) => `${count} sin distinguirse del equilibrio`,
      short_sample: (count: number) => `${count} con muestra corta`,
      none: (count: number) => `${count} sin operaciones`,
      refused: (count: number) => `${count} sin probar`,
    },
  },
} as const;
