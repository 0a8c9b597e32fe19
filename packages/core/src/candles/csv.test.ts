import { describe, expect, it } from 'vitest';
import { type CandleColumns, parseCandleCsv, parseTickCsv } from './index.ts';

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));
const HEADER = 'time,open,high,low,close\n';
const ROW = '60,1.1,1.3,1,1.2\n';

function candles(text: string): Record<string, readonly number[]> {
  const parsed = parseCandleCsv(bytes(text));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return rowsOf(parsed.value);
}

const rowsOf = ({ time, open, high, low, close }: CandleColumns): Record<string, readonly number[]> => ({
  time: [...time],
  open: [...open],
  high: [...high],
  low: [...low],
  close: [...close],
});

const fault = (text: string): unknown => {
  const parsed = parseCandleCsv(bytes(text));
  return parsed.ok ? 'no fault' : parsed.error;
};

const notANumber = (column: string, text: string) => ({ line: 2, reason: 'not_a_number', column, text });

const ONE = { time: [60], open: [1.1], high: [1.3], low: [1], close: [1.2] };

describe('parseCandleCsv', () => {
  it.each([
    ['a plain file', HEADER + ROW],
    ['no newline at the end', (HEADER + ROW).trimEnd()],
    ['blank lines at the end', `${HEADER}${ROW}\n \n`],
    ['CR LF', (HEADER + ROW).replaceAll('\n', '\r\n')],
    ['CR alone', (HEADER + ROW).replaceAll('\n', '\r')],
    ['a column twice that is not read', 'time,note,open,high,low,close,note\n60,x,1.1,1.3,1,1.2,y\n'],
    ['a row without its last two columns, which are not read', 'time,open,high,low,close,a,b\n60,1.1,1.3,1,1.2\n'],
    ['a signed exponent and no whole part', `${HEADER}60,.11e+1,1.3,1,1.2\n`],
    ['leading zeros, and a sign before a point', `${HEADER}0060,0001.1,1.3,+.1E1,1.20\n`],
    ['a byte order mark', `\u00ef\u00bb\u00bf${HEADER}${ROW}`],
    ['a header in capitals with spaces', ' TIME, Open ,HIGH,Low,close\n60,1.1,1.3,1,1.2\n'],
    ['columns in another order and others between', 'close,volume,low,TIME,high,note,open\n1.2,7,1,60,1.3,x,1.1\n'],
    ['a volume that one row lacks at its end', 'time,open,high,low,close,volume\n60,1.1,1.3,1,1.2\n'],
    ['spaces, signs and exponents', `${HEADER} 60 ,+1.1,13e-1,1.,.12E1\n`],
    ['ISO time with a zone', `${HEADER}1970-01-01T02:01:00+02:00,1.1,1.3,1,1.2\n`],
    ['ISO time without one, which is UTC', `${HEADER}1970-01-01 00:01,1.1,1.3,1,1.2\n`],
  ])('reads %s', (_, text) => {
    expect(candles(text)).toEqual(ONE);
  });

  it.each([
    ['1514844000', 1_514_844_000],
    ['2018-01-01T22:00:00Z', 1_514_844_000],
    ['2018-01-01T22:00:00.000Z', 1_514_844_000],
    ['2018-01-01T19:30-02:30', 1_514_844_000],
    ['2016-02-29', 1_456_704_000],
    ['0', 0],
    ['253402300799', 253_402_300_799],
  ])('reads the time %s', (text, time) => {
    expect(candles(`${HEADER}${text},1,1,1,1\n`)['time']).toEqual([time]);
  });

  it('accepts a row that lacks an optional column', () => {
    const text = 'time,open,high,low,close,volume\n60,1,1,1,1\n120,2,2,2,2,7\n';
    expect(candles(text)).toMatchObject({ time: [60, 120], open: [1, 2], close: [1, 2] });
  });

  it('reads more rows than it estimates from the length of the first row', () => {
    const rows = Array.from({ length: 5_000 }, (_, i) => (i === 0 ? '0,1.000000000000,1,1,1' : `${i * 60},1,1,1,1`));
    expect(candles(`${HEADER}${rows.join('\n')}`)['time']?.at(-1)).toBe(4_999 * 60);
  });

  it.each([
    ['nothing', '', { line: 1, reason: 'empty_file' }],
    ['only blank lines', '\n \n', { line: 1, reason: 'empty_file' }],
    ['only a header', HEADER, { line: 2, reason: 'no_rows' }],
    ['no header', ROW, { line: 1, reason: 'bad_header' }],
    [
      'a decimal comma between commas',
      `${HEADER}60,1,1,1,3,1,0,1,2\n`,
      { line: 2, reason: 'extra_field', expected: 5 },
    ],
    ['commas and points', 'time;open;high;low;close\n60;1.1;1,3;1;1\n', { line: 2, reason: 'mixed_decimals' }],
    ['thousands', 'time;open;high;low;close\n60;1.234,5;2000;1;1\n', { line: 2, reason: 'mixed_decimals' }],
    [
      'a mark twice',
      'time;open;high;low;close\r\n60;1;2;1;1\r\n120;1,2,3;2;1;1\n',
      { line: 3, reason: 'mixed_decimals' },
    ],
    [
      'a time before its date',
      '<TIME>\t<DATE>\t<OPEN>\t<HIGH>\t<LOW>\t<CLOSE>\n00:01\t1970.01.01\t1\t1\t1\t1\n',
      { line: 1, reason: 'date_time_apart' },
    ],
    ['Latin-1', `${HEADER}60,m\u00e1s,2,1,1\n`, notANumber('open', 'más')],
    [
      'text of another alphabet',
      `${HEADER}60,\u00ef\u00bc\u0091,2,1,1\n`,
      { line: 2, reason: 'not_a_number', column: 'open', text: '１' },
    ],
    ['a missing column', 'time,open,high,low\n', { line: 1, reason: 'missing_column', column: 'close' }],
    ['a column twice', 'time,open,high,low,close,Low\n', { line: 1, reason: 'duplicate_column', column: 'low' }],
    ['a short row', `${HEADER}60,1,1,1\n`, { line: 2, reason: 'missing_field', column: 'close' }],
    ['an empty field', `${HEADER}60,1,,1,1\n`, { line: 2, reason: 'missing_field', column: 'high' }],
    ['a blank line between rows', `${HEADER}\n${ROW}`, { line: 2, reason: 'missing_field', column: 'time' }],
    ['a field too many', `${HEADER}60,1,1,1,1,5\n`, { line: 2, reason: 'extra_field', expected: 5 }],
    ['a word', `${HEADER}60,1,abc,1,1\n`, { line: 2, reason: 'not_a_number', column: 'high', text: 'abc' }],
    ['two points', `${HEADER}60,1.1.1,2,1,1\n`, { line: 2, reason: 'not_a_number', column: 'open', text: '1.1.1' }],
    ['a slash, the byte before 0', `${HEADER}60,1/1,2,1,1\n`, notANumber('open', '1/1')],
    ['a colon, the byte after 9', `${HEADER}60,1:1,2,1,1\n`, notANumber('open', '1:1')],
    ['an exponent without digits', `${HEADER}60,1e,2,1,1\n`, notANumber('open', '1e')],
    ['an exponent alone', `${HEADER}60,e5,2,1,1\n`, notANumber('open', 'e5')],
    ['a fraction in an exponent', `${HEADER}60,1e1.5,2,1,1\n`, notANumber('open', '1e1.5')],
    ['a lone sign', `${HEADER}60,1,2,+,1\n`, notANumber('low', '+')],
    ['two signs', `${HEADER}60,1,2,1,--1\n`, notANumber('close', '--1')],
    ['two numbers in a field', `${HEADER}60,1 1,2,1,1\n`, notANumber('open', '1 1')],
    ['a letter before a number', `${HEADER}60,x1,2,1,1\n`, notANumber('open', 'x1')],
    ['a letter after a number', `${HEADER}60,1x,2,1,1\n`, notANumber('open', '1x')],
    [
      'a row that ends early',
      'time,open,high,low,close,note\n60,1,1.3\n',
      { line: 2, reason: 'missing_field', column: 'low' },
    ],
    [
      'a time past the year 9999',
      `${HEADER}253402300800,1,1,1,1\n`,
      { line: 2, reason: 'bad_time', text: '253402300800' },
    ],
    ['an empty time', `${HEADER},1,1,1,1\n`, { line: 2, reason: 'missing_field', column: 'time' }],
    ['a close of zero', `${HEADER}60,1,1,1,0\n`, { line: 2, reason: 'price_not_positive', column: 'close', price: 0 }],
    ['a high of zero', `${HEADER}60,1,0,1,1\n`, { line: 2, reason: 'price_not_positive', column: 'high', price: 0 }],
    [
      'a high below the open',
      `${HEADER}60,1.4,1.3,1,1.2\n`,
      { line: 2, reason: 'high_low_inconsistent', open: 1.4, high: 1.3, low: 1, close: 1.2 },
    ],
    [
      'a low above the close',
      `${HEADER}60,1.2,1.3,1.1,1\n`,
      { line: 2, reason: 'high_low_inconsistent', open: 1.2, high: 1.3, low: 1.1, close: 1 },
    ],
    [
      'a row that ends early before another',
      `${HEADER}60,1,1.3\n120,1,1,1,1\n`,
      { line: 2, reason: 'missing_field', column: 'low' },
    ],
    [
      'a row that ends before a column not read',
      'time,note,open,high,low,close\n60\n',
      { line: 2, reason: 'missing_field', column: 'open' },
    ],
    ['a lone point', `${HEADER}60,.,2,1,1\n`, { line: 2, reason: 'not_a_number', column: 'open', text: '.' }],
    ['hexadecimal', `${HEADER}60,0x1,2,1,1\n`, { line: 2, reason: 'not_a_number', column: 'open', text: '0x1' }],
    ['infinity', `${HEADER}60,1,1e999,1,1\n`, { line: 2, reason: 'not_a_number', column: 'high', text: '1e999' }],
    ['a time in words', `${HEADER}noon,1,1,1,1\n`, { line: 2, reason: 'bad_time', text: 'noon' }],
    ['half a second', `${HEADER}60.5,1,1,1,1\n`, { line: 2, reason: 'bad_time', text: '60.5' }],
    ['milliseconds', `${HEADER}1514844000000,1,1,1,1\n`, { line: 2, reason: 'bad_time', text: '1514844000000' }],
    ['a time before 1970', `${HEADER}-60,1,1,1,1\n`, { line: 2, reason: 'bad_time', text: '-60' }],
    ['a day that is not', `${HEADER}2018-02-29,1,1,1,1\n`, { line: 2, reason: 'bad_time', text: '2018-02-29' }],
    ['hour 24', `${HEADER}2018-02-28T24:00,1,1,1,1\n`, { line: 2, reason: 'bad_time', text: '2018-02-28T24:00' }],
    ['a repeated time', HEADER + ROW + ROW, { line: 3, reason: 'time_repeats', time: 60 }],
    ['a time going back', `${HEADER}${ROW}0,1,1,1,1\n`, { line: 3, reason: 'time_descends', time: 0 }],
    ['a zero price', `${HEADER}60,1,1,0,1\n`, { line: 2, reason: 'price_not_positive', column: 'low', price: 0 }],
    [
      'a negative price',
      `${HEADER}60,-1,1,1,1\n`,
      { line: 2, reason: 'price_not_positive', column: 'open', price: -1 },
    ],
    [
      'a high below the close',
      `${HEADER}${ROW}120,1,1.1,1,1.2\n`,
      { line: 3, reason: 'high_low_inconsistent', open: 1, high: 1.1, low: 1, close: 1.2 },
    ],
    [
      'a low above the open',
      `${HEADER}60,1,1.3,1.1,1.2\n`,
      { line: 2, reason: 'high_low_inconsistent', open: 1, high: 1.3, low: 1.1, close: 1.2 },
    ],
  ])('reports the fault and its line for %s', (_, text, expected) => {
    expect(fault(text)).toEqual(expected);
  });

  it('reports the first fault in the file, of any kind', () => {
    expect(fault(`${HEADER}${ROW}${ROW}180,x,1,1,1\n`)).toMatchObject({ line: 3, reason: 'time_repeats' });
    expect(fault(`${HEADER}${ROW}120,x,1,1,1\n60,1,1,1,1\n`)).toMatchObject({ line: 3, reason: 'not_a_number' });
  });

  it('refuses an overlong field without reading all of it, and reports its first hundred bytes', () => {
    expect(fault(`${HEADER}60,${'9'.repeat(500_000)},1,1,1\n`)).toEqual(notANumber('open', '9'.repeat(100)));
  });

  it('reads a number of a hundred bytes, and refuses a longer number', () => {
    const digits = `1.${'0'.repeat(98)}`;
    expect(candles(`${HEADER}60,${digits},1,1,1\n`)['open']).toEqual([1]);
    expect(fault(`${HEADER}60,${digits}0,1,1,1\n`)).toEqual(notANumber('open', digits));
  });

  it.each(['\u00ee\u00bb\u00bf', '\u00ef\u00ba\u00bf', '\u00ef\u00bb\u00be'])(
    'reads %j at the start as text, not as a byte order mark',
    (start) => {
      expect(fault(start + HEADER + ROW)).toEqual({ line: 1, reason: 'missing_column', column: 'time' });
    },
  );
});

