import type { GridCellView } from '@vigia/contract';
import type { Currency } from '@vigia/core/vocabulary';
import { Money } from '#shared/ui/money.tsx';
import { lengthText } from '../model/grid-rows.ts';
import { shareInWords } from '../model/odds-words.ts';
import { WinRateInList } from '../report/win-rate-in-list.tsx';
import { gridMessages } from './messages.es.ts';
import type { OpenCell } from './use-open-cell.ts';

const words = gridMessages.report;

export type GridCellProps = {
  readonly cell: GridCellView;
  /** Index of the cell in the report, from 0. */
  readonly place: number;
  readonly currency: Currency;
  readonly openCell: OpenCell;
};

/**
 * Shows one cell of a grid: the win rate with count, interval and break-even, the verdict among all tries, and
 * the p-value of the cell alone. A short sample shows no p-value, because it would mean nothing with so few
 * trades.
 */
export function GridCell({ cell, place, currency, openCell }: GridCellProps) {
  const { result, error } = cell;
  if (result === null) {
    return (
      <div className="grid py-2 text-12 whitespace-normal text-fg-3">
        <span className="font-medium text-fg-2">{words.refused}</span>
        <span>{error?.message}</span>
      </div>
    );
  }
  const { card, verdict, p_value: chance, profit, trades } = result;
  const isJudged = verdict !== null && verdict !== 'short_sample' && chance !== null;
  return (
    <div className="grid min-w-0 pb-2">
      <WinRateInList card={{ ...card, verdict }} />
      {isJudged && <span className="-mt-1.5 text-12 text-fg-3">{words.luck(shareInWords(chance))}</span>}
      {trades > 0 && <Money currency={currency} amount={profit} kind="result" className="text-12 font-semibold" />}
      {trades > 0 && (
        <button
          type="button"
          className="justify-self-start text-12 text-accent hover:underline touch-target"
          aria-label={words.aloneOf(`${words.card(cell.asset, cell.timeframe)} · ${lengthText(cell)}`)}
          disabled={openCell.isPending}
          onClick={() => openCell.open(place)}
        >
          {words.alone}
        </button>
      )}
    </div>
  );
}
