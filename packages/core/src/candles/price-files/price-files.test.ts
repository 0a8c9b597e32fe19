import { currencyWeeks, PRICE_FILE_STYLES, type PriceFileStyle, priceFileText } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { zoneOffset } from '#kernel/index.ts';
import { BROKER_SERVER_ZONE } from '#vocabulary/index.ts';
import { findZone, PriceFileReader, utcClock } from '../index.ts';

const FORMAT: Readonly<Record<PriceFileStyle, object>> = {
  vigia: { format: 'vigia', separator: 'comma', timeForm: 'year_first', statesZone: false },
  histdata: { format: 'histdata', separator: 'semicolon', timeForm: 'compact', hasHeader: false },
  metatrader_4: { format: 'metatrader_4', separator: 'comma', timeForm: 'year_first', hasHeader: false },
  metatrader_5: { format: 'metatrader_5', separator: 'tab', timeForm: 'year_first', hasHeader: true },
  tradingview: { format: 'tradingview', timeForm: 'year_first', statesZone: true },
  dukascopy: { format: 'dukascopy', timeForm: 'day_first', hasMilliseconds: true, statesZone: false },
  decimal_comma: { format: 'other', decimalMark: 'comma', timeForm: 'day_first', isDateOrderAssumed: false },
};
const STEP_S = 3_600;
const inNewYork = (time: number): number => time + zoneOffset('America/New_York')(time * 1_000) / 1_000;

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** Reads a text in chunks of the given size; returns all candles as rows, or the fault. */
function read(text: string | Uint8Array, chunkBytes = 1_000) {
  const bytes = typeof text === 'string' ? bytesOf(text) : text;
  const reader = new PriceFileReader();
  const rows: (readonly number[])[] = [];
  const take = (result: ReturnType<PriceFileReader['push']>) => {
    if (!result.ok) return result.error;
    const { length, time, open, high, low, close } = result.value;
    for (let row = 0; row < length; row += 1)
      rows.push([time, open, high, low, close].map((column) => column[row] ?? NaN));
    return null;
  };
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    const error = take(reader.push(bytes.subarray(at, at + chunkBytes)));
    if (error) return { error, reader, rows };
  }
  return { error: take(reader.end()), reader, rows };
}

describe.each(PRICE_FILE_STYLES)('a file of %s', (style) => {
  const candles = currencyWeeks(20, STEP_S);
  const text = priceFileText(style, candles);
  const rounded = candles.map(({ time, open, high, low, close }) => [
    time,
    ...[open, high, low, close].map((price) => Number(price.toFixed(5))),
  ]);

  it('is read completely, and its format is recognised', () => {
    const { error, rows, reader } = read(text);
    expect(error).toBeNull();
    expect(rows).toEqual(rounded);
    expect(reader.dialect).toMatchObject(FORMAT[style]);
    expect(reader.facts).toMatchObject({ candles: candles.length, stepSeconds: STEP_S, misalignedLine: null });
  });

  it.each([1, 7, 65_536, 10_000_000])('gives the same candles in chunks of %i bytes', (chunkBytes) => {
    const few = priceFileText(style, candles.slice(0, 600));
    expect(read(few, chunkBytes).rows).toEqual(rounded.slice(0, 600));
  });

  it('has a clock that findZone recognises as UTC or New York', () => {
    expect(findZone(read(text).reader.facts.gaps, zoneOffset)).toMatchObject({ kind: 'found', zones: ['UTC'] });
    const moved = read(priceFileText(style, currencyWeeks(20, STEP_S, inNewYork)));
    const finding = findZone(moved.reader.facts.gaps, zoneOffset);
    expect(finding).toMatchObject({ kind: 'found', zones: ['America/New_York'], matched: 19, gaps: 19 });
  });

  it('is refused if it ends within a line, and the error names this line', () => {
    const cut = text.slice(0, text.lastIndexOf('\n', text.length - 2) + 30);
    const lines = cut.split('\n').length;
    expect(read(cut).error).toEqual({ line: lines, reason: 'truncated' });
  });

  it.each([
    ['a line without end', 'x'.repeat(100_000), 'line_too_long'],
    ['bytes of a program', '\u0000\u0001\u0002\u0003'.repeat(40_000), 'bad_time'],
    ['a script for a number', '=cmd|calc;<script>\n', undefined],
  ])('is refused with %s inside, at its line', (_, hostile, reason) => {
    const at = text.indexOf('\n', text.length / 2) + 1;
    const { error } = read(text.slice(0, at) + hostile + text.slice(at));
    expect(error).toMatchObject({
      line: text.slice(0, at).split('\n').length,
      ...(reason === 'line_too_long' && { reason }),
    });
  });
});

