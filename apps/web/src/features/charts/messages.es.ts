import { chartMessages as shared } from '#shared/chart/messages.es.ts';
import type { IndicatorKind, IndicatorNumber } from './options/indicator-kinds.ts';

type NamedIndicator = { readonly id: string; readonly kind: IndicatorKind; readonly number: number };

const KIND_NAMES: Readonly<Record<IndicatorKind, string>> = {
  ema: 'EMA',
  sma: 'SMA',
  bollinger: 'Bollinger',
  rsi: 'RSI',
  macd: 'MACD',
};

const INDICATOR_NAMES: Readonly<Record<string, string>> = {
  ema_fast: 'Media exponencial rápida (EMA)',
  ema_slow: 'Media exponencial lenta (EMA)',
  sma: 'Media simple (SMA)',
  bollinger: 'Bandas de Bollinger',
  rsi: 'RSI',
  macd: 'MACD',
};

export const chartMessages = {
  favourites: 'Activos favoritos',
  sourceName: shared.sourceName,
  standsInFor: {
    label: (wanted: string) => `Simulado: ${wanted} no respondió`,
    why: (wanted: string) =>
      `El servidor pidió los precios de ${wanted} al arrancar y no hubo respuesta. Estos son del mercado simulado.`,
  },
  outcomes: shared.outcomes,
  timeframe: 'Temporalidad',
  fullScreen: 'Pantalla completa',
  leaveFullScreen: 'Salir de pantalla completa',
  leave: 'Salir',
  assetsFailed: 'No pudimos cargar los activos',
  /** `whose` are the words that follow «precios» in the sentence. */
  noPrices: (whose: string) => `Esperando los precios ${whose}: sus activos y velas aparecen aquí en cuanto lleguen.`,
  quoteFailed: 'No pudimos cargar los datos de mercado.',
  spoken: (symbol: string, timeframe: string) => `Gráfico de ${symbol}, velas de ${timeframe}`,
  spokenClose: (price: string) => `Último precio ${price}.`,
  spokenZone: (kind: string, low: string, high: string) => `Zona de ${kind} viva entre ${low} y ${high}.`,
  zoneKinds: { demand: 'demanda', supply: 'oferta' },
  spokenTrade: (direction: string, amount: string, price: string) =>
    `Operación ${direction} de ${amount} abierta en ${price}.`,
  spokenResult: (direction: string, word: string, result: string, price: string) =>
    `Operación ${direction} ${word}, ${result}, cerró en ${price}.`,
  spokenIndicators: (names: readonly string[]) => `Indicadores: ${names.join('; ')}.`,
  spokenSignal: (direction: string, word: string, price: string) => `Señal ${direction} ${word} en ${price}.`,
  signalWords: { pending: 'en curso', won: 'acertada', lost: 'fallada', tie: 'sin ganancia', void: 'anulada' },
  drawings: {
    open: 'Herramientas de dibujo',
    tools: 'Dibujar en el gráfico',
    title: 'Dibujos de este activo',
    list: (count: number) => (count === 1 ? '1 dibujo' : `${count} dibujos`),
    none: 'Aún no dibujaste nada en este activo: elige una herramienta y traza sobre el gráfico.',
    full: 'Llegaste al máximo de dibujos de este activo: elimina alguno para trazar otro.',
    remove: (drawing: string) => `Eliminar ${drawing}`,
    write: (drawing: string) => `Cambiar ${drawing}`,
    writeTitle: 'Texto en el gráfico',
    writeLabel: 'Texto',
    writeSave: 'Guardar',
    unsaved: (count: number) =>
      count === 1
        ? 'Un cambio de tus dibujos no se guardó; queda en este navegador.'
        : `${count} cambios de tus dibujos no se guardaron; quedan en este navegador.`,
    retry: 'Reintentar',
    discard: 'Descartar',
    notRead: 'No pudimos cargar tus dibujos.',
  },
  options: {
    title: 'Indicadores y capas',
    kind: 'Tipo de gráfico',
    kinds: { candles: 'Velas', line: 'Línea', area: 'Área', heikin_ashi: 'Heikin Ashi' },
    indicators: 'Indicadores',
    indicatorName: ({ id, kind, number }: NamedIndicator): string =>
      INDICATOR_NAMES[id] ?? `${KIND_NAMES[kind]} ${number}`,
    kindNames: KIND_NAMES,
    add: 'Añadir otro',
    addOf: (kind: string) => `Añadir ${kind}`,
    fullOf: (kind: string) => `No caben más: ${kind}`,
    editOf: (indicator: string) => `Ajustar ${indicator}`,
    appliesAtOnce: 'El gráfico sigue cada cambio al momento.',
    outside: (min: number, max: number) => `Entre ${min} y ${max}`,
    restore: 'Valores iniciales',
    remove: 'Quitar',
    done: 'Listo',
    numbers: {
      period: 'Período',
      deviations: 'Desviaciones',
      fast: 'Rápida',
      slow: 'Lenta',
      signal: 'Señal',
    } satisfies Record<IndicatorNumber, string> as Readonly<Record<string, string>>,
    numberOf: (name: string, indicator: string) => `${name} de ${indicator}`,
    layers: 'Capas',
    layerNames: {
      zones: 'Zonas PCR',
      signals: 'Señales',
      trades: 'Operaciones activas',
      results: 'Resultados',
      drawings: 'Dibujos',
    },
  },
} as const;
