import type { CandleType, Criterion, EntryPoint, FilterName } from '@vigia/core/vocabulary';
import { formatDecimal, formatPercent } from '#shared/lib/format.ts';
import type { CriteriaNumbers } from '../model/starting-points.ts';

/** States the values of a starting point: `4 a 9 velas, 3 fuertes, 2 ATR, eficiencia 0.6, ruptura 60 %`. */
const criteria = ({ minLength, maxLength, minStrong, minRangeAtr, minEfficiency, breakRatio }: CriteriaNumbers) =>
  `${minLength} a ${maxLength} velas, ${minStrong === 1 ? '1 fuerte' : `${minStrong} fuertes`}, ${formatDecimal(minRangeAtr)} ATR, eficiencia ${formatDecimal(minEfficiency)}, ruptura ${formatPercent(breakRatio, 0)}`;

const counted = (count: number, noun: string): string => (count === 1 ? `1 ${noun}` : `${count} ${noun}s`);

export const editorMessages = {
  back: 'Todos los setups',
  newName: 'Nuevo setup',
  newTitle: 'Setup nuevo',
  chips: 'Setups',
  new: 'Nuevo',
  name: 'Nombre',
  save: 'Guardar cambios',
  create: 'Crear setup',
  saved: 'Cambios guardados',
  created: 'Setup creado: enciéndelo cuando quieras que vigile',
  saveFailed: 'No se guardaron los cambios',
  createFailed: 'Error al crear setup',
  clone: 'Clonar',
  test: 'Probar en histórico',
  house: 'Este setup es de la casa: prueba lo que quieras y guárdalo como tuyo.',
  /**
   * `own` is the price source of the setup, and `seen` is the price source of the chart. Each follows the word
   * «precios» in the sentence.
   */
  otherPrices: {
    mine: (own: string, seen: string) =>
      `Este setup trabaja con los precios ${own} y el gráfico muestra los ${seen}. Si guardas un cambio de sus reglas o lo clonas, pasa a los que ves ahora.`,
    house: (own: string, seen: string) =>
      `Este setup de la casa trabaja con los precios ${own} y el gráfico muestra los ${seen}. Guardado como tuyo, trabajará con los que ves ahora.`,
  },
  keepAsMine: 'Guardar como mío',
  copyOf: (name: string) => `${name} (copia)`,
  active: 'Activo',
  onlySignals: 'Solo señales',
  tradesAlone: 'Opera solo',
  fieldErrors: (count: number) => (count === 1 ? 'Hay un campo por corregir.' : `Hay ${count} campos por corregir.`),
  subtitle: (asset: string, timeframe: string) =>
    `Una racha del mismo color se agota y el precio vuelve a su zona. ${asset}, ${timeframe}.`,
  timeframe: 'Temporalidad',
  timeframes: {
    '1m': '1 minuto',
    '5m': '5 minutos',
    '15m': '15 minutos',
    '30m': '30 minutos',
    '1h': '1 hora',
    '4h': '4 horas',
    '1d': '1 día',
  },
  advanced: 'Avanzado',
  starts: {
    title: 'Punto de partida',
    names: { strict: 'Estricto', normal: 'Normal', wide: 'Amplio' },
    about: {
      strict: (values: CriteriaNumbers) =>
        `Menos señales: ${criteria(values)} y los ${values.requiredCriteria} criterios.`,
      normal: (values: CriteriaNumbers) =>
        `De fábrica: ${criteria(values)} y los ${values.requiredCriteria} criterios.`,
      wide: (values: CriteriaNumbers) =>
        `Más señales: ${criteria(values)} y solo ${values.requiredCriteria} criterios.`,
    },
    own: 'Tus criterios no son los de ningún punto de partida.',
  },
  stepper: {
    label: 'Pasos',
    short: { sequence: 'Secuencia', zone: 'Zona', filters: 'Filtros', entry: 'Entrada', money: 'Dinero' },
    faulty: ', por corregir',
    back: 'Anterior',
    next: (title: string) => `Siguiente: ${title}`,
  },
  bar: { label: 'Probar y guardar', test: 'Probar', create: 'Crear', keep: 'Hacer mío', save: 'Guardar' },
  leave: {
    title: '¿Salir sin guardar?',
    text: 'Hay cambios en este setup que todavía no guardaste. Si sales, se pierden.',
    stay: 'Seguir editando',
    go: 'Salir y perderlos',
  },
  steps: {
    sequence: {
      title: 'Secuencia',
      summary: (min: number, max: number, strong: number) =>
        `${min} a ${max} velas, ${strong === 0 ? 'sin mínimo de fuertes' : `al menos ${strong} ${strong === 1 ? 'fuerte' : 'fuertes'}`}`,
      length: 'Longitud de la racha',
      minLength: 'Longitud mínima',
      maxLength: 'Longitud máxima',
      to: 'a',
      candles: 'velas',
      minStrong: 'Velas fuertes, mínimo',
      minRangeAtr: 'Recorrido mínimo',
      atr: 'ATR',
      minEfficiency: 'Eficiencia mínima',
      breakRatio: 'Ruptura mínima del cuerpo',
      percent: '%',
      required: 'Criterios que deben cumplirse',
      strongBodyRatio: 'Vela fuerte: cuerpo sobre su rango',
      strongBodyAtr: 'Vela fuerte: cuerpo mínimo',
      dojis: 'Una vela neutra',
      dojiPolicies: { break: 'Corta la racha', skip: 'No cuenta' },
      colors: 'Rachas que buscas',
      colorNames: { green: '▼ Verdes: oferta, PUT', red: '▲ Rojas: demanda, CALL' },
    },
    zone: {
      title: 'Zona',
      summary: (age: number, signals: number) =>
        `Vive ${age === 1 ? '1 vela' : `${age} velas`} · ${signals === 1 ? '1 señal' : `${signals} señales`} como mucho`,
      minZoneAtr: 'Grosor mínimo de la zona fina',
      optimoRatio: 'Punto óptimo dentro de la fina',
      maxAgeCandles: 'La zona vive',
      maxSignals: 'Señales por zona, máximo',
      limitDistance: 'Descartar si el cierre quedó lejos del nivel',
      maxEntryAtr: 'Distancia máxima',
    },
    filters: {
      title: 'Filtros',
      none: 'Ninguno: toda señal pasa',
      add: 'Agregar filtro',
      remove: (name: string) => `Quitar el filtro ${name}`,
      period: 'Periodo',
      side: 'Dirección',
      sides: { with: 'A favor', against: 'En contra' },
      callMax: 'CALL hasta',
      putMin: 'PUT desde',
      from: 'Desde (UTC)',
      to: 'Hasta (UTC)',
      minAtrPct: 'ATR mínimo',
      maxAtrPct: 'ATR máximo',
      noBound: 'sin límite',
      minPayout: 'Pago mínimo',
      types: 'Tipo de la vela que rompe',
      anyType: 'Cualquiera',
    },
    entry: {
      title: 'Entrada',
      andMore: (point: string, more: string) => `${point} y ${more} más`,
      summary: (points: string, trigger: string, length: string) => `${points}, ${trigger} · expira en ${length}`,
      points: 'Niveles en los que entra',
      trigger: 'Cuándo',
      triggers: { close: 'Al cierre', touch: 'Al toque' },
      triggerHint: {
        close: 'La señal existe cuando cierra la vela que tocó el nivel.',
        touch:
          'La señal existe con el primer precio que toca el nivel. Necesita ticks: el histórico de velas no alcanza.',
      },
      expiry: 'Expira en',
      minutes: 'min',
    },
    money: {
      title: 'Dinero y riesgo',
      autoTrade: 'Operar solo',
      autoTradeOff: 'Apagado: solo avisa. Ninguna señal abre una operación.',
      autoTradeOn:
        'Encendido: cada señal abre sola una operación en esta cuenta, dentro de estos límites y de los tuyos.',
      operations: 'Límite de operaciones por día',
      operationsPerDay: 'Operaciones por día, máximo',
      dailyLoss: 'Límite de pérdida por día',
      weeklyLoss: 'Límite de pérdida por semana',
      dailyProfit: 'Parar al ganar en el día',
      autoReset: 'Volver a empezar solo al reiniciarse los límites',
      reset: 'Los límites se reinician',
      resets: { daily: 'Cada día', weekly: 'Cada semana', time: 'A una hora' },
      resetTime: 'Hora',
      summary: { maxDaily: (limit: string) => `máx. ${limit} por día`, noLimit: 'sin límite propio' },
    },
  },
  preview: {
    recalculates: 'Se recalcula al mover un ajuste',
    sequences: 'Secuencias',
    valid: 'Válidas',
    liveZones: 'Zonas vivas',
    signals: 'Señales',
    rate: (candles: number) => `Acierto en ${candles} velas`,
    ruler: { breakEven: (rate: string) => `equilibrio actual ${rate}`, breakEvenOf: 'Con el pago actual' },
    undecided: 'Sin señales cerradas',
    unmeasurable: 'No medible con velas',
    invalid: 'Hay un valor fuera de rango: corrígelo para ver qué encuentra.',
    touch: 'Al toque solo se sabe con ticks: aquí ves las zonas, no esas señales.',
    coarse: 'Las velas finas no alcanzan: las señales más viejas quedan sin decidir.',
    failed: 'No pudimos cargar las velas de la prueba.',
    simulated: 'mercado simulado: aquí ningún patrón puede ganar a la larga',
    chart: (asset: string, timeframe: string) => `Lo que este setup encuentra en ${asset}, velas de ${timeframe}`,
    counts: (sequences: number, valid: number, zones: number, signals: number) =>
      [
        counted(sequences, 'secuencia'),
        counted(valid, 'válida'),
        counted(zones, 'zona'),
        signals === 1 ? '1 señal' : `${signals} señales`,
      ].join(' · '),
    spoken: (sequences: number, valid: number, zones: number, signals: number) =>
      [
        counted(sequences, 'secuencia'),
        counted(valid, 'válida'),
        zones === 1 ? '1 zona viva' : `${zones} zonas vivas`,
        signals === 1 ? '1 señal' : `${signals} señales`,
      ].join(', '),
  },
  found: {
    title: 'Últimas señales',
    aside: (candles: number) => `en ${candles} velas, sin operar`,
    none: 'Con estos ajustes no hay señales en estas velas: afloja un criterio, amplía la zona o quita un filtro.',
    unpublished: 'No publicada',
    unmeasured: 'No medible',
    loading: 'Cargando las velas de la prueba',
  },
  last: {
    title: 'Última secuencia',
    none: 'Ninguna racha se ha roto en estas velas: baja la longitud mínima o mira otra temporalidad.',
    of: (held: number) => `${held} de 5`,
    whyNot: 'Por qué no:',
    short: (time: string, held: number, required: number, fault: string) =>
      `la racha de las ${time} cumplió ${held} de ${required === 5 ? 5 : `los ${required} que pides`}. ${fault}`,
    fault: (criterion: string, value: string, limit: string) => `${criterion} fue ${value} (${limit}).`,
    gates: {
      late: (time: string) => `a las ${time} el cierre quedó demasiado lejos del nivel.`,
      filters: (time: string, filter: string) => `a las ${time} un filtro no la dejó pasar: ${filter}.`,
      conflict: (time: string) => `a las ${time} hubo zonas en los dos sentidos a la vez.`,
      one_a_candle: (time: string) => `a las ${time} ya había una señal en esa vela.`,
    },
  },
} as const;