describe('PriceFileReader', () => {
  it('reads UTF-16 with its byte order mark, as MetaTrader writes it', () => {
    const text = `\ufeff${priceFileText('metatrader_5', currencyWeeks(1, STEP_S))}`;
    const wide = new Uint8Array(text.length * 2);
    for (let at = 0; at < text.length; at += 1) {
      wide[at * 2] = text.charCodeAt(at) & 0xff;
      wide[at * 2 + 1] = text.charCodeAt(at) >> 8;
    }
    expect(read(wide, 333)).toMatchObject({ error: null, rows: { length: 120 } });
  });

  it.each([
    ['13/02/2018', '14/02/2018', 'day_first', false],
    ['02/13/2018', '02/14/2018', 'month_first', false],
    ['01/02/2018', '02/02/2018', 'day_first', false],
    ['02/01/2018', '02/02/2018', 'month_first', false],
    ['03/03/2018', '04/04/2018', 'day_first', true],
  ] as const)('reads %s before %s as %s', (first, second, timeForm, isDateOrderAssumed) => {
    const { reader } = read(`date,open,high,low,close\n${first},1,1,1,1\n${second},1,1,1,1\n`);
    expect(reader.dialect).toMatchObject({ timeForm, isDateOrderAssumed });
  });

  it('searches for the order of day and month beyond the first 64 KB', () => {
    const minutes = Array.from({ length: 6_000 }, (_, n) => {
      const date = new Date(Date.UTC(2018, 1, 9) + n * 60_000).toISOString();
      return `${date.slice(5, 7)}/${date.slice(8, 10)}/2018 ${date.slice(11, 16)},1,1,1,1`;
    });
    const { reader, error } = read(`time,open,high,low,close\n${minutes.join('\n')}\n`, 65_536);
    expect(error).toBeNull();
    expect(reader.dialect).toMatchObject({ timeForm: 'month_first', isDateOrderAssumed: false });
  });

  it.each([
    ['1514844000', 1_514_844_000],
    ['1514844000000', 1_514_844_000],
    ['2018-01-01T19:30:00-02:30', 1_514_844_000],
    ['01.01.2018 23:00:00.000 GMT+0100', 1_514_844_000],
    ['20180101220000', 1_514_844_000],
    ['20180101 2200', 1_514_844_000],
    ['2018/1/1 22:00', 1_514_844_000],
    ['2018-01-01 22:00:00.000 UTC', 1_514_844_000],
  ])('reads the time %s', (text, time) => {
    expect(read(`time,open,high,low,close\n${text},1,1,1,1\n`).rows).toEqual([[time, 1, 1, 1, 1]]);
  });

  it.each([
    ['nothing', '', { line: 1, reason: 'empty_file' }],
    ['a header alone', 'time,open,high,low,close\n', { line: 2, reason: 'no_rows' }],
    ['no table', 'hola\nmundo\n', { line: 1, reason: 'bad_header' }],
    ['an archive', 'PK\u0003\u0004\u0000\u0000', { line: 1, reason: 'not_text' }],
    ['ticks', 'time,bid,ask\n1,1,1\n', { line: 1, reason: 'missing_column', column: 'open' }],
    [
      'a short row',
      'time,open,high,low,close\n60,1,1,1\n120,1,1,1,1\n',
      { line: 2, reason: 'missing_field', column: 'close' },
    ],
    [
      'a last row that lacks what the others have',
      'time,open,high,low,close,volume\n60,1,1,1,1,5\n120,1,1,1,1',
      { line: 3, reason: 'truncated' },
    ],
    ['a point after commas', 'time;open;high;low;close\n60;1,1;1.3;1;1\n', { line: 2, reason: 'mixed_decimals' }],
    ['commas and points', 'time;open;high;low;close\n60;1.1;1,3;1;1\n', { line: 2, reason: 'mixed_decimals' }],
    ['thousands', 'time;open;high;low;close\n60;1.234,5;2000;1;1\n', { line: 2, reason: 'mixed_decimals' }],
    [
      'hour 24',
      'time,open,high,low,close\n2018-01-01 24:00,1,1,1,1\n',
      { line: 2, reason: 'bad_time', text: '2018-01-01 24:00' },
    ],
    [
      'a day that is not',
      'time,open,high,low,close\n2018-02-29,1,1,1,1\n',
      { line: 2, reason: 'bad_time', text: '2018-02-29' },
    ],
    ['a month of thirteen', 'time,open,high,low,close\n2018-13-01,1,1,1,1\n', { line: 2, reason: 'bad_time' }],
    ['half a second', 'time,open,high,low,close\n2018-01-01 00:00:00.500,1,1,1,1\n', { line: 2, reason: 'bad_time' }],
    [
      'a zone in one row only',
      'time,open,high,low,close\n2018-01-01 00:00,1,1,1,1\n2018-01-01 00:01Z,1,1,1,1\n',
      { line: 3, reason: 'bad_time' },
    ],
    [
      'a time that repeats',
      'time,open,high,low,close\n60,1,1,1,1\n60,1,1,1,1\n',
      { line: 3, reason: 'time_repeats', time: 60 },
    ],
    [
      'a time that goes back',
      'time,open,high,low,close\n60,1,1,1,1\n0,1,1,1,1\n',
      { line: 3, reason: 'time_descends', time: 0 },
    ],
    ['a high below the low', 'time,open,high,low,close\n60,1,1,2,1\n', { line: 2, reason: 'high_low_inconsistent' }],
    ['a price of zero', 'time,open,high,low,close\n60,1,1,0,1\n', { line: 2, reason: 'price_not_positive' }],
    ['a field too many', 'time,open,high,low,close\n60,1,1,1,1,1\n', { line: 2, reason: 'extra_field', expected: 5 }],
    [
      'a column twice',
      'time,open,high,low,close,low\n60,1,1,1,1,1\n',
      { line: 1, reason: 'duplicate_column', column: 'low' },
    ],
    ['a missing column', 'time,open,high,low\n60,1,1,1\n', { line: 1, reason: 'missing_column', column: 'close' }],
  ])('reports the fault and its line for %s', (_, text, expected) => {
    expect(read(text).error).toMatchObject(expected);
  });

  it('reports a candle whose time is not a multiple of the step of the others', () => {
    const { facts } = read('time,open,high,low,close\n60,1,1,1,1\n120,1,1,1,1\n190,1,1,1,1\n').reader;
    expect(facts).toMatchObject({ stepSeconds: 60, misalignedLine: 4 });
  });
});

