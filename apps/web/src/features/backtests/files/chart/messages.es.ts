const count = (number: string, one: string, many: string): string => `${number} ${number === '1' ? one : many}`;

export const fileChartMessages = {
  open: 'Ver en el gráfico',
  title: (symbol: string, name: string) => `${symbol} · ${name}`,
  origin: (source: string, candles: string, step: string) => `${source} · ${candles} velas de ${step}`,
  imported: (format: string) => `Archivo importado (${format})`,
  importedPlain: 'Archivo importado',
  fetched: (broker: string) => `Historia de ${broker}`,
  zones: (file: string, shown: string) => `Reloj del archivo: ${file}. El gráfico usa tu hora: ${shown}.`,
  failed: 'No pudimos abrir este archivo',
  timeframe: 'Temporalidad',
  noTimeframe: (step: string) => `Con velas de ${step} no se puede formar ninguna temporalidad del gráfico.`,
  goTo: 'Ir a la fecha',
  go: 'Ir',
  outside: (first: string, last: string) => `El archivo tiene velas del ${first} al ${last}.`,
  chart: (symbol: string, timeframe: string) => `Gráfico de ${symbol} en velas de ${timeframe}`,
  noGaps: 'Sin huecos en las velas cargadas.',
  gaps: (parts: readonly string[]) => `En las velas cargadas: ${parts.join(' y ')}.`,
  holes: (holes: string) => count(holes, 'hueco', 'huecos'),
  weekends: (weekends: string) =>
    count(weekends, 'fin de semana cerrado, que no es un hueco', 'fines de semana cerrados, que no son huecos'),
  holesNote: 'Las pausas nocturnas de las acciones y los festivos también salen como huecos.',
} as const;
