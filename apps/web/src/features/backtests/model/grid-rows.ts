import type { GridCellView } from '@vigia/contract';
import { formatLength, lengthIn } from '@vigia/core/trades';
import type { Timeframe } from '@vigia/core/vocabulary';
import { gridMessages } from '../grid/messages.es.ts';

const words = gridMessages.report.verdicts;

/** The cells for one asset and timeframe: one cell for each trade duration. */
export type GridRow = {
  readonly asset: string;
  readonly timeframe: Timeframe;
  readonly cells: readonly GridCellView[];
};

export const lengthText = ({ duration, duration_seconds, duration_ticks }: GridCellView): string =>
  formatLength(lengthIn({ duration, duration_seconds, duration_ticks }));

/** Groups the cells of a grid by asset and timeframe, and keeps their order. */
export function gridRowsOf(cells: readonly GridCellView[]): readonly GridRow[] {
  const rows = new Map<string, GridCellView[]>();
  for (const cell of cells) {
    const key = `${cell.asset} ${cell.timeframe}`;
    rows.set(key, [...(rows.get(key) ?? []), cell]);
  }
  return [...rows.values()].flatMap((row) => {
    const [first] = row;
    return first ? [{ asset: first.asset, timeframe: first.timeframe, cells: row }] : [];
  });
}

const ORDER = ['above', 'indistinguishable', 'below', 'short_sample', 'none', 'refused'] as const;

const kindOf = ({ result }: GridCellView): (typeof ORDER)[number] =>
  result === null ? 'refused' : (result.verdict ?? 'none');

/** Returns in words how many cells have each verdict. */
export const verdictCountsInWords = (cells: readonly GridCellView[]): string =>
  ORDER.map((kind) => ({ kind, count: cells.filter((cell) => kindOf(cell) === kind).length }))
    .filter(({ kind, count }) => count > 0 || kind === 'above')
    .map(({ kind, count }) => words[kind](count))
    .join(' · ');
