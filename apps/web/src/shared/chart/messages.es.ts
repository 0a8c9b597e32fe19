import type { PriceSource } from '@vigia/core/vocabulary';
import { brokerName } from '#shared/lib/broker-name.ts';

const OWN_SOURCES: Readonly<Record<PriceSource, string>> = { simulated: 'Simulado', replay: 'Grabación' };

export const chartMessages = {
  chooseSymbol: (symbol: string) => `Activo: ${symbol}. Cambiar`,
  searchSymbol: 'Buscar activo',
  noSymbol: 'Ningún activo se llama así.',
  noAssets: 'Ahora no hay ningún activo que se pueda operar.',
  closed: 'Cerrado',
  closedOnes: 'Cerrados: tu fuente de precios no dice cuándo abren',
  columns: { asset: 'Activo', day: '24 h', payout: (length: string) => `Paga a ${length}` },
  noHistory: 'Sin historia de 24 horas',
  favourites: 'Favoritos',
  recent: 'Recientes',
  byPayout: 'Por pago',
  sortByPayout: (length: string) => `Ordenar por lo que paga a ${length}`,
  favourite: (symbol: string) => `Favorito: ${symbol}`,
  assetTypes: {
    forex: 'Forex',
    crypto: 'Cripto',
    commodities: 'Materias primas',
    indices: 'Índices',
    stocks: 'Acciones',
  },
  sourceName: (word: PriceSource): string => OWN_SOURCES[word] ?? brokerName(word),
  legend: { open: 'Apertura', high: 'Máx.', low: 'Mín.', close: 'Cierre' },
  failed: 'No pudimos cargar las velas',
  stage: 'Velas',
  demand: (candles: number) => `▲ Demanda · ${candles} rojas`,
  supply: (candles: number) => `▼ Oferta · ${candles} verdes`,
  ofTimeframe: (label: string, timeframe: string) => `${label} · ${timeframe}`,
  settling: 'Liquidando…',
  outcomes: {
    won: { sign: '✓', word: 'ganada' },
    lost: { sign: '✕', word: 'perdida' },
    even: { sign: '=', word: 'sin ganancia' },
  },
} as const;
