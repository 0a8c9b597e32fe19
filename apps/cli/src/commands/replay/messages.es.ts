import { CANDLE_BASED_TYPES } from '@vigia/core/strategy-definitions';

const strategyTypes = new Intl.ListFormat('es', { type: 'disjunction' }).format(CANDLE_BASED_TYPES);

const andMore = (faults: number): string =>
  faults > 0 ? ` (y ${faults} ${faults === 1 ? 'fallo' : 'fallos'} más)` : '';

export const REPLAY_MESSAGES = {
  help: `Pasa una configuración PCR o una estrategia por precios históricos con el mismo código que opera en vivo.

Uso: vigia replay --candles ARCHIVO | --ticks ARCHIVO [opciones]

  --candles ARCHIVO    velas en CSV: time,open,high,low,close (hora Unix en segundos o ISO 8601); también .gz
  --ticks ARCHIVO      ticks en CSV: time,price o time,bid (hora Unix en milisegundos o ISO 8601); también .gz
  --timeframe T        1m, 5m, 15m, 30m, 1h, 4h o 1d; sin ella, la de la configuración (5m)
  --setup ARCHIVO      configuración en JSON; lo que no diga toma su valor por defecto
  --strategy TIPO      en lugar de una configuración: ${strategyTypes}; solo sobre velas
  --params JSON        parámetros de la estrategia; los que no diga toman su valor por defecto
  --payout P           pago como fracción de la apuesta, por ejemplo 0.8; sin él, el filtro de pago no cuenta
  --json               un solo objeto JSON: candles, sequences, zones, signals, summary

Ejemplos: vigia replay --candles EURUSD_M1_2018.csv.gz --timeframe 5m --payout 0.8
          vigia replay --candles EURUSD_M1_2018.csv.gz --strategy rsi --params '{"oversold": 25, "duration": 15}'
`,
  oneSource: 'Indica los precios con una de las dos opciones: --candles ARCHIVO o --ticks ARCHIVO.',
  oneSubject: 'Indica qué probar con una de las dos opciones: --setup ARCHIVO o --strategy TIPO.',
  paramsAlone: 'La opción «--params» va con --strategy TIPO.',
  strategyNeedsCandles: 'Una estrategia se prueba sobre velas: usa --candles ARCHIVO.',
  unknownStrategy: (text: string, known: readonly string[]): string =>
    `La estrategia «${text}» no existe; las hay: ${known.join(', ')}.`,
  paramsNotJson: 'Lo que va detrás de «--params» no es JSON válido.',
  badParams: (fault: string, more: number): string => `--params: ${fault}${andMore(more)}.`,
  unknownTimeframe: (text: string, known: readonly string[]): string =>
    `La temporalidad «${text}» no existe; las hay: ${known.join(', ')}.`,
  badPayout: (text: string): string =>
    `El pago «${text}» no vale: es una fracción de la apuesta mayor que 0 y hasta 2 (0.8 = 80 %).`,
  notJson: (file: string, line: number): string => `${file}, línea ${line}: no es JSON válido.`,
  badSetup: (file: string, fault: string, more: number): string => `${file}: ${fault}${andMore(more)}.`,
  badPrices: (file: string, line: number | null, fault: string): string =>
    `${file}${line === null ? '' : `, línea ${line}`}: ${fault}.`,
} as const;
