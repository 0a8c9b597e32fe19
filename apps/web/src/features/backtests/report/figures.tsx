import type { BacktestReport } from '@vigia/contract';
import { PAPER_CURRENCY } from '@vigia/core/vocabulary';
import type { ReactNode } from 'react';
import { formatCount, formatDecimal, formatMoney } from '#shared/lib/format.ts';
import { Money } from '#shared/ui/money.tsx';
import { backtestMessages } from '../messages.es.ts';

const words = backtestMessages.report;

/** The metrics beside the win rate in one frame. The hairlines are its background, visible between the cells. */
export function Figures({ report }: { readonly report: BacktestReport }) {
  const left = words.left(report.open_at_end, report.voided);
  return (
    <div className="grid gap-2">
      <dl className="grid grid-cols-3 gap-px overflow-hidden rounded-control border border-line bg-line max-md:grid-cols-2">
        {figuresOf(report).map(({ name, value, note }) => (
          <div key={name} className="min-w-0 bg-surface px-3 py-2.5">
            <dt className="truncate text-12 text-fg-3">{name}</dt>
            <dd className="grid">
              <span className="truncate text-16 font-semibold">{value}</span>
              <span className="text-12 text-fg-3">{note}</span>
            </dd>
          </div>
        ))}
      </dl>
      {left && <p className="text-12 text-fg-3">{`${left}. ${words.leftNote}`}</p>}
    </div>
  );
}

type Figure = { readonly name: string; readonly value: ReactNode; readonly note: string };

function figuresOf(report: BacktestReport): readonly Figure[] {
  const { expectancy, profit_factor: factor } = report;
  return [
    {
      name: words.profit,
      value: <Money currency={PAPER_CURRENCY} amount={report.profit} kind="result" />,
      note: words.ofStaked(formatMoney(report.staked, PAPER_CURRENCY)),
    },
    { name: words.trades, value: formatCount(report.trades), note: words.tradesNote(formatCount(report.signals)) },
    {
      name: words.expectancy,
      value: expectancy === null ? words.none0 : <Money currency={PAPER_CURRENCY} amount={expectancy} kind="result" />,
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
    { name: words.drawdown, value: formatMoney(report.max_drawdown, PAPER_CURRENCY), note: words.drawdownNote },
  ];
}
