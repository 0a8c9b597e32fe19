import type { BrokerAsset } from '@vigia/broker-kit/port';
import { type Ratio, ratio } from '@vigia/core/kernel';
import type { AssetType } from '@vigia/core/vocabulary';
import { allowsDuration, expiryStyleOf } from '#durations.ts';

/** An asset with the broker's name for it. */
export type Instrument = { readonly wireSymbol: string; readonly asset: BrokerAsset };

/**
 * Columns of a row of `instruments/list`. The meaning of column 4 is inferred from its values; the others are from
 * community sources.
 */
const COLUMN = {
  symbol: 1,
  name: 2,
  type: 3,
  decimals: 4,
  payoutPercent: 5,
  isOpen: 14,
  durations: 15,
  turboPercent: 18,
};

const TYPES: Readonly<Record<string, AssetType>> = {
  currency: 'forex',
  cryptocurrency: 'crypto',
  crypto: 'crypto',
  commodity: 'commodities',
  commodities: 'commodities',
  index: 'indices',
  indices: 'indices',
  stock: 'stocks',
  stocks: 'stocks',
};
const OUR_SYMBOL = /^[A-Z0-9._-]{2,20}$/;
const MAX_DECIMALS = 10;

/**
 * Returns the instruments of a list. Rows with missing fields, or of a kind that Vigía does not trade, are left out.
 */
export const instrumentsOf = (payload: unknown): readonly Instrument[] =>
  Array.isArray(payload) ? payload.map(instrumentOf).filter((instrument) => instrument !== null) : [];

function instrumentOf(row: unknown): Instrument | null {
  if (!Array.isArray(row)) return null;
  const cell = (column: number): unknown => row[column];
  const wireSymbol = cell(COLUMN.symbol);
  const type = TYPES[String(cell(COLUMN.type))];
  if (typeof wireSymbol !== 'string' || type === undefined) return null;
  const symbol = ourSymbol(wireSymbol);
  if (!OUR_SYMBOL.test(symbol)) return null;
  const decimals = cell(COLUMN.decimals);
  const asset: BrokerAsset = {
    symbol,
    name: String(cell(COLUMN.name) ?? symbol),
    type,
    decimals: isCount(decimals) && decimals <= MAX_DECIMALS ? decimals : 5,
    isOpen: cell(COLUMN.isOpen) === true || cell(COLUMN.isOpen) === 1,
    durationsS: durationsOf(cell(COLUMN.durations), wireSymbol),
    payoutRatio: percent(cell(COLUMN.payoutPercent)) ?? percent(cell(COLUMN.turboPercent)),
    // The stake limits are unknown, because no source shows them. The broker refuses an order outside its limits.
    stakeLimits: [],
  };
  return { wireSymbol, asset };
}

/**
 * Returns Vigía's symbol for an asset that the broker does not list now; null if the name is not valid for a symbol.
 */
export function unlistedSymbol(wireSymbol: string): string | null {
  const symbol = ourSymbol(wireSymbol);
  return OUR_SYMBOL.test(symbol) ? symbol : null;
}

/** Converts the broker's name to Vigía's symbol: `EURUSD_otc` → `EURUSD-OTC`. */
const ourSymbol = (wireSymbol: string): string => wireSymbol.toUpperCase().replace(/_OTC$/, '-OTC');

/** Converts a payout in per cent to a fraction of the stake; returns null unless it is a number above zero. */
export const percent = (value: unknown): Ratio | null =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? ratio(Math.round(value * 100) / 10_000) : null;

/** Reads durations in seconds from a list `[{time}, …]`. Durations that the asset cannot have are left out. */
function durationsOf(list: unknown, wireSymbol: string): readonly number[] {
  if (!Array.isArray(list)) return [];
  const times = list.map((entry: unknown) =>
    typeof entry === 'object' && entry !== null && 'time' in entry ? entry.time : null,
  );
  const style = expiryStyleOf(wireSymbol);
  const offered = times.filter(isCount).filter((time) => time > 0 && allowsDuration(style, time));
  return [...new Set(offered)].sort((a, b) => a - b);
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;
