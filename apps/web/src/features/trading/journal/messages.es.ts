export const journalMessages = {
  title: 'Tu nota',
  text: 'Qué pensaste y qué aprendes',
  left: (used: number, most: number) => `${used} de ${most}`,
  tags: 'Etiquetas',
  tagsHint: (most: number) => `Hasta ${most}. Se agregan con Intro.`,
  newTag: 'Nueva etiqueta',
  add: 'Agregar',
  addTag: (tag: string) => `Agregar la etiqueta ${tag}`,
  removeTag: (tag: string) => `Quitar la etiqueta ${tag}`,
  own: 'Las que ya usas',
  save: 'Guardar',
  saved: 'Guardada',
  unsaved: 'Sin guardar',
  loadFailed: 'No pudimos cargar tu nota',
  loading: 'Cargando tu nota',
  candles: (symbol: string) => `Velas de ${symbol} alrededor de la operación`,
  otherSource: (shown: string, own: string) =>
    `Estas velas son de ${shown}. La operación se decidió con los precios de ${own}, que pueden ser otros.`,
  calendar: {
    open: 'Calendario',
    title: 'Calendario de resultados',
    text: 'Toca un día para ver sus operaciones. Cada una está en el día en que terminó.',
    before: 'Mes anterior',
    after: 'Mes siguiente',
    money: 'Dinero',
    failed: 'No pudimos cargar el calendario',
    loading: 'Cargando el calendario',
    total: (money: string) => `Resultado del mes en ${money}`,
    days: (won: number, lost: number, even: number) =>
      [
        `${won} ${won === 1 ? 'día' : 'días'} con ganancia`,
        `${lost} con pérdida`,
        ...(even > 0 ? [`${even} sin cambio`] : []),
      ].join(' · '),
    none: 'Ninguna operación terminó este mes con este dinero.',
    trades: (count: number) => (count === 1 ? '1 operación' : `${count} operaciones`),
    short: (count: string) => `${count} op.`,
    outcome: { gain: 'ganancia', loss: 'pérdida', even: 'sin ganancia ni pérdida' },
    noTrades: 'sin operaciones',
    day: (day: string, parts: readonly string[]) => `${day}: ${parts.join(', ')}`,
    legend: 'Qué significan las marcas',
    marks: {
      limit: {
        name: 'Límite alcanzado',
        text: 'Un límite de tu cuenta frenó una orden ese día, con cualquier dinero.',
        count: (count: number) => (count === 1 ? '1 límite alcanzado' : `${count} límites alcanzados`),
      },
      late: {
        name: 'Orden tardía',
        text: 'El precio de entrada llegó más de 3 s después de aceptarse la orden, o una señal llegó tarde y no se operó.',
        count: (count: number) => (count === 1 ? '1 orden tardía' : `${count} órdenes tardías`),
      },
      afterLoss: {
        name: 'Tras una pérdida',
        text: 'Abriste una operación a mano en los 2 minutos siguientes a una pérdida con el mismo dinero.',
        count: (count: number) => (count === 1 ? '1 abierta tras una pérdida' : `${count} abiertas tras una pérdida`),
      },
    },
    limitsUnknown: (day: string) =>
      `Los límites alcanzados antes del ${day} ya no se guardan: de esos días no se sabe.`,
    entriesUnknown: (count: number) =>
      count === 1
        ? 'De 1 operación no se sabe si entró tarde: su bróker no dice la hora de la entrada.'
        : `De ${count} operaciones no se sabe si entraron tarde: su bróker no dice la hora de la entrada.`,
  },
} as const;