export const CRITERION_NAMES: Readonly<Record<Criterion, string>> = {
  length: 'Longitud',
  strength: 'Velas fuertes',
  displacement: 'Recorrido',
  efficiency: 'Eficiencia',
  break: 'Ruptura',
};

export const ENTRY_POINT_NAMES: Readonly<Record<EntryPoint, string>> = {
  zona_ancha: 'Zona ancha',
  punto_optimo_fifty: 'Mitad del óptimo',
  zona_ancha_fifty: 'Mitad de la ancha',
  zona_fina: 'Zona fina',
  punto_optimo: 'Punto óptimo',
  zona_fina_fifty: 'Mitad de la fina',
  ruptura: 'Ruptura',
};

export const FILTER_TITLES: Readonly<Record<FilterName, string>> = {
  trend: 'Tendencia',
  rsi: 'RSI',
  hours: 'Horario',
  volatility: 'Volatilidad',
  payout: 'Pago',
  candleTypes: 'Vela',
};

export const CANDLE_TYPE_NAMES: Readonly<Record<CandleType, string>> = {
  doji: 'Doji',
  envolvente: 'Envolvente',
  marubozu: 'Marubozu',
  martillo: 'Martillo',
  estrella_fugaz: 'Estrella fugaz',
  normal: 'Normal',
};
