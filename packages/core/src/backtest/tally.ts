import { at } from '#candles/index.ts';
import { type GroupFigures, type RatePrecision, winRateCard } from '#statistics/index.ts';
import { RESULT_CODES, type TradeColumns } from './backtest.ts';

/**
 * Index of each number in a record of `TALLY_FIELDS` numbers. `payoutBpSum` is the sum over decided trades, in basis
 * points.
 */
export const TALLY_INDEX = { won: 0, lost: 1, tied: 2, payoutBpSum: 3, profitMinor: 4 } as const;
export const TALLY_FIELDS = 5;

const BASIS_POINTS = 10_000;

/** Tallies of one variant's trades, over all data or over some parts of the data. */
export type Tally = Readonly<Record<keyof typeof TALLY_INDEX, number>>;

export const NO_TRADES: Tally = { won: 0, lost: 0, tied: 0, payoutBpSum: 0, profitMinor: 0 };

/** Adds trade `row` to record `record` of `rows`; does not count void and pending trades. */
export function addTrade(
  rows: Float64Array,
  record: number,
  { result, payoutBp, profitMinor }: TradeColumns,
  row: number,
): void {
  const how = result[row];
  const first = record * TALLY_FIELDS;
  if (how === RESULT_CODES.tied) rows[first + TALLY_INDEX.tied] = at(rows, first + TALLY_INDEX.tied) + 1;
  if (how !== RESULT_CODES.won && how !== RESULT_CODES.lost) return;
  const count = first + (how === RESULT_CODES.won ? TALLY_INDEX.won : TALLY_INDEX.lost);
  const payouts = first + TALLY_INDEX.payoutBpSum;
  const profit = first + TALLY_INDEX.profitMinor;
  rows[count] = at(rows, count) + 1;
  rows[payouts] = at(rows, payouts) + (payoutBp[row] ?? 0);
  rows[profit] = at(rows, profit) + at(profitMinor, row);
}

/** Reads tally number `record` (from 0) from `rows`, which contains `TALLY_FIELDS` numbers per tally. */
export function tallyAt(rows: Float64Array, record: number): Tally {
  const field = (name: keyof typeof TALLY_INDEX): number => rows[record * TALLY_FIELDS + TALLY_INDEX[name]] ?? NaN;
  return {
    won: field('won'),
    lost: field('lost'),
    tied: field('tied'),
    payoutBpSum: field('payoutBpSum'),
    profitMinor: field('profitMinor'),
  };
}

export const sumOf = (one: Tally, other: Tally): Tally => ({
  won: one.won + other.won,
  lost: one.lost + other.lost,
  tied: one.tied + other.tied,
  payoutBpSum: one.payoutBpSum + other.payoutBpSum,
  profitMinor: one.profitMinor + other.profitMinor,
});

export const decidedCountOf = ({ won, lost }: Tally): number => won + lost;

const averagePayoutRatio = (tally: Tally): number => tally.payoutBpSum / decidedCountOf(tally) / BASIS_POINTS;

/** @param precision precision of the rate of trades that overlap; without it the trades are independent */
export function figuresOf(tally: Tally, precision?: RatePrecision): GroupFigures {
  const { won, lost, tied, profitMinor } = tally;
  const decided = decidedCountOf(tally);
  const payoutRatio = decided === 0 ? 0 : averagePayoutRatio(tally);
  const card = winRateCard({ won, lost, tied, averagePayoutRatio: payoutRatio, precision });
  return { trades: decided + tied, profitMinor, card, counts: { won, lost, tied } };
}
