import type { SweepPlanError } from '@vigia/core/backtest';
import { CANDLE_BASED_TYPES } from '@vigia/core/strategy-definitions';

const strategyTypes = new Intl.ListFormat('es', { type: 'disjunction' }).format(CANDLE_BASED_TYPES);

export const BACKTEST_MESSAGES = {
  help: `Prueba una estrategia o una configuración PCR en velas históricas, con las mismas reglas que operan en vivo.

Uso: vigia backtest --candles ARCHIVO [opciones]

  --candles ARCHIVO    velas en CSV: time,open,high,low,close (hora Unix en segundos o ISO 8601); también .gz
  --strategy TIPO      ${strategyTypes}
  --params JSON        parámetros de la estrategia; los que no diga toman su valor por defecto
  --setup ARCHIVO      en lugar de una estrategia: configuración PCR en JSON; sin ninguna, la configuración por defecto
  --timeframe T        1m, 5m, 15m, 30m, 1h, 4h o 1d; sin ella, 5m o la de la configuración
  --payout P           pago como fracción de la apuesta; sin él, 0.8
  --stake M            monto de cada operación; sin él, 10
  --sweep RANGOS       prueba cada combinación: fast=5..20/5,slow=30..60/10 (desde..hasta/paso)
  --walk-forward N     con --sweep: parte los datos en N y juzga cada parte con lo elegido en las anteriores
  --json               un solo objeto JSON
  --csv                las operaciones en CSV (sin --sweep)

Ejemplos: vigia backtest --candles EURUSD_M1_2018.csv.gz --strategy macd --timeframe 15m --payout 0.85
          vigia backtest --candles EURUSD_M1_2018.csv.gz --strategy moving_average --sweep fast=5..15/5,slow=20..40/10 --walk-forward 5
`,
  noCandles: 'Falta la opción «--candles» con el archivo de velas; «vigia backtest --help» explica el comando.',
  badStake: (text: string): string => `El monto «${text}» no vale: de 0.01 a 1000000, con dos decimales como máximo.`,
  badRange: (text: string): string =>
    `El rango «${text}» no vale: se escribe nombre=desde..hasta/paso, por ejemplo fast=5..20/5.`,
  walkForwardAlone: 'La opción «--walk-forward» va con --sweep RANGOS.',
  badParts: (text: string, min: number, max: number): string =>
    `«${text}» no vale en «--walk-forward»: un número entero de ${min} a ${max}.`,
  oneOutput: 'Elige una de las dos salidas: --json o --csv.',
  sweepHasNoTrades: 'Un barrido no lista operaciones: usa --json, o prueba una variante sola con --csv.',
  planFault: (error: SweepPlanError): string => {
    switch (error.reason) {
      case 'unknown_path':
        return `--sweep: las reglas no tienen ningún número «${error.path}».`;
      case 'empty_range':
        return `--sweep: el rango de «${error.path}» está vacío.`;
      case 'too_many_variants':
        return `--sweep: son ${error.variants} combinaciones y caben ${error.max}.`;
      case 'no_valid_variant':
        return '--sweep: ninguna combinación es válida.';
    }
  },
} as const;
