import { propertyRuns } from '@vigia/testkit';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseCandleCsv } from './index.ts';

type Row = { readonly time: number; readonly prices: readonly number[] };

const rows = fc
  .array(
    fc.tuple(
      fc.integer({ min: 1, max: 500 }),
      fc.array(fc.integer({ min: 1, max: 9_999_999 }), { minLength: 4, maxLength: 4 }),
    ),
    { minLength: 1, maxLength: 20 },
  )
  .map((steps) => {
    let time = 1_500_000_000;
    return steps.map(([step, ticks]): Row => {
      time += step * 60;
      const [low = 0, open = 0, close = 0, high = 0] = ticks.toSorted((a, b) => a - b).map((tick) => tick / 100_000);
      return { time: time - (time % 60), prices: [open, high, low, close] };
    });
  });

const iso = (time: number): string => new Date(time * 1_000).toISOString();
const dotted = (time: number): string => iso(time).slice(0, 10).replaceAll('-', '.');
const price = (value: number): string => value.toFixed(5);
const comma = (value: number): string => price(value).replace('.', ',');
const lines = (header: string, given: readonly Row[], line: (row: Row) => readonly string[], separator: string) =>
  [header, ...given.map((row) => line(row).join(separator))].join('\r\n');

const DIALECTS: Readonly<Record<string, (given: readonly Row[]) => string>> = {
  semicolons: (given) =>
    lines('time;open;high;low;close', given, ({ time, prices }) => [`${time}`, ...prices.map(price)], ';'),
  'Excel in Spanish': (given) =>
    lines(
      'Time;Open;High;Low;Close;Nota',
      given,
      ({ time, prices }) => [iso(time), ...prices.map(comma), 'año 1,5.2'],
      ';',
    ),
  tabs: (given) =>
    lines('time\topen\thigh\tlow\tclose', given, ({ time, prices }) => [`${time}`, ...prices.map(comma)], '\t'),
  'MetaTrader 5': (given) =>
    lines(
      '<DATE>\t<TIME>\t<OPEN>\t<HIGH>\t<LOW>\t<CLOSE>\t<TICKVOL>\t<VOL>\t<SPREAD>',
      given,
      ({ time, prices }) => [dotted(time), iso(time).slice(11, 19), ...prices.map(price), '71', '0', '3'],
      '\t',
    ),
  'MetaTrader with commas': (given) =>
    lines(
      '<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>',
      given,
      ({ time, prices }) => [dotted(time), iso(time).slice(11, 16), ...prices.map(price), '71'],
      ',',
    ),
  'one time with points': (given) =>
    lines(
      'time,open,high,low,close',
      given,
      ({ time, prices }) => [`${dotted(time)} ${iso(time).slice(11, 16)}`, ...prices.map(price)],
      ',',
    ),
};

const ENCODINGS: Readonly<Record<string, (text: string) => Uint8Array>> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-8 with its mark': (text) => Buffer.from(`\ufeff${text}`),
  'UTF-16 with its mark': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'UTF-16 without a mark': (text) => Buffer.from(text, 'utf16le'),
  'UTF-16, high byte first': (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
};

const plain = (given: readonly Row[]): Uint8Array =>
  Buffer.from(lines('time,open,high,low,close', given, ({ time, prices }) => [`${time}`, ...prices.map(price)], ','));

it.each(Object.keys(DIALECTS).flatMap((dialect) => Object.keys(ENCODINGS).map((encoding) => [dialect, encoding])))(
  'parseCandleCsv reads the same candles from %s in %s',
  (dialect, encoding) => {
    const [write, encode] = [DIALECTS[dialect], ENCODINGS[encoding]];
    if (write === undefined || encode === undefined) throw new Error('the names come from the tables');
    fc.assert(
      fc.property(rows, (given) => {
        const wanted = parseCandleCsv(plain(given));
        expect(wanted.ok).toBe(true);
        expect(parseCandleCsv(encode(write(given)))).toEqual(wanted);
      }),
      { numRuns: propertyRuns(100) },
    );
  },
);
