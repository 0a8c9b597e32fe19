import { describe, expect, it } from 'vitest';
import { matchPattern, type PatternFault, type PatternPart, readPattern } from './pattern.ts';

/** Returns the parts of a pattern that must be right. */
function partsOf(pattern: string): readonly PatternPart[] {
  const read = readPattern(pattern);
  if (!read.ok) throw new Error(`the pattern ${pattern} is wrong: ${read.error.kind}`);
  return read.value;
}

const text = (words: string): PatternPart => ({ kind: 'text', text: words });
const DIRECTION: PatternPart = { kind: 'field', field: 'direction' };
const IGNORED: PatternPart = { kind: 'ignored' };

describe('a pattern', () => {
  it('is read into texts, fields and ignored text, in their order', () => {
    expect(readPattern('Alert {*} on {symbol}: {direction} @{time} id={id}!')).toEqual({
      ok: true,
      value: [
        text('Alert '),
        IGNORED,
        text(' on '),
        { kind: 'field', field: 'symbol' },
        text(': '),
        DIRECTION,
        text(' @'),
        { kind: 'field', field: 'time' },
        text(' id='),
        { kind: 'field', field: 'id' },
        text('!'),
      ],
    });
  });

  it.each([
    ['  {direction}\n', [DIRECTION]],
    ['go\n\t {direction}', [text('go '), DIRECTION]],
    ['{ direction }', [DIRECTION]],
    ['{ * } {direction}', [IGNORED, text(' '), DIRECTION]],
    ['{*},{*},{direction}', [IGNORED, text(','), IGNORED, text(','), DIRECTION]],
    ['} {direction}', [text('} '), DIRECTION]],
  ])('%j may have any white space, and repeat ignored text', (pattern, parts) => {
    expect(readPattern(pattern)).toEqual({ ok: true, value: parts });
  });

  it.each<[string, PatternFault]>([
    ['{direction} {stake}', { kind: 'unknown', name: '{stake}' }],
    ['{direction} { Symbol }', { kind: 'unknown', name: '{ Symbol }' }],
    ['{}{direction}', { kind: 'unknown', name: '{}' }],
    ['{direction} or {direction}', { kind: 'twice', name: '{direction}' }],
    ['{direction} {id} { id }', { kind: 'twice', name: '{ id }' }],
    ['{direction}{symbol}', { kind: 'adjacent' }],
    ['{*}{direction}', { kind: 'adjacent' }],
    ['{direction}{*}', { kind: 'adjacent' }],
    ['{direction}{direction}', { kind: 'adjacent' }],
    ['{symbol} {*}', { kind: 'no_direction' }],
    ['direction', { kind: 'no_direction' }],
    ['', { kind: 'no_direction' }],
  ])('%j is refused with its fault', (pattern, error) => {
    expect(readPattern(pattern)).toEqual({ ok: false, error });
  });
});

describe('the fields of a text', () => {
  const fieldsOf = (pattern: string, given: string) => {
    const read = matchPattern(partsOf(pattern), given);
    return read.ok ? Object.fromEntries(read.value) : read.error;
  };

  it.each([
    ['{direction}', '  call ', { direction: 'call' }],
    ['<{direction}>', '< call >', { direction: 'call' }],
    ['{symbol}: {direction}', 'EUR\n USD:   put', { symbol: 'EUR USD', direction: 'put' }],
    ['{direction}-{id}', 'call-a-b', { direction: 'call', id: 'a-b' }],
    ['{*}go {direction}', 'go call', { direction: 'call' }],
    ['{*}go {direction}', 'please go call', { direction: 'call' }],
    ['{direction};{*}', 'call;', { direction: 'call' }],
    ['{direction};{*}', 'call; at once', { direction: 'call' }],
  ])('by the pattern %s, the text %j has its values without outer white space', (pattern, given, fields) => {
    expect(fieldsOf(pattern, given)).toEqual(fields);
  });

  it.each([
    ['{direction} in {symbol} end', 'call in EURUSD', 'end'],
    ['a{direction}a', 'abuy', 'a'],
    ['Go {direction}', 'Stop call', 'Go'],
    ['{direction} x{*}', 'call y', 'x'],
    ['id={id};{direction}', 'id= ;call', '{id}'],
    ['x{direction}', 'x', '{direction}'],
    ['{direction}.', 'call. More', ''],
  ])('by the pattern %s, the text %j lacks a part, which is named', (pattern, given, missing) => {
    expect(fieldsOf(pattern, given)).toBe(missing);
  });

  it('have at most 100 characters, without outer white space', () => {
    const longest = 'x'.repeat(100);
    expect(fieldsOf('{direction};{id};', `call; ${longest} ;`)).toEqual({ direction: 'call', id: longest });
    expect(fieldsOf('{direction};{id};', `call;${longest}x;`)).toBe('{id}');
  });

  it('do not count ignored text, which may have any length', () => {
    expect(fieldsOf('{*};{direction}', `${'x'.repeat(101)};call`)).toEqual({ direction: 'call' });
  });
});
