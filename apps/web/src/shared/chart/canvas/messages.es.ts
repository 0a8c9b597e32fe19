const KEYS = 'Muévete en el tiempo con las flechas a los lados; acerca y aleja con más y menos';

/**
 * Texts of the canvas. They are separate from the other texts of the chart, so that the first load of the app stays
 * small.
 */
export const canvasMessages = {
  live: {
    backToLive: 'Volver al precio actual',
    noCandles: 'Aún no hay velas de este activo: la primera aparece aquí con el próximo precio.',
    stageKeys: `${KEYS}; Fin vuelve al precio actual.`,
  },
  stored: {
    backToLive: 'Ir a la última vela',
    noCandles: 'Aquí no hay velas.',
    stageKeys: `${KEYS}; Fin va a la última vela.`,
  },
  noTicks:
    'No hay ticks guardados de este activo, y sin ticks no hay velas de segundos. Elige una temporalidad de minutos.',
  heikinAshi: 'Heikin Ashi: promedios; sus precios no son de operación.',
  noValue: '—',
  expiry: {
    label: 'Vencimiento de la próxima operación',
    value: (length: string, clock: string) => `${length}, a las ${clock}`,
  },
  chip: {
    one: (mark: string, direction: string, amount: string) => `${mark} ${direction} ${amount}`,
    equal: (count: number, direction: string, amount: string) => `${count} × ${direction} ${amount}`,
    sum: (count: number, direction: string, amount: string) => `${count} ${direction} · ${amount}`,
  },
  details: {
    group: 'Operaciones en el gráfico',
    result: (sign: string, direction: string, word: string) => `${sign} Operación ${direction} ${word}`,
    open: (count: number) => (count === 1 ? 'Operación abierta' : `${count} operaciones abiertas`),
    opened: (mark: string, direction: string, amount: string) => `${mark} ${direction} ${amount}`,
    stake: 'Monto',
    entry: 'Entrada',
    exit: 'Cierre',
    profit: 'Resultado',
    expired: 'Expiró',
    expires: 'Expira',
    at: (price: string) => `en ${price}`,
  },
  gaps: {
    weekend: 'Fin de semana',
    hole: (length: string) => `Hueco · ${length}`,
    days: (days: string) => `${days} d`,
    hours: (hours: string) => `${hours} h`,
    minutes: (minutes: string) => `${minutes} min`,
  },
  locale: {
    time: 'Hora: ',
    open: 'Apertura: ',
    high: 'Máx.: ',
    low: 'Mín.: ',
    close: 'Cierre: ',
    volume: 'Volumen: ',
    change: 'Cambio: ',
    turnover: 'Importe: ',
    second: 's',
    minute: 'm',
    hour: 'h',
    day: 'd',
    week: 'sem',
    month: 'mes',
    year: 'año',
  },
} as const;
