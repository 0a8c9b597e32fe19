import type { GridReport, SweepReport } from '@vigia/contract';
import { formatCount, formatDecimal, formatMoment, formatSignedMoney } from '#shared/lib/format.ts';
import { gridMessages } from '../../grid/messages.es.ts';
import { backtestMessages } from '../../messages.es.ts';
import { lengthText, verdictCountsInWords } from '../../model/grid-rows.ts';
import { shareInWords } from '../../model/odds-words.ts';
import type { Section } from './html.ts';
import { rateText } from './rate-text.ts';

const { report: figures, sweep: sweepWords } = backtestMessages;

const valuesText = (values: Readonly<Record<string, number>>): string =>
  Object.entries(values)
    .map(([path, value]) => `${path} ${formatDecimal(value)}`)
    .join(' · ');

/** Returns the sections of a sweep: the result on unseen data first, then its parts and the best variants. */
export function sweepSections(sweep: SweepReport): Section[] {
  const { columns } = sweepWords;
  const money = (amount: number) => formatSignedMoney(amount, sweep.currency);
  return [
    {
      title: sweepWords.judged,
      notes: [
        sweep.judged.decided === 0 ? sweepWords.judgedNone : rateText(sweep.judged),
        `${sweepWords.judgedText(sweep.walk_forward.length)} ${money(sweep.judged_profit)}`,
      ],
    },
    {
      title: sweepWords.walk,
      table: {
        columns: [columns.period, columns.values, columns.chosen, columns.judged, columns.profit],
        rows: sweep.walk_forward.map(({ from, to, values, chosen_on: chosen, judged_on: judged, profit }) => [
          `${formatMoment(from)} – ${formatMoment(to)}`,
          valuesText(values),
          rateText(chosen),
          rateText(judged),
          money(profit),
        ]),
      },
    },
    {
      title: `${sweepWords.best} (${sweepWords.after})`,
      notes: [sweepWords.bestText(formatCount(sweep.variants))],
      table: {
        columns: [columns.values, columns.trades, columns.rate, columns.profit],
        rows: sweep.best.map(({ values, trades, card, profit }) => [
          valuesText(values),
          formatCount(trades),
          rateText(card),
          money(profit),
        ]),
      },
    },
  ];
}

/**
 * Returns the report section of a grid. It has one row per cell: win rate with verdict, p-value and profit. The
 * verdict counts all cells and all tries on the data; the p-value looks at the cell alone. The row
 * of a cell that could not be tested shows the reason.
 */
export function gridSection(grid: GridReport): Section {
  const { report } = gridMessages;
  return {
    title: report.title,
    notes: [report.corrected(formatCount(grid.variants)), verdictCountsInWords(grid.cells)],
    table: {
      columns: [report.row, sweepWords.columns.rate, report.luckAlone, sweepWords.columns.profit],
      rows: grid.cells.map((cell) => {
        const name = `${report.card(cell.asset, cell.timeframe)} · ${lengthText(cell)}`;
        const { result } = cell;
        if (result === null)
          return [name, `${report.refused}. ${cell.error?.message ?? ''}`, figures.none0, figures.none0];
        const chance = result.p_value;
        return [
          name,
          rateText({ ...result.card, verdict: result.verdict }),
          chance === null ? figures.none0 : shareInWords(chance),
          formatSignedMoney(result.profit, grid.currency),
        ];
      }),
    },
  };
}
