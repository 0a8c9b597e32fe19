import { type CandleColumns, rowsBetween } from '#candles/index.ts';
import { operandsOf } from '../conditions/create-checker.ts';
import type { Condition, OwnRules, RuleSide } from '../rule.ts';
import { BlockSeries } from './block-series.ts';
import { comparisonTesterAt, createConditionColumn, isInstantLevel } from './condition-columns.ts';
import { BothCrossings, CrossingRows, type InstantCrossing } from './crossing-columns.ts';
import { fillFollows, type RuleHistory } from './rule-history.ts';
import {
  appendMerged,
  areOpposite,
  fillStarts,
  firstSignals,
  instantCrossingOf,
  join,
  type SignalRows,
} from './side-rows.ts';

/** Number of candles in a block. Eight lines of a block are in the second cache of a processor. */
const BLOCK_ROWS = 4_096;
const BLOCKS_PER_REPORT = 8;

/** Length of the candles in seconds, and the largest number of candles in a block. */
type Sizes = { readonly stepSeconds: number; readonly blockRows: number };

/** Returns the rows of the current block at which something happens. Each call continues after the previous block. */
type RowsOf = (history: RuleHistory) => Int32Array;
/** Returns, for the current block, whether something is true at a row. */
type TestOf = (history: RuleHistory) => (row: number) => boolean;

const NO_ROWS = new Int32Array();
const noRows: RowsOf = () => NO_ROWS;

function columnOf(condition: Condition, { stepSeconds, blockRows }: Sizes): (history: RuleHistory) => Uint8Array {
  const column = createConditionColumn(condition, stepSeconds);
  const room = new Uint8Array(blockRows);
  return (history) => {
    const met = room.subarray(0, history.candles.length);
    column.fill(history, met);
    return met;
  };
}

function testOf(condition: Condition, sizes: Sizes): TestOf {
  if (isInstantLevel(condition)) return (history) => comparisonTesterAt(condition, history);
  const metOf = columnOf(condition, sizes);
  return (history) => {
    const met = metOf(history);
    return (row) => met[row] === 1;
  };
}

/** Creates the rows of a side that signals at a crossing: those at which its other conditions are met too. */
function crossingSide(crossingRows: RowsOf, others: readonly Condition[], sizes: Sizes): RowsOf {
  const tests = others.map((condition) => testOf(condition, sizes));
  return (history) => {
    const rows = crossingRows(history);
    // Every test reads every block, because some conditions count candles.
    return tests.map((test) => test(history)).reduce((left, isMet) => left.filter(isMet), rows);
  };
}

/** Creates the rows of a side that signals when its conditions start to be met. */
function stateSide({ conditions, join: how }: RuleSide, sizes: Sizes): RowsOf {
  const columns = conditions.map((condition) => columnOf(condition, sizes));
  const [first, ...others] = columns;
  if (first === undefined) return noRows;
  const room = new Int32Array(sizes.blockRows);
  let wasMet = 0;
  return (history) => {
    const met = first(history);
    for (const other of others) join(met, other(history), how === 'all');
    const count = fillStarts(met, history.follows, wasMet, room);
    wasMet = met.at(-1) ?? wasMet;
    return room.subarray(0, count);
  };
}

function crossingRowsOf(crossing: InstantCrossing, { blockRows }: Sizes): RowsOf {
  const rows = new CrossingRows(crossing);
  const room = new Int32Array(blockRows);
  return (history) => room.subarray(0, rows.fill(history, room));
}

/** Creates the rows of opposite crossings of the same two series. The first call of a block finds both. */
function bothCrossingsOf(call: InstantCrossing, { blockRows }: Sizes): readonly [call: RowsOf, put: RowsOf] {
  const crossings = new BothCrossings(call);
  const both = { up: new Int32Array(blockRows), down: new Int32Array(blockRows) };
  let puts = NO_ROWS;
  const calls: RowsOf = (history) => {
    const [ups, downs] = crossings.fill(history, both);
    const [up, down] = [both.up.subarray(0, ups), both.down.subarray(0, downs)];
    puts = call.test === 'crosses_above' ? down : up;
    return call.test === 'crosses_above' ? up : down;
  };
  return [calls, () => puts];
}

function sideOf(side: RuleSide, sizes: Sizes, crossingRows?: RowsOf): RowsOf {
  const crossing = instantCrossingOf(side);
  if (crossing === undefined) return stateSide(side, sizes);
  const others = side.conditions.filter((condition) => condition !== crossing);
  return crossingSide(crossingRows ?? crossingRowsOf(crossing, sizes), others, sizes);
}

function sidesOf({ call, put }: OwnRules, sizes: Sizes): readonly [call: RowsOf, put: RowsOf] {
  const crossing = call === null ? undefined : instantCrossingOf(call);
  if (call !== null && put !== null && crossing !== undefined && areOpposite(call, put)) {
    const [calls, puts] = bothCrossingsOf(crossing, sizes);
    return [sideOf(call, sizes, calls), sideOf(put, sizes, puts)];
  }
  return [call === null ? noRows : sideOf(call, sizes), put === null ? noRows : sideOf(put, sizes)];
}

const operandsIn = ({ call, put }: OwnRules) =>
  [call, put].flatMap((side) => side?.conditions ?? []).flatMap(operandsOf);

/**
 * Returns the signals of one set of rules over a history, evaluated block by block: the same as `RuleColumns`, which
 * keeps columns for the next rules. Only candles that follow the previous one without a gap signal.
 * @param stepSeconds length of the candles
 * @param goesOn receives the fraction done every few ten thousand candles; a return value of `false` stops the run
 * @param blockRows largest number of candles in a block, at least 1; it does not change the signals
 * @returns null if it was stopped
 */
export function signalsInBlocks(
  rules: OwnRules,
  candles: CandleColumns,
  stepSeconds: number,
  goesOn: (fraction: number) => boolean = () => true,
  blockRows = BLOCK_ROWS,
): SignalRows | null {
  const signals = { rows: new Int32Array(candles.length), directions: new Int8Array(candles.length) };
  const series = new BlockSeries(operandsIn(rules), blockRows);
  const [calls, puts] = sidesOf(rules, { stepSeconds, blockRows });
  const room = new Uint8Array(blockRows);
  const rowsPerReport = BLOCKS_PER_REPORT * blockRows;
  let count = 0;
  for (let from = 0; from < candles.length; from += blockRows) {
    if (from > 0 && from % rowsPerReport === 0 && !goesOn(from / candles.length)) return null;
    const block = rowsBetween(candles, from, Math.min(candles.length, from + blockRows));
    const follows = room.subarray(0, block.length);
    fillFollows(block, candles.time[from - 1] ?? NaN, stepSeconds, follows);
    series.next(block);
    const history = { candles: block, stepSeconds, follows, series };
    count = appendMerged(calls(history), puts(history), signals, count, from);
  }
  return firstSignals(signals, count);
}
