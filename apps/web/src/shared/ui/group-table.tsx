import type { PerformanceGroup } from '@vigia/contract';
import type { Currency } from '@vigia/core/vocabulary';
import { formatCount } from '#shared/lib/format.ts';
import { useIsMobile } from '#shared/lib/use-media-query.ts';
import { uiMessages } from './messages.es.ts';
import { Money } from './money.tsx';
import { intervalText, RateText, rulerProps } from './rate.tsx';
import { Ruler, VerdictText } from './ruler.tsx';
import { Cell, type Column, Table } from './table.tsx';

const words = uiMessages.record;

type GroupTableProps = {
  /** Heading of the first column, which names the groups: assets, hours or weekdays. */
  readonly heading: string;
  readonly label: string;
  readonly groups: readonly PerformanceGroup[];
  readonly currency: Currency;
  readonly nameOf: (key: string) => string;
};

/**
 * Renders a table with one row per group. Each row shows a win rate with its number of trades, interval and verdict.
 */
export function GroupTable({ heading, label, groups, currency, nameOf }: GroupTableProps) {
  const mobile = useIsMobile();
  if (mobile) {
    return (
      <ul aria-label={label}>
        {groups.map((group) => (
          <GroupCard key={group.key} group={group} currency={currency} name={nameOf(group.key)} />
        ))}
      </ul>
    );
  }
  return (
    <Table label={label} columns={columnsFor(heading)}>
      {groups.map((group) => (
        <GroupRow key={group.key} group={group} currency={currency} name={nameOf(group.key)} />
      ))}
    </Table>
  );
}

const columnsFor = (heading: string): readonly Column[] => [
  { name: heading },
  { name: words.trades, align: 'right' },
  { name: words.rate },
  { name: words.breakEvenColumn },
  { name: words.verdict },
  { name: words.result, align: 'right' },
];

type GroupProps = { readonly group: PerformanceGroup; readonly currency: Currency; readonly name: string };

function GroupRow({ group, currency, name }: GroupProps) {
  const ruler = rulerProps(group.card);
  return (
    <tr>
      <Cell>
        <b>{name}</b>
      </Cell>
      <Cell align="right">{formatCount(group.trades)}</Cell>
      <Cell>
        <RateText card={group.card} />
        {ruler && <p className="text-12 text-fg-3">{intervalText(ruler)}</p>}
      </Cell>
      <Cell>{ruler && <div className="w-36 pt-1.5">{<Ruler {...ruler} />}</div>}</Cell>
      <Cell>{ruler && <VerdictText verdict={ruler.verdict} />}</Cell>
      <Cell align="right">
        <Money currency={currency} amount={group.profit} kind="result" className="font-semibold" />
      </Cell>
    </tr>
  );
}

function GroupCard({ group, currency, name }: GroupProps) {
  const ruler = rulerProps(group.card);
  return (
    <li className="grid gap-1 border-b border-line py-2.5 last:border-0">
      <div className="flex items-baseline justify-between gap-2">
        <span>
          <b>{name}</b> <span className="text-12 text-fg-3">{words.tradesOf(group.trades)}</span>
        </span>
        <Money currency={currency} amount={group.profit} kind="result" className="font-semibold" />
      </div>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-4">
        <RateText card={group.card} />
        {ruler && <Ruler {...ruler} />}
      </div>
      {ruler && (
        <div className="flex flex-wrap items-center justify-between gap-x-3 text-12 text-fg-3">
          <VerdictText verdict={ruler.verdict} />
          {intervalText(ruler)}
        </div>
      )}
    </li>
  );
}
