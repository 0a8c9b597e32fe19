export const strategySignalMessages = {
  title: (name: string) => `Señales de ${name}`,
  text: 'Cada una se selló al cerrar su vela y no cambia. Ábrela para ver qué se cumplió.',
  none: 'Todavía no hay señales: aparecen al cierre de la vela en la que se cumplen sus reglas.',
  failed: 'No pudimos cargar las señales',
  loading: 'Cargando las señales',
  criteria: 'Qué se cumplió',
  met: 'Se cumplió',
  notMet: 'No se cumplió',
  values: (values: string) => `Al cierre: ${values}`,
  unknown: 'sin dato',
  noCriteria: 'Sin condiciones: la señal llegó de fuera, o es de antes de que se guardaran.',
  joins: { all: 'Hacían falta todas.', any: 'Bastaba una.' },
  whyNot: {
    text: (name: string) => `Las señales de ${name} que no llegaron a nada, hasta 50, y qué las frenó.`,
    none: 'Ninguna señal frenada todavía.',
  },
} as const;
