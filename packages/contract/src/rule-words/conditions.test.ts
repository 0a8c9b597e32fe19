import { OPERAND_KINDS, type Operand, operandDefinition } from '@vigia/core/rule-definitions';
import { describe, expect, it } from 'vitest';
import { RuleSideBody } from '../own-rules.ts';
import { conditionInWords, sideInWords } from './conditions.es.ts';
import { OPERAND_WORDS, operandInWords } from './operands.es.ts';

const side = (join: 'all' | 'any', conditions: Parameters<typeof RuleSideBody.parse>[0]) =>
  RuleSideBody.parse({ join, conditions });
const RSI = { of: 'rsi' };

describe('a rule as text', () => {
  it('is a sentence with every condition', () => {
    const rule = side('all', [
      { test: 'crosses_above', left: RSI, right: { of: 'number', value: 30 } },
      { test: 'above', left: { of: 'price' }, right: { of: 'ema', period: 200 } },
      { test: 'trend', side: 'up', timeframe: '1h' },
    ]);
    expect(sideInWords('CALL', rule)).toBe(
      'CALL cuando el RSI (14) cruza hacia arriba 30, el cierre está por encima de la EMA (200) y la tendencia de 1 h es alcista (EMA 50).',
    );
  });

  it('joins alternatives with "o", and shortens "de el" to "del"', () => {
    const rule = side('any', [
      { test: 'below', left: { of: 'price', line: 'low' }, right: { of: 'donchian', line: 'lower' } },
      { test: 'shape', shape: 'red', candles: 3 },
    ]);
    expect(sideInWords('PUT', rule)).toBe(
      'PUT cuando el mínimo está por debajo del mínimo de las 20 velas anteriores o hay 3 velas rojas seguidas.',
    );
  });

  it.each([
    [
      { test: 'above', left: RSI, right: { of: 'number', value: 70 }, candles: 3 },
      'el RSI (14) está por encima de 70 durante 3 velas seguidas',
    ],
    [
      { test: 'crosses_below', left: RSI, right: { of: 'number', value: 70 }, candles: 5 },
      'el RSI (14) cruza hacia abajo 70 en las últimas 5 velas',
    ],
    [
      { test: 'at_least', left: { of: 'bandwidth' }, right: { of: 'number', value: 0.2 } },
      'el ancho de Bollinger (20, 2) es como mínimo 0.2 %',
    ],
    [
      { test: 'inside', left: { of: 'adx' }, low: { of: 'number', value: 20 }, high: { of: 'number', value: 40 } },
      'el ADX (14) está entre 20 y 40',
    ],
    [
      { test: 'above', left: { of: 'price', ago: 1 }, right: { of: 'price', ago: 6 } },
      'el cierre de la vela anterior está por encima del cierre de hace 6 velas',
    ],
    [
      { test: 'engulfing', side: 'down', body_ratio: 1.5 },
      'la vela envuelve a la anterior a la baja, con un cuerpo 1.5 veces mayor',
    ],
    [{ test: 'shape', shape: 'martillo' }, 'la vela es un martillo'],
  ])('is %j', (condition, words) => {
    const [parsed] = side('all', [condition]).conditions;
    expect(parsed && conditionInWords(parsed)).toBe(words);
  });

  it.each(OPERAND_KINDS)(
    'has a name, names of all indicator lines and labels of all numbers for the operand %s',
    (kind) => {
      const { numbers, lines } = operandDefinition(kind);
      expect(Object.keys(OPERAND_WORDS[kind].labels)).toEqual(Object.keys(numbers));
      expect(Object.keys(OPERAND_WORDS[kind].lines)).toEqual([...lines]);
      const defaults = Object.entries(numbers).map(([name, range]) => [name, range.default]);
      for (const line of lines.length > 0 ? lines : [undefined]) {
        // The kind's definition determines the numbers and the line.
        const operand = { of: kind, ...Object.fromEntries(defaults), ...(line && { line }), ago: 2 } as Operand;
        const words = operandInWords(operand, String);
        expect(words).not.toContain('undefined');
        expect(words.includes('hace 2 velas')).toBe(kind !== 'number');
      }
    },
  );
});

describe('the schema of a rule', () => {
  const faultOf = (conditions: unknown) => {
    const parsed = RuleSideBody.safeParse({ conditions });
    return parsed.error?.issues.map(({ path }) => path.slice(1).join('.')) ?? [];
  };

  it.each([
    [[], ['']],
    [Array.from({ length: 9 }, () => ({ test: 'shape', shape: 'green' })), ['']],
    [[{ test: 'above', left: { of: 'number' }, right: RSI }], ['0.left.of']],
    [[{ test: 'above', left: RSI, right: { of: 'price' } }], ['0.right']],
    [[{ test: 'inside', left: RSI, low: { of: 'number', value: 1 }, high: { of: 'ema' } }], ['0.low']],
    [[{ test: 'above', left: { of: 'macd', fast: 30 }, right: { of: 'macd' } }], ['0.left.fast']],
    [[{ test: 'trend', side: 'up', timeframe: '1d', period: 29 }], ['0.period']],
    [[{ test: 'shape', shape: 'green', candles: 51 }], ['0.candles']],
    [[{ test: 'shape', shape: 'green', extra: 1 }], ['0']],
    [
      [{ test: 'above', left: { of: 'rsi', period: 1 }, right: { of: 'number', value: 5, ago: 102 } }],
      ['0.left.period', '0.right.ago'],
    ],
  ])('refuses the conditions %j at %j', (conditions, paths) => {
    expect(faultOf(conditions)).toEqual(paths);
  });
});
