import type { Option } from '@vigia/contract';
import { isCurrency } from '@vigia/core/money';
import { formatSignedMoney } from '#shared/lib/format.ts';
import { dayIn } from '#shared/lib/zone-days.ts';
import { purseName } from '#shared/ui/purse-name.ts';

/** The ended trades of a calendar day, newest first. */
export type HistoryDay = {
  /** The day in the user's time zone, such as `2026-11-21`. */
  readonly day: string;
  readonly trades: readonly Option[];
  /** The result of each purse (kind of money and currency), with its name if the day has several. */
  readonly profits: readonly string[];
};

/** Returns the settlement time of a trade, or its expiry if it has no settlement. */
export const endTimeOf = ({ settlement, expiry_time: expiry }: Option): string => settlement?.settled_at ?? expiry;

/** Groups ended trades by the day on which they ended. The trades are in order, newest first. */
export function groupByDay(trades: readonly Option[], timeZone: string): HistoryDay[] {
  const days = new Map<string, Option[]>();
  for (const trade of trades) {
    const day = dayIn(Date.parse(endTimeOf(trade)), timeZone);
    days.set(day, [...(days.get(day) ?? []), trade]);
  }
  return [...days].map(([day, ended]) => ({ day, trades: ended, profits: profitsOf(ended) }));
}

function profitsOf(trades: readonly Option[]): string[] {
  const totals = new Map<string, { readonly text: (total: string) => string; profit: number; currency: string }>();
  for (const { account: kind, currency, profit } of trades) {
    const name = purseName({ kind, currency });
    const known = totals.get(name) ?? { text: (total) => `${name} ${total}`, profit: 0, currency };
    totals.set(name, { ...known, profit: known.profit + (profit ?? 0) });
  }
  return [...totals.values()].flatMap(({ text, profit, currency }) => {
    if (!isCurrency(currency)) return [];
    const total = formatSignedMoney(profit, currency);
    return totals.size === 1 ? total : text(total);
  });
}
