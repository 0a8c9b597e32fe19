import type { MaType, StrategyNumber, StrategyType } from '@vigia/core/vocabulary';

const numbers = new Intl.NumberFormat(navigator.language || 'es-419');

export const formMessages = {
  create: 'Nueva estrategia',
  edit: (name: string) => `Editar ${name}`,
  text: 'Decide al cierre de cada vela, con las mismas reglas que la prueba en histórico.',
  name: 'Nombre',
  namePlaceholder: 'Ej. RSI extremos',
  description: 'Nota (opcional)',
  type: 'Tipo',
  asset: 'Activo',
  timeframe: 'Temporalidad',
  maType: 'Media',
  maTypes: { ema: 'EMA', sma: 'SMA' } satisfies Record<MaType, string>,
  rules: 'Reglas',
  money: 'Dinero',
  explained: {
    rsi: 'CALL cuando el RSI sale de la sobreventa hacia arriba; PUT cuando sale de la sobrecompra hacia abajo.',
    macd: 'CALL cuando la línea MACD cruza por encima de su señal; PUT cuando cruza por debajo.',
    bollinger:
      'CALL cuando el cierre vuelve a entrar por la banda inferior; PUT por la superior. Solo con las bandas abiertas lo suficiente.',
    moving_average: 'CALL cuando la media rápida cruza por encima de la lenta; PUT cuando cruza por debajo.',
  } satisfies Record<StrategyType, string>,
  parameters: {
    rsi_period: 'Período',
    oversold: 'Sobreventa',
    overbought: 'Sobrecompra',
    fast: 'Rápida',
    slow: 'Lenta',
    signal: 'Señal',
    period: 'Período',
    std_dev: 'Desviaciones',
    squeeze_threshold: 'Ancho mínimo',
    trade_amount: 'Monto por entrada',
    duration: 'Duración',
  } satisfies Record<StrategyNumber, string> as Readonly<Record<string, string>>,
  units: {
    rsi_period: 'velas',
    fast: 'velas',
    slow: 'velas',
    signal: 'velas',
    period: 'velas',
    squeeze_threshold: '%',
    duration: 'min',
  } satisfies Partial<Record<StrategyNumber, string>> as Readonly<Record<string, string>>,
  alone: 'Operar sola',
  aloneOff: 'Apagado: solo avisa de sus señales y las guarda con su resultado. No abre operaciones.',
  aloneOn: (amount: string) =>
    `Encendido: cuando esté activa abrirá operaciones de ${amount} sin preguntarte, dentro de tus límites de riesgo.`,
  payoutNow: (symbol: string, payout: string, breakEven: string) =>
    `${symbol} paga ahora ${payout}: necesitas acertar ${breakEven}.`,
  preview: {
    title: 'Vista previa',
    text: 'Últimas 200 velas con estas reglas',
    spoken: (symbol: string, timeframe: string, calls: number, puts: number) =>
      `Velas de ${symbol} en ${timeframe}: ${calls} señales CALL y ${puts} señales PUT en las últimas 200.`,
    count: (calls: number, puts: number) => `▲ ${calls} CALL · ▼ ${puts} PUT`,
    none: 'Sin señales en este tramo',
    waiting: 'Corrige los números para ver dónde habría señalado.',
    tooFew: (warmUp: number) => `Todavía no hay bastantes velas: necesita ${warmUp} antes de su primera señal.`,
    failed: 'No pudimos cargar las velas',
    honest: 'Ver señales no dice si ganan: eso lo mide la prueba en histórico.',
  },
  /** `own` and `seen` each follow the word «precios». */
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

/** Returns the label of a parameter. */
export const parameterLabel = (name: string): string => formMessages.parameters[name] ?? name;
