import type { BacktestJudgementView, BacktestReport, GridReport } from '@vigia/contract';
import type { Judgement } from './judge-tries.ts';

/** Converts a stored verdict to the shape of the API. */
export const toJudgementView = ({
  verdict,
  pValue,
  correctedPValue,
  tries,
  level,
  spent,
  allowed,
}: Judgement): BacktestJudgementView => ({
  verdict,
  p_value: pValue,
  corrected_p_value: correctedPValue,
  tries,
  level,
  spent,
  allowed,
});

/** Returns a report whose verdict is that among all tries; a report of an earlier version keeps its own. */
export const reportWithTryVerdict = (
  report: BacktestReport | null,
  judgement: Judgement | null,
): BacktestReport | null =>
  report && judgement ? { ...report, card: { ...report.card, verdict: judgement.verdict } } : report;

/** Returns a grid whose cells are 'above' if the verdict says so. */
export function gridWithTryVerdicts(grid: GridReport | null, judgement: Judgement | null): GridReport | null {
  if (grid === null || judgement === null) return grid;
  let tested = 0;
  const cells = grid.cells.map((cell) => {
    if (cell.result === null) return cell;
    const isAbove = judgement.above.includes(tested);
    tested += 1;
    return isAbove ? { ...cell, result: { ...cell.result, verdict: 'above' as const } } : cell;
  });
  return { ...grid, cells };
}
