const numbers = new Intl.NumberFormat(navigator.language || 'es-419');

const signals = (count: number): string => (count === 1 ? '1 señal' : `${count} señales`);

export const formMessages = {
  create: 'Nueva estrategia',
  edit: (name: string) => `Editar ${name}`,
  text: 'Sus reglas deciden al cierre de cada vela, como en la prueba en histórico. Las señales externas cuentan al llegar.',
  name: 'Nombre',
  namePlaceholder: 'Ej. RSI extremos',
  description: 'Nota (opcional)',
  type: 'Tipo',
  asset: 'Activo',
  timeframe: 'Temporalidad',
  rules: 'Reglas',
  money: 'Dinero',
  common: { trade_amount: 'Monto por entrada', duration: 'Duración' },
  minutes: 'min',
  alone: 'Operar sola',
  aloneOff: 'Apagado: solo avisa de sus señales y las guarda con su resultado. No abre operaciones.',
  aloneOn: (stakes: string) =>
    `Encendido: cuando esté activa abrirá operaciones (${stakes}) sin preguntarte, dentro de tus límites de riesgo.`,
  payoutNow: (symbol: string, payout: string, breakEven: string) =>
    `${symbol} paga ahora ${payout}: necesitas acertar ${breakEven}.`,
  preview: {
    title: 'Vista previa',
    text: (candles: number) => (candles === 1 ? 'La última vela' : `Últimas ${candles} velas`) + ' con estas reglas',
    spoken: (symbol: string, timeframe: string, calls: number, puts: number) =>
      `Velas de ${symbol} en ${timeframe}: ${signals(calls)} CALL y ${signals(puts)} PUT.`,
    count: (calls: number, puts: number) => `▲ ${calls} CALL · ▼ ${puts} PUT`,
    outcomes: (won: number, lost: number, tied: number, voided: number) =>
      `${won} ${won === 1 ? 'ganada' : 'ganadas'}, ${lost} ${lost === 1 ? 'perdida' : 'perdidas'}${tied === 0 ? '' : tied === 1 ? ', 1 empate' : `, ${tied} empates`}${voided === 0 ? '' : `, ${voided} sin mercado`}`,
    none: 'Sin señales en este tramo',
    waiting: 'Corrige los números para ver dónde habría señalado.',
    tooFew: (warmUp: number) => `Todavía no hay bastantes velas: necesita ${warmUp} antes de su primera señal.`,
    failed: 'No pudimos cargar las velas',
    honest: 'Son pocas velas para fiarse: el acierto, con su intervalo, lo mide la prueba en histórico.',
  },
  /**
   * `own` is the price source of the strategy, and `seen` is the price source of the preview. Each follows the word
   * «precios» in the sentence.
   */
  otherPrices: (own: string, seen: string) =>
    `Trabaja con los precios ${own} y la vista previa muestra los ${seen}. Si guardas un cambio de sus reglas o la duplicas, pasa a los que ves ahora.`,
  submit: { create: 'Crear estrategia', edit: 'Guardar cambios' },
  createdInactive: 'Queda inactiva: pruébala en histórico antes de activarla.',
  created: (name: string) => `${name} se creó`,
  saved: (name: string) => `${name} se guardó`,
  unread: 'Tus cambios no se guardaron',
  faults: {
    name: 'Ponle un nombre.',
    number: (min: number, max: number, integer: boolean) =>
      `De ${numbers.format(min)} a ${numbers.format(max)}${integer ? ', sin decimales' : ''}.`,
    amount: (minimum: string, maximum: string) => `De ${minimum} a ${maximum}.`,
    amountFrom: (minimum: string) => `Desde ${minimum}.`,
    decimals: (currency: string, most: number) =>
      most === 0 ? `${currency} no tiene decimales.` : `${currency} tiene ${most} decimales como máximo.`,
    amountBelow: (minimum: string) => `Monto mínimo: ${minimum}`,
    amountAbove: (maximum: string) => `Monto máximo: ${maximum}`,
  },
} as const;
