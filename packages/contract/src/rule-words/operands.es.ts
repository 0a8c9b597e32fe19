import type { Operand, OperandKind } from '@vigia/core/rule-definitions';

/** Returns a number as text; screens pass their own format. */
export type NumberText = (value: number) => string;

type OperandTexts = {
  /** Name in a list of choices, without the numbers. */
  readonly name: string;
  /** Names of the operand's lines in a list of choices. */
  readonly lines: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
  /** Unit after the operand's values and limits; empty for an operand without a unit. */
  readonly unit: string;
};

const PERIOD = { period: 'Período' };
const BANDS = { period: 'Período', std_dev: 'Desviaciones' };

/** The Spanish texts of every kind of operand. */
export const OPERAND_WORDS: Readonly<Record<OperandKind, OperandTexts>> = {
  price: {
    name: 'Precio',
    lines: { close: 'Cierre', open: 'Apertura', high: 'Máximo', low: 'Mínimo' },
    labels: {},
    unit: '',
  },
  number: { name: 'Número', lines: {}, labels: { value: 'Valor' }, unit: '' },
  rsi: { name: 'RSI', lines: {}, labels: PERIOD, unit: '' },
  ema: { name: 'EMA', lines: {}, labels: PERIOD, unit: '' },
  sma: { name: 'Media simple', lines: {}, labels: PERIOD, unit: '' },
  macd: {
    name: 'MACD',
    lines: { line: 'MACD: línea', signal: 'MACD: señal', histogram: 'MACD: histograma' },
    labels: { fast: 'Rápida', slow: 'Lenta', signal: 'Señal' },
    unit: '',
  },
  bollinger: {
    name: 'Bollinger',
    lines: { upper: 'Bollinger: superior', middle: 'Bollinger: media', lower: 'Bollinger: inferior' },
    labels: BANDS,
    unit: '',
  },
  bandwidth: { name: 'Ancho de Bollinger', lines: {}, labels: BANDS, unit: ' %' },
  atr: { name: 'ATR (% del precio)', lines: {}, labels: PERIOD, unit: ' %' },
  stochastic: {
    name: 'Estocástico',
    lines: { k: 'Estocástico: %K', d: 'Estocástico: %D' },
    labels: { k_period: 'Período %K', k_smoothing: 'Suavizado', d_period: 'Período %D' },
    unit: '',
  },
  adx: { name: 'ADX', lines: { adx: 'ADX', plus_di: 'ADX: +DI', minus_di: 'ADX: −DI' }, labels: PERIOD, unit: '' },
  donchian: {
    name: 'Canal',
    lines: { upper: 'Máximo de n velas', middle: 'Centro de n velas', lower: 'Mínimo de n velas' },
    labels: { period: 'Velas' },
    unit: '',
  },
  distance: { name: 'Distancia a un nivel', lines: {}, labels: { level: 'Nivel' }, unit: ' %' },
};

const PRICES = { close: 'el cierre', open: 'la apertura', high: 'el máximo', low: 'el mínimo' } as const;
const MACD_LINES = { line: 'la línea MACD', signal: 'la señal del MACD', histogram: 'el histograma MACD' } as const;
const BAND_LINES = { upper: 'la banda superior', middle: 'la banda media', lower: 'la banda inferior' } as const;
const ADX_LINES = { adx: 'el ADX', plus_di: 'el +DI', minus_di: 'el −DI' } as const;
const CHANNEL_LINES = { upper: 'el máximo', middle: 'el centro', lower: 'el mínimo' } as const;

function nameOf(operand: Operand, text: NumberText): string {
  switch (operand.of) {
    case 'price':
      return PRICES[operand.line];
    case 'number':
      return text(operand.value);
    case 'rsi':
      return `el RSI (${operand.period})`;
    case 'ema':
      return `la EMA (${operand.period})`;
    case 'sma':
      return `la media simple (${operand.period})`;
    case 'macd':
      return `${MACD_LINES[operand.line]} (${operand.fast}, ${operand.slow}, ${operand.signal})`;
    case 'bollinger':
      return `${BAND_LINES[operand.line]} de Bollinger (${operand.period}, ${text(operand.std_dev)})`;
    case 'bandwidth':
      return `el ancho de Bollinger (${operand.period}, ${text(operand.std_dev)})`;
    case 'atr':
      return `el ATR (${operand.period}) en % del precio`;
    case 'stochastic': {
      const periods = `(${operand.k_period}, ${operand.k_smoothing}, ${operand.d_period})`;
      return `el estocástico %${operand.line.toUpperCase()} ${periods}`;
    }
    case 'adx':
      return `${ADX_LINES[operand.line]} (${operand.period})`;
    case 'donchian':
      return `${CHANNEL_LINES[operand.line]} de las ${operand.period} velas anteriores`;
    case 'distance':
      return `la distancia a ${text(operand.level)}`;
    default:
      return operand satisfies never;
  }
}

/** Returns the name of an operand within a sentence: 'el RSI (14)', 'el cierre de hace 3 velas'. */
export function operandInWords(operand: Operand, text: NumberText): string {
  const name = nameOf(operand, text);
  if (operand.ago === 0 || operand.of === 'number') return name;
  return operand.ago === 1 ? `${name} de la vela anterior` : `${name} de hace ${operand.ago} velas`;
}

/** Joins 'de' and a name: 'del RSI (14)', 'de la EMA (50)', 'de 30'. */
export const ofOperandText = (name: string): string => (name.startsWith('el ') ? `del ${name.slice(3)}` : `de ${name}`);
