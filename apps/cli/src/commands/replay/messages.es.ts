export const REPLAY_MESSAGES = {
  help: `Pasa una configuración PCR por precios históricos con el mismo detector que opera en vivo.

Uso: vigia replay --candles ARCHIVO | --ticks ARCHIVO [opciones]

  --candles ARCHIVO    velas en CSV: time,open,high,low,close (hora Unix en segundos o ISO 8601); también .gz
  --ticks ARCHIVO      ticks en CSV: time,price o time,bid (hora Unix en milisegundos o ISO 8601); también .gz
  --timeframe T        1m, 5m, 15m, 30m, 1h, 4h o 1d; sin ella, la de la configuración (5m)
  --setup ARCHIVO      configuración en JSON; lo que no diga toma su valor por defecto
  --payout P           pago como fracción de la apuesta, por ejemplo 0.8; sin él, el filtro de pago no cuenta
  --json               un solo objeto JSON: candles, sequences, zones, signals, summary

Ejemplo: vigia replay --candles EURUSD_M1_2018.csv.gz --timeframe 5m --payout 0.8
`,
  oneSource: 'Indica los precios con una de las dos opciones: --candles ARCHIVO o --ticks ARCHIVO.',
  noStrategies: 'Las estrategias llegan en una próxima versión; usa --setup.',
  unknownTimeframe: (text: string, known: readonly string[]): string =>
    `La temporalidad «${text}» no existe; las hay: ${known.join(', ')}.`,
  badPayout: (text: string): string =>
    `El pago «${text}» no vale: es una fracción de la apuesta mayor que 0 y hasta 2 (0.8 = 80 %).`,
  notJson: (file: string, line: number): string => `${file}, línea ${line}: no es JSON válido.`,
  badSetup: (file: string, fault: string, more: number): string =>
    `${file}: ${fault}${more > 0 ? ` (y ${more} ${more === 1 ? 'fallo' : 'fallos'} más)` : ''}.`,
  badPrices: (file: string, line: number | null, fault: string): string =>
    `${file}${line === null ? '' : `, línea ${line}`}: ${fault}.`,
} as const;
