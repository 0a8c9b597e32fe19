import type { PeriodKind, TradeResult } from './filter.ts';

export const historyMessages = {
  noHistory: 'Todavía no ha terminado ninguna operación.',
  historyFailed: 'No pudimos cargar tu historial',
  filters: 'Filtros',
  filtersCounted: (count: number) => (count === 0 ? 'Filtros' : `Filtros (${count})`),
  filtersText: 'Lo que elijas vale también para los números y para el archivo.',
  clear: 'Quitar filtros',
  clearCounted: (count: number) => (count === 1 ? 'Quitar 1 filtro' : `Quitar ${count} filtros`),
  show: 'Ver operaciones',
  asset: 'Activo',
  direction: 'Dirección',
  result: 'Resultado',
  money: 'Dinero',
  mode: 'Modo',
  origin: 'Origen',
  period: 'Período',
  from: 'Desde',
  to: 'Hasta',
  all: 'Todos',
  both: 'Ambas',
  unfiltered: (name: string, all: string) => `${name}: ${all.toLowerCase()}`,
  results: { won: 'Ganadas', lost: 'Perdidas', expired: 'Empates', cancelled: 'Anuladas' } satisfies Record<
    TradeResult,
    string
  >,
  periods: { today: 'Hoy', week: '7 días', month: '30 días', all: 'Todo', range: 'Entre fechas' } satisfies Record<
    PeriodKind,
    string
  >,
  between: (from: string, to: string) => `del ${from} al ${to}`,
  since: (from: string) => `desde el ${from}`,
  until: (to: string) => `hasta el ${to}`,
  everything: 'Todas tus operaciones terminadas',
  noneMeant: 'Ninguna operación coincide con estos filtros.',
  more: 'Ver más',
  loaded: (count: string, more: boolean) => (more ? `${count} a la vista` : `${count} en total`),
  moreFailed: (reason: string) => `No llegaron más operaciones. ${reason}`,
  exportCsv: 'Exportar CSV',
  exported: 'Tu historial está en tu carpeta de descargas',
  exportFailed: 'No pudimos exportar tu historial',
  file: (day: string) => `vigia-operaciones-${day}.csv`,
} as const;
