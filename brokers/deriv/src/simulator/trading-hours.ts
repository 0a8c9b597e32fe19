import type { MarketAsset } from '@vigia/broker-kit/simulator';
import type { DerivQuirks } from './quirks.ts';
import { SYMBOLS, type SymbolRow } from './symbols.ts';
import { type Body, error, type Reply } from './wire.ts';

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const WEEKDAYS = DAYS.slice(1, 6);
const AROUND_THE_CLOCK = new Set(['synthetic_index', 'cryptocurrency']);
const TIMES = { open: ['00:00:00'], close: ['23:59:59'], settlement: '23:59:59' };
const NO_TIMES = { open: ['--'], close: ['--'], settlement: '--' };

const daysOf = ({ market }: SymbolRow, hours: DerivQuirks['hours']): readonly string[] =>
  hours === 'always' || AROUND_THE_CLOCK.has(market) ? DAYS : WEEKDAYS;

const tradesOn = (row: SymbolRow, hours: DerivQuirks['hours'], timeMs: number): boolean =>
  daysOf(row, hours).includes(DAYS[new Date(timeMs).getUTCDay()] ?? '');

/** Returns whether the asset is open and within its trading hours. */
export const isTrading = (
  row: SymbolRow,
  asset: Readonly<MarketAsset> | undefined,
  hours: DerivQuirks['hours'],
  timeMs: number,
): boolean => asset?.isOpen === true && tradesOn(row, hours, timeMs);

/**
 * Returns the reply to `trading_times`: markets, their submarkets, and the trading hours of their assets on one day.
 */
export function tradingTimes(request: Body, hours: DerivQuirks['hours'], nowMs: number): Reply {
  const asked = request['trading_times'];
  const dayMs = asked === 'today' ? nowMs : Date.parse(String(asked));
  if (Number.isNaN(dayMs)) return error('InputValidationFailed', 'Input validation failed: trading_times');
  const timesOf = (row: SymbolRow): Body => ({
    name: row.name,
    symbol: row.theirs,
    events: [],
    times: tradesOn(row, hours, dayMs) ? TIMES : NO_TIMES,
    trading_days: daysOf(row, hours),
  });
  const markets = grouped(SYMBOLS, 'market').map(([name, rows]) => ({
    name,
    submarkets: grouped(rows, 'submarket').map(([submarket, symbols]) => ({
      name: submarket,
      symbols: symbols.map(timesOf),
    })),
  }));
  return { payload: { trading_times: { markets } } };
}

function grouped(
  rows: readonly SymbolRow[],
  by: 'market' | 'submarket',
): readonly (readonly [string, readonly SymbolRow[]])[] {
  const names = [...new Set(rows.map((row) => row[by]))];
  return names.map((name) => [name, rows.filter((row) => row[by] === name)]);
}
