import type { BacktestReport } from '@vigia/contract';
import { formatCount, formatDecimal, formatMoney } from '#shared/lib/format.ts';
import { FigureGrid, type GridFigure } from '#shared/ui/figure-grid.tsx';
import { Money } from '#shared/ui/money.tsx';
import { backtestMessages } from '../messages.es.ts';

const words = backtestMessages.report;

/** Shows all metrics except the win rate in one frame. */
export function Figures({ report }: { readonly report: BacktestReport }) {
  const left = words.left(report.open_at_end, report.voided);
  return (
    <div className="grid gap-2">
      <FigureGrid figures={figuresOf(report)} />
      {left && <p className="text-12 text-fg-3">{`${left}. ${words.leftNote}`}</p>}
    </div>
  );
}

function figuresOf(report: BacktestReport): readonly GridFigure[] {
  const { expectancy, profit_factor: factor } = report;
  return [
    {
      name: words.profit,
      value: <Money currency={report.currency} amount={report.profit} kind="result" />,
      note: words.ofStaked(formatMoney(report.staked, report.currency)),
    },
    { name: words.trades, value: formatCount(report.trades), note: words.tradesNote(formatCount(report.signals)) },
    {
      name: words.expectancy,
      value: expectancy === null ? words.none0 : <Money currency={report.currency} amount={expectancy} kind="result" />,
      note: words.perTrade,
    },
    {
      name: words.factor,
      value: factor === null ? words.none0 : formatDecimal(factor),
      note: factor === null ? words.nothingLost : words.factorNote,
    },
    {
      name: words.worstStreak,
      value: formatCount(report.longest_losing_streak),
      note: words.bestStreak(report.longest_winning_streak),
    },
    { name: words.drawdown, value: formatMoney(report.max_drawdown, report.currency), note: words.drawdownNote },
  ];
}
