import { chancesOf, type GroupFigures, ratePrecision, scoreOf } from '#statistics/index.ts';
import type { Backtest } from '../backtest.ts';
import { judgedFigures } from '../judged-card.ts';
import { addTrade, TALLY_FIELDS, tallyAt } from '../tally.ts';
import { addTradeToBlock, blockFieldCount, blockGridForTrades, overlaps, testedSpanOf } from '../trade-blocks.ts';

/**
 * Returns the figures of a run with the verdict that its report shows, without the rest of the report. Hundreds of
 * worlds are judged, so the time of a whole report would dominate.
 */
export function judgeRun(backtest: Backtest): GroupFigures {
  const { trades } = backtest;
  const overlapping = overlaps(trades);
  const grid = blockGridForTrades(trades, testedSpanOf(backtest), overlapping);
  const tally = new Float64Array(TALLY_FIELDS);
  const blocks = new Float64Array(blockFieldCount(grid));
  for (let row = 0; row < trades.length; row += 1) {
    addTrade(tally, 0, trades, row);
    addTradeToBlock(blocks, 0, grid, trades, row);
  }
  const precision = overlapping ? ratePrecision(blocks) : undefined;
  return judgedFigures(tallyAt(tally, 0), precision, chancesOf(scoreOf(blocks)));
}
