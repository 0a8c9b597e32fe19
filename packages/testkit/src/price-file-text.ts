/** Writes candles in the formats of price files of programs and data providers. */

/** A candle to write to a price file. Its time is on the clock of the file. */
export type FileCandle = {
  /** Seconds since 1970 on the clock of the file. */
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
};

type Style = { readonly header: string | null; readonly row: (candle: FileCandle) => string };

const two = (value: number): string => String(value).padStart(2, '0');

function parts(time: number) {
  const date = new Date(time * 1_000);
  return {
    year: String(date.getUTCFullYear()),
    month: two(date.getUTCMonth() + 1),
    day: two(date.getUTCDate()),
    clock: `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`,
    second: two(date.getUTCSeconds()),
  };
}

const prices = ({ open, high, low, close }: FileCandle): readonly string[] =>
  [open, high, low, close].map((price) => price.toFixed(5));

const iso = (time: number): string => new Date(time * 1_000).toISOString().slice(0, 19);

/** Styles by the name of the format in the vocabulary, and variants of these styles. */
const STYLES = {
  vigia: { header: 'time,open,high,low,close', row: (candle) => [iso(candle.time), ...prices(candle)].join(',') },
  histdata: {
    header: null,
    row: (candle) => {
      const { year, month, day, clock, second } = parts(candle.time);
      return [`${year}${month}${day} ${clock.replace(':', '')}${second}`, ...prices(candle), '0'].join(';');
    },
  },
  metatrader_4: {
    header: null,
    row: (candle) => {
      const { year, month, day, clock } = parts(candle.time);
      return [`${year}.${month}.${day}`, clock, ...prices(candle), '42'].join(',');
    },
  },
  metatrader_5: {
    header: '<DATE>\t<TIME>\t<OPEN>\t<HIGH>\t<LOW>\t<CLOSE>\t<TICKVOL>\t<VOL>\t<SPREAD>',
    row: (candle) => {
      const { year, month, day, clock, second } = parts(candle.time);
      return [`${year}.${month}.${day}`, `${clock}:${second}`, ...prices(candle), '42', '0', '3'].join('\t');
    },
  },
  tradingview: {
    header: 'time,open,high,low,close,Volume',
    row: (candle) => [`${iso(candle.time)}Z`, ...prices(candle), '42'].join(','),
  },
  dukascopy: {
    header: 'Gmt time,Open,High,Low,Close,Volume',
    row: (candle) => {
      const { year, month, day, clock, second } = parts(candle.time);
      return [`${day}.${month}.${year} ${clock}:${second}.000`, ...prices(candle), '42.5'].join(',');
    },
  },
  decimal_comma: {
    header: 'fecha;time;open;high;low;close',
    row: (candle) => {
      const { year, month, day, clock } = parts(candle.time);
      return ['x', `${day}/${month}/${year} ${clock}`, ...prices(candle).map((price) => price.replace('.', ','))].join(
        ';',
      );
    },
  },
} as const satisfies Readonly<Record<string, Style>>;

export type PriceFileStyle = keyof typeof STYLES;
export const PRICE_FILE_STYLES: readonly PriceFileStyle[] = [
  'vigia',
  'histdata',
  'metatrader_4',
  'metatrader_5',
  'tradingview',
  'dukascopy',
  'decimal_comma',
];

/** Returns the candles as the text of a file; every line ends with a line feed. */
export function priceFileText(style: PriceFileStyle, candles: readonly FileCandle[]): string {
  const { header, row }: Style = STYLES[style];
  return [...(header === null ? [] : [header]), ...candles.map(row), ''].join('\n');
}

const [HOUR_S, DAY_S] = [3_600, 86_400] as const;
/** Sunday, 1 July 2018, 17:00 in New York (UTC−4). */
const FIRST_OPEN = Date.UTC(2018, 6, 1, 21) / 1_000;
const WEEK_HOURS = 120;

/** Winter time of New York in the weeks of `currencyWeeks`: its offset from UTC is one hour larger. */
const WINTER = { from: Date.UTC(2018, 10, 4, 6) / 1_000, until: Date.UTC(2019, 2, 10, 7) / 1_000 } as const;

/**
 * Returns candles of a currency pair from July 2018 on, for a year at most. They cover Sunday to Friday, 17:00 in New
 * York, with its summer time.
 * @param clock converts a time in UTC seconds to the clock of the file
 */
export function currencyWeeks(
  weeks: number,
  stepSeconds: number,
  clock = (time: number): number => time,
): FileCandle[] {
  const candles: FileCandle[] = [];
  for (let week = 0; week < weeks; week += 1) {
    const summerOpen = FIRST_OPEN + week * 7 * DAY_S;
    const isWinter = summerOpen >= WINTER.from && summerOpen < WINTER.until;
    const open = isWinter ? summerOpen + HOUR_S : summerOpen;
    for (let time = open; time < open + WEEK_HOURS * HOUR_S; time += stepSeconds) {
      const price = 1.1 + Math.sin(time / 9_000) / 100;
      candles.push({
        time: clock(time),
        open: price,
        high: price + 0.0005,
        low: price - 0.0005,
        close: price + 0.0002,
      });
    }
  }
  return candles;
}