describe('parseTickCsv', () => {
  const ticks = (text: string): unknown => {
    const parsed = parseTickCsv(bytes(text));
    if (!parsed.ok) return parsed.error;
    return { timeMs: [...parsed.value.timeMs], price: [...parsed.value.price] };
  };

  it('reads the price column, or the bid column if there is no price, and allows equal times', () => {
    const expected = { timeMs: [1_500, 1_500], price: [1.1, 1.2] };
    expect(ticks('time,bid,ask\n1500,1.1,1.3\n1500,1.2,1.3\n')).toEqual(expected);
    expect(ticks('bid,price,time\n9,1.1,1500\n9,1.2,1500\n')).toEqual(expected);
    expect(ticks('time,price\n1970-01-01T00:00:01.5Z,1.1\n1970-01-01T00:00:01.500999Z,1.2\n')).toEqual(expected);
  });

  it('reads times to the last millisecond of the year 9999', () => {
    expect(ticks('time,bid\n253402300799999,1\n')).toEqual({ timeMs: [253_402_300_799_999], price: [1] });
    expect(ticks('time,bid\n253402300800000,1\n')).toMatchObject({ line: 2, reason: 'bad_time' });
  });

  it('reports a fault and its line', () => {
    expect(ticks('bid,ask\n')).toEqual({ line: 1, reason: 'missing_column', column: 'time' });
    expect(ticks('time,ask\n')).toEqual({ line: 1, reason: 'missing_column', column: 'price' });
    expect(ticks('time,bid\n2,1\n1,1\n')).toEqual({ line: 3, reason: 'time_descends', time: 1 });
    expect(ticks('time,bid\n2,0\n')).toEqual({ line: 2, reason: 'price_not_positive', column: 'price', price: 0 });
    expect(ticks('')).toEqual({ line: 1, reason: 'empty_file' });
    expect(ticks('time,bid\n2,-1\n')).toEqual({ line: 2, reason: 'price_not_positive', column: 'price', price: -1 });
    expect(ticks('time,bid\n2.5,1\n')).toEqual({ line: 2, reason: 'bad_time', text: '2.5' });
  });
});
