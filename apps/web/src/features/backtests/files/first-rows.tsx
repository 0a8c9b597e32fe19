import type { PriceFile } from '@vigia/contract';
import { fileMessages as words } from './messages.es.ts';

const COLUMNS = ['open', 'high', 'low', 'close'] as const;

/** Shows the first candles of a price file as they were parsed. */
export const FirstRows = ({ rows }: { readonly rows: PriceFile['first_rows'] }) => (
  // A wide table scrolls on a phone, also by keyboard.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must take the focus
  <div className="min-w-0 overflow-x-auto" tabIndex={0} role="region" aria-label={words.rows}>
    <table className="w-full text-12 tabular-nums">
      <caption className="sr-only">{words.rows}</caption>
      <thead className="text-fg-3">
        <tr>
          <th scope="col" className="pr-3 text-left font-medium">
            {words.columns.time}
          </th>
          {COLUMNS.map((column) => (
            <th key={column} scope="col" className="pl-3 text-right font-medium">
              {words.columns[column]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.time}>
            <td className="pr-3 whitespace-nowrap">{row.time.replace('T', ' ')}</td>
            {COLUMNS.map((column) => (
              <td key={column} className="pl-3 text-right">
                {row[column]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
