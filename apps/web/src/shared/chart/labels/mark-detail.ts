import { formatClock, formatMoney, formatPrice, formatSignedMoney } from '#shared/lib/format.ts';
import { DIRECTION_MARK } from '#shared/ui/direction.tsx';
import { canvasMessages } from '../canvas/messages.es.ts';
import type { ResultMark, TradeMark } from '../marks/trade-marks.ts';
import { chartMessages } from '../messages.es.ts';
import type { DetailedLabel } from './label-store.ts';
import { type TradeGroup, tradeGroups } from './trade-groups.ts';

const words = canvasMessages.details;

/** The details of a label as texts. */
export type MarkDetail = {
  /** A sentence with all details, for screen readers. */
  readonly name: string;
  readonly title: string;
  readonly facts: readonly { readonly name: string; readonly value: string }[];
  /** The result whose way from entry to exit is drawn while the details are open. Null for open trades. */
  readonly result: ResultMark | null;
};

type Marks = { readonly trades: readonly TradeMark[]; readonly results: readonly ResultMark[] };

/** Returns the details of each label whose trade or result is still among the marks. */
export function detailsOf(
  labels: readonly DetailedLabel[],
  { trades, results }: Marks,
  decimals: number,
): { readonly label: DetailedLabel; readonly detail: MarkDetail }[] {
  const groups = tradeGroups(trades);
  return labels.flatMap((label) => {
    switch (label.kind) {
      case 'result': {
        const result = results.find(({ id }) => id === label.id);
        return result ? [{ label, detail: resultDetail(result, decimals) }] : [];
      }
      case 'trades': {
        const group = groups.find(({ id }) => id === label.id);
        return group ? [{ label, detail: groupDetail(group, decimals) }] : [];
      }
    }
  });
}

function resultDetail(result: ResultMark, decimals: number): MarkDetail {
  const { direction, entry, stake, profit, currency, price, atMs } = result;
  const { sign, word } = chartMessages.outcomes[result.outcome];
  return detail({
    title: words.result(sign, direction, word),
    facts: [
      ...(stake === null ? [] : [{ name: words.stake, value: formatMoney(stake, currency) }]),
      ...(entry ? [{ name: words.entry, value: formatPrice(entry.price, decimals) }] : []),
      { name: words.exit, value: formatPrice(price, decimals) },
      ...(stake === null ? [] : [{ name: words.profit, value: formatSignedMoney(profit, currency) }]),
      { name: words.expired, value: formatClock(atMs) },
    ],
    result,
  });
}

function groupDetail({ trades, expiryMs }: TradeGroup, decimals: number): MarkDetail {
  return detail({
    title: words.open(trades.length),
    facts: [
      ...trades.map(({ direction, stake, currency, entryPrice }) => ({
        name: words.opened(DIRECTION_MARK[direction], direction, formatMoney(stake, currency)),
        value: words.at(formatPrice(entryPrice, decimals)),
      })),
      { name: words.expires, value: formatClock(expiryMs) },
    ],
    result: null,
  });
}

const detail = ({ title, facts, result }: Omit<MarkDetail, 'name'>): MarkDetail => ({
  name: [title, ...facts.map(({ name, value }) => `${name} ${value}`)].join('. '),
  title,
  facts,
  result,
});
