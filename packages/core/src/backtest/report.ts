import { weekdayOf } from '#kernel/index.ts';
import {
  type BlockGrid,
  type Chances,
  chancesOf,
  holmCorrected,
  PerformanceFold,
  type ReturnBlocks,
  ratePrecision,
  scoreOf,
  type TradeResult,
  tryScoresOfRules,
} from '#statistics/index.ts';
import { type Backtest, RESULT_CODES } from './backtest.ts';
import { drawdownBand } from './drawdown-band.ts';
import type { BacktestFigures, ReportOptions, TimeGroup } from './figures.ts';
import { judgedFigures } from './judged-card.ts';
import { addTrade, TALLY_FIELDS, tallyAt } from './tally.ts';
import {
  addTradeToBlock,
  blockFieldCount,
  blockGridForTrades,
  blocksAt,
  isFirstInBlock,
  overlaps,
  testedSpanOf,
} from './trade-blocks.ts';

const EQUITY_POINTS = 300;
const HOUR_MS = 3_600_000;

const COUNTS: ReadonlyMap<number, TradeResult> = new Map([
  [RESULT_CODES.won, 'won'],
  [RESULT_CODES.lost, 'lost'],
  [RESULT_CODES.tied, 'tied'],
]);

const hourOf = (localMs: number): number => Math.floor(localMs / HOUR_MS) % 24;

/**
 * `PerformanceFold` counts no groups here. The tallies by hour and weekday are in flat arrays, which are faster than
 * maps.
 */
const NO_GROUPS = {};
/** Records of tallies and blocks: all trades, then 24 hours, then 7 weekdays. */
const ALL = 0;
const HOURS = { first: 1, count: 24 } as const;
const WEEKDAYS = { first: 25, count: 7 } as const;
const RECORDS = 32;

type Counted = {
  readonly fold: PerformanceFold;
  readonly tallies: Float64Array;
  readonly blocks: ReturnBlocks;
  /** Profits of the won, lost and tied trades, in order, in cents. */
  readonly profitsMinor: Float64Array;
  readonly openAtEnd: number;
  readonly voided: number;
};

function count(
  { trades, stakeMinor }: Backtest,
  grid: BlockGrid,
  zoneOffsetMs: ReportOptions['zoneOffsetMs'],
  overlapping: boolean,
): Counted {
  const fold = new PerformanceFold(EQUITY_POINTS);
  const profitsMinor = new Float64Array(trades.length);
  const tallies = new Float64Array(RECORDS * TALLY_FIELDS);
  const fields = blockFieldCount(grid);
  const blocks = new Float64Array(RECORDS * fields);
  let counted = 0;
  let openAtEnd = 0;
  let voided = 0;
  for (let row = 0; row < trades.length; row += 1) {
    const result = COUNTS.get(trades.result[row] ?? RESULT_CODES.pending);
    if (result === undefined) {
      if (trades.result[row] === RESULT_CODES.void) voided += 1;
      else openAtEnd += 1;
      continue;
    }
    const entryMs = trades.entryMs[row] ?? NaN;
    const profitMinor = trades.profitMinor[row] ?? NaN;
    const localMs = entryMs + zoneOffsetMs(entryMs);
    fold.add({
      result,
      stakeMinor,
      profitMinor,
      payoutBp: trades.payoutBp[row] ?? NaN,
      settledAtMs: trades.expiryMs[row] ?? NaN,
      groups: NO_GROUPS,
    });
    for (const record of [ALL, HOURS.first + hourOf(localMs), WEEKDAYS.first + weekdayOf(localMs) - 1]) {
      addTrade(tallies, record, trades, row);
      // Overlapping signals come in bursts while they lose, so a row of a table counts one trade of each block.
      if (record === ALL || !overlapping || isFirstInBlock(blocks, record * fields, grid, entryMs))
        addTradeToBlock(blocks, record * fields, grid, trades, row);
    }
    profitsMinor[counted++] = profitMinor;
  }
  return { fold, tallies, blocks, profitsMinor: profitsMinor.subarray(0, counted), openAtEnd, voided };
}

/** Builds the figures of the records of a report. */
class Records {
  readonly #counted: Counted;
  readonly #grid: BlockGrid;
  readonly #overlapping: boolean;

  constructor(counted: Counted, grid: BlockGrid, overlapping: boolean) {
    this.#counted = counted;
    this.#grid = grid;
    this.#overlapping = overlapping;
  }

  blocksOf(record: number): ReturnBlocks {
    return blocksAt(this.#counted.blocks, record * blockFieldCount(this.#grid), this.#grid);
  }

  figuresOf(record: number, chances: Chances | null) {
    const precision = this.#overlapping ? ratePrecision(this.blocksOf(record)) : undefined;
    return judgedFigures(tallyAt(this.#counted.tallies, record), precision, chances);
  }

  /**
   * Returns the figures of each record that has trades; the first record has the key `firstKey`. A reader looks for the
   * best row, so the verdicts are corrected for the number of rows (Holm 1979).
   */
  groupsOf({ first, count: records }: { first: number; count: number }, firstKey: number): TimeGroup[] {
    const scored = Array.from({ length: records }, (_, index) => scoreOf(this.blocksOf(first + index)));
    const chances = scored.map(chancesOf);
    const above = holmCorrected(chances.map((each) => each && each.above));
    const below = holmCorrected(chances.map((each) => each && each.below));
    return scored
      .map((_, index) => {
        const [up, down] = [above[index] ?? null, below[index] ?? null];
        const corrected = up === null || down === null ? null : { above: up, below: down };
        return { ...this.figuresOf(first + index, corrected), key: firstKey + index };
      })
      .filter(({ trades }) => trades > 0);
  }
}

/**
 * Builds the report of a backtest from its trades. Ties count as trades; void and pending trades are counted
 * separately.
 */
export function reportOf(backtest: Backtest, { zoneOffsetMs, rng }: ReportOptions): BacktestFigures {
  const { candles, fromMs, toMs, trades } = backtest;
  const overlapping = overlaps(trades);
  const grid = blockGridForTrades(trades, testedSpanOf(backtest), overlapping);
  const counted = count(backtest, grid, zoneOffsetMs, overlapping);
  const { fold, profitsMinor, openAtEnd, voided } = counted;
  const records = new Records(counted, grid, overlapping);
  const scored = scoreOf(records.blocksOf(ALL));
  const chances = chancesOf(scored);
  const { streaks } = fold;
  return {
    ...records.figuresOf(ALL, chances),
    candles,
    fromMs,
    toMs,
    signals: trades.length,
    openAtEnd,
    voided,
    stakedMinor: fold.stakedMinor,
    expectancyMinor: fold.expectancyMinor,
    profitFactor: fold.profitFactor,
    maxDrawdownMinor: fold.maxDrawdownMinor,
    longestWinningStreak: streaks.longestWinning,
    longestLosingStreak: streaks.longestLosing,
    equity: fold.equity,
    byHour: records.groupsOf(HOURS, 0),
    byWeekday: records.groupsOf(WEEKDAYS, 1),
    luck: chances && { pValue: chances.above },
    tried: tryScoresOfRules([scored], grid),
    drawdownBand: rng && drawdownBand(profitsMinor, rng),
    overlapping,
    independentTrades: overlapping ? Math.round(ratePrecision(records.blocksOf(ALL)).independent) : null,
  };
}
