import type { CandleShape, Comparison, Condition, Operand, RuleSide } from '@vigia/core/rule-definitions';
import type { Timeframe } from '@vigia/core/vocabulary';
import { type NumberText, OPERAND_WORDS, ofOperandText, operandInWords } from './operands.es.ts';

/** Names of the timeframes. */
export const TIMEFRAME_NAMES_ES: Readonly<Record<Timeframe, string>> = {
  '1m': '1 min',
  '5m': '5 min',
  '15m': '15 min',
  '30m': '30 min',
  '1h': '1 h',
  '4h': '4 h',
  '1d': '1 día',
};

export const SHAPE_NAMES_ES: Readonly<Record<CandleShape, string>> = {
  green: 'Verde',
  red: 'Roja',
  doji: 'Doji',
  marubozu: 'Marubozu',
  martillo: 'Martillo',
  estrella_fugaz: 'Estrella fugaz',
};

const ONE_SHAPE: Readonly<Record<CandleShape, string>> = {
  green: 'la vela es verde',
  red: 'la vela es roja',
  doji: 'la vela es un doji',
  marubozu: 'la vela es un marubozu',
  martillo: 'la vela es un martillo',
  estrella_fugaz: 'la vela es una estrella fugaz',
};

const MANY_SHAPES: Readonly<Record<CandleShape, string>> = {
  green: 'verdes',
  red: 'rojas',
  doji: 'doji',
  marubozu: 'marubozu',
  martillo: 'martillo',
  estrella_fugaz: 'estrella fugaz',
};

const lasting = (candles: number): string => (candles === 1 ? '' : ` durante ${candles} velas seguidas`);
const within = (candles: number): string => (candles === 1 ? '' : ` en las últimas ${candles} velas`);

/** Returns the text of the right side of a comparison. A plain number gets the unit of the value on the left side. */
const limitOf = (left: Operand, limit: Operand, text: NumberText): string =>
  operandInWords(limit, text) + (limit.of === 'number' ? OPERAND_WORDS[left.of].unit : '');

const COMPARED: Readonly<Record<Comparison, (left: string, right: string, candles: number) => string>> = {
  above: (left, right, candles) => `${left} está por encima ${ofOperandText(right)}${lasting(candles)}`,
  below: (left, right, candles) => `${left} está por debajo ${ofOperandText(right)}${lasting(candles)}`,
  at_least: (left, right, candles) => `${left} es como mínimo ${right}${lasting(candles)}`,
  at_most: (left, right, candles) => `${left} es como máximo ${right}${lasting(candles)}`,
  crosses_above: (left, right, candles) => `${left} cruza hacia arriba ${right}${within(candles)}`,
  crosses_below: (left, right, candles) => `${left} cruza hacia abajo ${right}${within(candles)}`,
};

const plainNumber: NumberText = (value) => String(value);

/** Returns a condition as a clause that follows 'CALL cuando'. */
export function conditionInWords(condition: Condition, text: NumberText = plainNumber): string {
  switch (condition.test) {
    case 'inside':
    case 'outside': {
      const { left, low, high, candles, test } = condition;
      const bounds = `${limitOf(left, low, text)} y ${limitOf(left, high, text)}`;
      return `${operandInWords(left, text)} está ${test === 'inside' ? 'entre' : 'fuera de'} ${bounds}${lasting(candles)}`;
    }
    case 'shape':
      return condition.candles === 1
        ? ONE_SHAPE[condition.shape]
        : `hay ${condition.candles} velas ${MANY_SHAPES[condition.shape]} seguidas`;
    case 'engulfing': {
      const body = condition.body_ratio === 1 ? '' : `, con un cuerpo ${text(condition.body_ratio)} veces mayor`;
      return `la vela envuelve a la anterior ${condition.side === 'up' ? 'al alza' : 'a la baja'}${body}`;
    }
    case 'trend': {
      const way = condition.side === 'up' ? 'alcista' : 'bajista';
      return `la tendencia de ${TIMEFRAME_NAMES_ES[condition.timeframe]} es ${way} (EMA ${condition.period})`;
    }
    default: {
      const { left, right, candles, test } = condition;
      return COMPARED[test](operandInWords(left, text), limitOf(left, right, text), candles);
    }
  }
}

/** Joins clauses: 'a, b y c', or with 'o'. */
function joined(clauses: readonly string[], word: 'y' | 'o'): string {
  const [last = '', ...others] = clauses.toReversed();
  return others.length === 0 ? last : `${others.toReversed().join(', ')} ${word} ${last}`;
}

/** Returns a rule as a sentence: 'CALL cuando el RSI (14) cruza hacia arriba 30 y la vela es verde.' */
export function sideInWords(
  direction: 'CALL' | 'PUT',
  { join, conditions }: RuleSide,
  text: NumberText = plainNumber,
): string {
  const clauses = conditions.map((condition) => conditionInWords(condition, text));
  return `${direction} cuando ${joined(clauses, join === 'all' ? 'y' : 'o')}.`;
}