describe('findZone', () => {
  const gapsOf = (weeks: number, clock?: (time: number) => number) =>
    read(priceFileText('vigia', currencyWeeks(weeks, STEP_S, clock))).reader.facts.gaps;

  it('distinguishes the clock of MetaTrader brokers from that of Athens by the weeks in which only one has summer time', () => {
    const broker = gapsOf(20, (time) => inNewYork(time) + 7 * 3_600);
    expect(findZone(broker, zoneOffset)).toMatchObject({ zones: [BROKER_SERVER_ZONE] });
    const short = findZone(broker.slice(0, 4), zoneOffset);
    expect(short).toMatchObject({ zones: [BROKER_SERVER_ZONE, 'Europe/Athens'] });
  });

  it('distinguishes a fixed UTC−5 from New York in summer', () => {
    const fixed = gapsOf(20, (time) => time - 5 * 3_600);
    expect(findZone(fixed, zoneOffset)).toMatchObject({ zones: ['Etc/GMT+5', 'America/Bogota'] });
  });

  it('finds no time zone for a market that never closes, or for gaps at other hours', () => {
    expect(findZone([], zoneOffset)).toEqual({ kind: 'no_gaps' });
    const odd = gapsOf(6, (time) => time + 11 * 3_600 + 1_800);
    expect(findZone(odd, zoneOffset)).toEqual({ kind: 'unclear', gaps: 5 });
    const mixed = [...odd, ...gapsOf(3)];
    expect(findZone(mixed, zoneOffset)).toEqual({ kind: 'unclear', gaps: 7 });
  });
});

describe('utcClock', () => {
  const hour = (text: string): number => Date.parse(`${text}:00Z`) / 1_000;
  it('converts the clock of a time zone, including its summer time', () => {
    const toUtc = utcClock('America/New_York', zoneOffset);
    expect(toUtc(hour('2018-01-15T12:00'))).toBe(hour('2018-01-15T17:00'));
    expect(toUtc(hour('2018-07-15T12:00'))).toBe(hour('2018-07-15T16:00'));
    expect(toUtc(hour('2018-03-11T03:00'))).toBe(hour('2018-03-11T07:00'));
    expect(toUtc(hour('2018-11-04T03:00'))).toBe(hour('2018-11-04T08:00'));
  });
});
