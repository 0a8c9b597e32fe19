import type { StrategyStatus } from '@vigia/core/vocabulary';

/** Words for small counts, which are easier to read than digits. */
const COUNT_WORDS = ['Cero', 'Una', 'Dos', 'Tres', 'Cuatro', 'Cinco', 'Seis', 'Siete', 'Ocho', 'Nueve', 'Diez'];

export const strategiesMessages = {
  title: 'Binarias',
  subtitle: 'Ningún acierto va solo: lleva su muestra, su intervalo y el equilibrio de su pago.',
  new: 'Nueva estrategia',
  library: 'Biblioteca',
  list: 'Estrategias',
  filter: 'Filtrar por estado',
  filters: {
    all: (count: number) => `Todas ${count}`,
    active: (count: number) => `Activas ${count}`,
    paused: (count: number) => `En pausa ${count}`,
    inactive: (count: number) => `Inactivas ${count}`,
  } satisfies Record<'all' | StrategyStatus, (count: number) => string>,
  statuses: { active: 'Activa', paused: 'En pausa', inactive: 'Inactiva' } satisfies Record<StrategyStatus, string>,
  failed: 'No pudimos cargar tus estrategias',
  stale: 'Se muestra lo último que llegó.',
  empty: 'Todavía no tienes estrategias. Crea una desde cero o parte de un punto de la biblioteca.',
  noneOfStatus: 'Ninguna estrategia está en este estado.',
  showAll: 'Ver todas',
  untried: 'Aún no ha operado. Pruébala en histórico antes de activarla.',
  untriedActive: 'Aún no ha dado señales: espera su próxima vela. Su prueba en histórico dice qué esperar de ella.',
  untriedAction: 'Probar en histórico',
  undecided: 'Sin decidir',
  undecidedText: 'Nada terminó ganado ni perdido todavía.',
  ofSignals: 'señales',
  payout: (payout: string) => `pago ${payout}`,
  result: (amount: string) => `Resultado, ${amount} por entrada`,
  supposed: (amount: string) => `Si cada señal apostara ${amount}`,
  curve: (name: string, result: string) => `Resultado acumulado de ${name}: ${result}`,
  signalsToday: (count: number) => (count === 1 ? '1 señal hoy' : `${count} señales hoy`),
  tradesAlone: 'Opera sola',
  /**
   * `own` is the price source of the strategy, and `seen` is the price source of the screen. Each follows the word
   * «precios».
   */
  otherPrices: (own: string, seen: string) => `Trabaja con los precios ${own}; tú ves los ${seen}.`,
  test: 'Probar',
  testing: (name: string, progress: string) => `Probando ${name} en histórico: ${progress}. Ver`,
  testOf: (name: string) => `Probar ${name} en histórico`,
  edit: 'Editar',
  editOf: (name: string) => `Editar ${name}`,
  pause: 'Pausar',
  pauseOf: (name: string) => `Pausar ${name}`,
  activate: 'Activar',
  activateOf: (name: string) => `Activar ${name}`,
  more: (name: string) => `Más acciones de ${name}`,
  deactivate: 'Desactivar',
  signals: 'Ver sus señales',
  whyNot: '¿Por qué no opera?',
  duplicate: 'Duplicar',
  remove: 'Eliminar…',
  paused: (name: string) => `${name} está en pausa`,
  deactivated: (name: string) => `${name} está inactiva`,
  activated: (name: string) => `${name} está activa`,
  activatedText: { alone: 'Opera sola desde su próxima señal.', signals: 'Solo avisa de sus señales.' },
  statusFailed: 'No se cambió el estado',
  removed: (name: string) => `${name} se eliminó`,
  removeAsk: {
    title: (name: string) => `¿Eliminar ${name}?`,
    text: 'Deja de buscar señales y sale de tu lista. Las operaciones que ya hizo se quedan en tu historial.',
    submit: 'Eliminar',
  },
  aloneAsk: {
    title: (name: string) => `¿Activar ${name} y dejar que opere sola?`,
    text: (amount: string, mode: string) =>
      `Abrirá operaciones de ${amount} sin preguntarte, en ${mode}, dentro de tus límites de riesgo. «Detener todo» la para en cualquier momento.`,
    otherPrices: (own: string) => ` Sus señales salen de los precios ${own}, no de los que ves ahora.`,
    submit: 'Activar y operar sola',
  },
  copyName: (name: string) => `${name} (copia)`,
  note: {
    needed: (payout: string, rate: string) => [
      `Con un pago de ${payout}, un ${rate} verdadero necesita unas `,
      ' para distinguirse del equilibrio con seguridad razonable (80 % de potencia).',
    ],
    trades: (count: string) => `${count} operaciones`,
    hopeless: (payout: string, rate: string, breakEven: string) =>
      `Con un pago de ${payout} ni un ${rate} verdadero alcanza: el equilibrio está en ${breakEven}.`,
    several: (count: number, chance: string) =>
      `${COUNT_WORDS[count] ?? count} estrategias probadas a la vez hacen más fácil que una gane por suerte: ${chance} de que alguna lo parezca sin serlo.`,
  },
} as const;
