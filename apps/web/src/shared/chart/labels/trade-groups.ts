import type { Direction } from '@vigia/core/vocabulary';
import { formatTidyMoney } from '#shared/lib/format.ts';
import { DIRECTION_MARK } from '#shared/ui/direction.tsx';
import { canvasMessages } from '../canvas/messages.es.ts';
import type { TradeMark } from '../marks/trade-marks.ts';

/** Open trades that expire in the same second. The chart draws one chip for them. */
export type TradeGroup = {
  readonly id: string;
  readonly expiryMs: number;
  readonly trades: readonly TradeMark[];
  /** One line per direction and currency. */
  readonly lines: readonly ChipLine[];
};

export type ChipLine = { readonly direction: Direction; readonly text: string };

/** Returns the open trades grouped by the second of their expiry, next expiry first. */
export function tradeGroups(trades: readonly TradeMark[]): TradeGroup[] {
  const bySecond = groupedBy(trades, ({ expiryMs }) => Math.floor(expiryMs / 1_000));
  return [...bySecond.entries()]
    .sort(([a], [b]) => a - b)
    .map(([second, some]) => ({
      id: String(second),
      expiryMs: Math.min(...some.map(({ expiryMs }) => expiryMs)),
      trades: some,
      lines: linesOf(some),
    }));
}

function linesOf(trades: readonly TradeMark[]): ChipLine[] {
  const byKind = groupedBy(trades, ({ direction, currency }) => `${direction} ${currency}`);
  return [...byKind.values()].flatMap((some) => {
    const [first] = some;
    return first ? [{ direction: first.direction, text: lineText(first, some) }] : [];
  });
}

/** Returns `▲ CALL $10` for one trade, `2 × CALL $10` for equal stakes, and `2 CALL · $35` for the sum of others. */
function lineText({ direction, stake, currency }: TradeMark, trades: readonly TradeMark[]): string {
  const { chip } = canvasMessages;
  if (trades.length === 1) return chip.one(DIRECTION_MARK[direction], direction, formatTidyMoney(stake, currency));
  if (trades.every((trade) => trade.stake === stake))
    return chip.equal(trades.length, direction, formatTidyMoney(stake, currency));
  const sum = trades.reduce((total, trade) => total + trade.stake, 0);
  return chip.sum(trades.length, direction, formatTidyMoney(sum, currency));
}

function groupedBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}
