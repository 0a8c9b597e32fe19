import { describe, expect, it } from 'vitest';
import { calculatorDraftOf, calculatorSearch, searchParamsOf, withTypedText } from './address.ts';
import { DEFAULT_CALCULATOR_VALUES, readNumber } from './fields.ts';

describe('a typed number', () => {
  it.each([
    ['52,5', 52.5],
    ['52.5', 52.5],
    [' 52 ', 52],
    ['52.', 52],
    ['', 'not_a_number'],
    ['abc', 'not_a_number'],
    ['-5', 'not_a_number'],
    ['1e3', 'not_a_number'],
    ['52.555', 'too_many_decimals'],
    ['0', 'out_of_range'],
    ['100', 'out_of_range'],
  ] as const)('is parsed as a win rate: %j gives %j', (text, read) => {
    expect(readNumber('winRate', text)).toBe(read);
  });

  it('must be an integer for the number of trades', () => {
    expect(readNumber('trades', '10.5')).toBe('too_many_decimals');
    expect(readNumber('trades', '10.')).toBe(10);
  });
});

describe('the URL of the calculator', () => {
  it('contains only the numbers that differ from the defaults', () => {
    expect(searchParamsOf(DEFAULT_CALCULATOR_VALUES)).toEqual({});
    expect(searchParamsOf({ ...DEFAULT_CALCULATOR_VALUES, winRate: 60, staking: 'kelly', kelly: 'medio' })).toEqual({
      acierto: 60,
      apuesta: 'kelly',
      kelly: 'medio',
    });
  });

  it('restores the numbers from which it was created', () => {
    const values = {
      ...DEFAULT_CALCULATOR_VALUES,
      winRate: 60.25,
      stake: 12.5,
      trades: 7,
      seed: 3,
      staking: 'porcentaje',
      percent: 1,
    } as const;
    const { values: opened, addressFaults } = calculatorDraftOf(calculatorSearch({ ...searchParamsOf(values) }));
    expect(opened).toEqual(values);
    expect(addressFaults).toEqual([]);
  });

  it('drops unknown parameters, and keeps invalid values so that the page can report them', () => {
    const search = calculatorSearch({ utm: 'x', acierto: 'abc', pago: 500, operaciones: [1], apuesta: 'doble' });
    expect(search).toEqual({ acierto: 'abc', pago: 500, operaciones: '[1]', apuesta: 'doble' });
    const { values, texts, addressFaults } = calculatorDraftOf(search);
    expect(values).toEqual(DEFAULT_CALCULATOR_VALUES);
    expect(texts.winRate).toBe('abc');
    expect(addressFaults).toEqual([
      { kind: 'number', key: 'winRate', raw: 'abc', fault: 'not_a_number' },
      { kind: 'number', key: 'payout', raw: '500', fault: 'out_of_range' },
      { kind: 'number', key: 'trades', raw: '[1]', fault: 'not_a_number' },
      { kind: 'choice', key: 'staking', raw: 'doble' },
    ]);
  });
});

describe('typing into a field', () => {
  it('keeps the last valid number while the text is not a number', () => {
    const typed = withTypedText(withTypedText(calculatorDraftOf({}), 'payout', '80'), 'payout', '80x');
    expect(typed.texts.payout).toBe('80x');
    expect(typed.values.payout).toBe(80);
  });
});
