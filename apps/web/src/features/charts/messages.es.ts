import { chartMessages as shared } from '#shared/chart/messages.es.ts';

export const chartMessages = {
  sources: shared.sources,
  standsInFor: {
    label: (wanted: string) => `Simulado: ${wanted} no respondió`,
    why: (wanted: string) =>
      `El servidor pidió los precios de ${wanted} al arrancar y no hubo respuesta. Estos son del mercado simulado.`,
  },
  outcomes: shared.outcomes,
  timeframe: 'Temporalidad',
  fullScreen: 'Pantalla completa',
  leaveFullScreen: 'Salir de pantalla completa',
  assetsFailed: 'No pudimos cargar los activos',
  quoteFailed: 'No pudimos cargar los datos de mercado.',
  loading: 'Cargando velas',
  spoken: (symbol: string, timeframe: string) => `Gráfico de ${symbol}, velas de ${timeframe}`,
  spokenClose: (price: string) => `Último precio ${price}.`,
  spokenZone: (kind: string, low: string, high: string) => `Zona de ${kind} viva entre ${low} y ${high}.`,
  zoneKinds: { demand: 'demanda', supply: 'oferta' },
  spokenTrade: (direction: string, amount: string, price: string) =>
    `Operación ${direction} de ${amount} abierta en ${price}.`,
  spokenResult: (direction: string, word: string, result: string, price: string) =>
    `Operación ${direction} ${word}, ${result}, cerró en ${price}.`,
} as const;
