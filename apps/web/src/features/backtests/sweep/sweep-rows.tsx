import type { Currency } from '@vigia/core/vocabulary';
import type { ReactNode } from 'react';
import { useIsMobile } from '#shared/lib/use-media-query.ts';
import { Money } from '#shared/ui/money.tsx';
import { Cell, Table } from '#shared/ui/table.tsx';
import { backtestMessages } from '../messages.es.ts';

const { columns } = backtestMessages.sweep;

/** One row: a variant of the rules, or a part of the data. */
export type SweepRow = {
  readonly key: string;
  readonly name: string;
  readonly note: string;
  readonly rates: readonly { readonly label: string; readonly rate: ReactNode }[];
  readonly profit: number;
  readonly currency: Currency;
};

type SweepRowsProps = { readonly label: string; readonly heading: string; readonly rows: readonly SweepRow[] };

/** Renders rows as a table, and on a phone as one card per row. */
export function SweepRows({ label, heading, rows }: SweepRowsProps) {
  const mobile = useIsMobile();
  const [first] = rows;
  if (first === undefined) return null;
  if (mobile) {
    return (
      <ul aria-label={label}>
        {rows.map((row) => (
          <RowCard key={row.key} row={row} />
        ))}
      </ul>
    );
  }
  const names = [heading, ...first.rates.map((rate) => rate.label)].map((name) => ({ name }));
  return (
    <Table label={label} columns={[...names, { name: columns.profit, align: 'right' }]}>
      {rows.map((row) => (
        <tr key={row.key}>
          <Cell>
            <span className="grid whitespace-normal">
              {row.name}
              <span className="text-12 text-fg-3">{row.note}</span>
            </span>
          </Cell>
          {row.rates.map((rate) => (
            <Cell key={rate.label}>{rate.rate}</Cell>
          ))}
          <Cell align="right">
            <Money currency={row.currency} amount={row.profit} kind="result" className="font-semibold" />
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

const RowCard = ({ row }: { readonly row: SweepRow }) => (
  <li className="grid gap-1 border-t border-line px-3 py-2.5 text-13">
    <div className="flex items-baseline justify-between gap-2">
      <b className="min-w-0">{row.name}</b>
      <Money currency={row.currency} amount={row.profit} kind="result" className="font-semibold" />
    </div>
    <p className="text-12 text-fg-3">{row.note}</p>
    <dl className="grid gap-1">
      {row.rates.map((rate) => (
        <div key={rate.label} className="grid grid-cols-[84px_minmax(0,1fr)] items-baseline gap-2">
          <dt className="text-12 text-fg-3">{rate.label}</dt>
          <dd className="min-w-0">{rate.rate}</dd>
        </div>
      ))}
    </dl>
  </li>
);
